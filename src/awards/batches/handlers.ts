// Operations tagged `batches`.
import type { Handlers } from '../../contract/types'
import { awardBatch, getBatch } from './actions'
import { toAnswer } from './views'

export const batches = {
  async awardBatch(ctx, { body }) {
    return { status: 200, body: toAnswer(await awardBatch(ctx, body)) }
  },

  async getAwardBatch(ctx, { path }) {
    return { status: 200, body: toAnswer(await getBatch(ctx, path.batchId)) }
  },
} satisfies Handlers
