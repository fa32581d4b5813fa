// Handlers of the tag `operations`.
import type { Ctx } from '../context'
import type { Handlers, Schema } from '../contract/types'
import { once } from '../idempotency/actions'
import { filterId } from '../base/ids'
import { readPage, type Page } from '../db/paging'
import { pageExtras } from '../names/actions'
import type { RankGoal } from '../ranks/rules'
import { countOperations, listOperations, positionOfOperation, type ListedOperation } from './queries'
import { retryOperation } from './retry/actions'
import { cancelOperation, getOperation, submitOperation, type OperationRequest } from './submit-async/actions'
import { operationHeaders, toOperation, toOperationSummary } from './views'

export const operations = {
  async listPlatformOperations(ctx, { query }) {
    const { status } = query
    const userId = filterId(query.userId)
    const read = (page: Page) => listOperations(ctx, { status, userId }, page)
    const list = `operations ${status ?? ''} ${userId ?? ''}`
    const show = (row: ListedOperation) => toOperationSummary(row, ctx.community)
    const extras = pageExtras(ctx, query, () => countOperations(ctx, { status, userId }))
    const body = await readPage(ctx, list, query, { read, positionOf: positionOfOperation, show, extras })
    return { status: 200, body }
  },

  async submitRankOperation(ctx, { header, body }) {
    return submit(ctx, header['idempotency-key'], body, toGoal(body))
  },

  async submitRoleOperation(ctx, { header, body }) {
    const { roleUniqueId, action } = body
    return submit(ctx, header['idempotency-key'], body, { kind: action, roleUniqueId })
  },

  async submitJoinOperation(ctx, { header, body }) {
    return submit(ctx, header['idempotency-key'], body, { kind: body.action })
  },

  async getPlatformOperation(ctx, { path }) {
    return { status: 200, body: { data: toOperation(await getOperation(ctx, path.operationId), ctx.community) } }
  },

  async cancelPlatformOperation(ctx, { path }) {
    const { operationId } = path
    const act = (ctx: Ctx) => cancelOperation(ctx, operationId)
    return once(ctx, act, (operation) => ({ status: 200, body: { data: toOperation(operation, ctx.community) } }))
  },

  async retryPlatformOperation(ctx, { path }) {
    const act = (ctx: Ctx) => retryOperation(ctx, path.operationId)
    return once(ctx, act, (operation) => {
      const data = toOperation(operation, ctx.community)
      return { status: 202, body: { data }, headers: operationHeaders(data.id) }
    })
  },
} satisfies Handlers

type Submitted = Pick<Schema<'RankOperationRequest'>, 'userId' | 'by' | 'deadlineSeconds' | 'supersede'>

async function submit(ctx: Ctx, key: string, body: Submitted, goal: OperationRequest['goal']) {
  const { userId, by = 'userId', deadlineSeconds = 300, supersede = false } = body
  const { operation, replayed } = await submitOperation(ctx, key, { userId, by, goal, deadlineSeconds, supersede })
  const data = toOperation(operation, ctx.community)
  const headers = { ...operationHeaders(data.id), ...(replayed ? { 'Idempotent-Replayed': 'true' as const } : {}) }
  return { status: 202, body: { data }, headers } as const
}

type Request = Schema<'RankOperationRequest'>

/** The contract requires exactly one of the three, which the generated type cannot express. */
function toGoal({ rankUniqueId, rankId, move }: Request): RankGoal {
  if (move !== undefined) return { kind: move }
  return rankUniqueId === undefined ? { kind: 'set', rankId: rankId ?? 0 } : { kind: 'set', rankUniqueId }
}
