// Operations that read the ranks.
import type { Handlers } from '../contract/types'
import { requireRank } from './actions'
import { listRanks } from './queries'
import { toRank } from './views'

export const ranks = {
  async listRanks(ctx) {
    return { status: 200, body: { data: (await listRanks(ctx)).map(toRank) } }
  },

  async getRank(ctx, { path }) {
    return { status: 200, body: { data: toRank(await requireRank(ctx, Number(path.uniqueId))) } }
  },
} satisfies Handlers
