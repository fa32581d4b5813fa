// Handlers of the tag `operations`: asynchronous rank changes.
import type { HandlersFor, Schema } from '../contract/types'
import { once } from '../idempotency/actions'
import type { RankGoal } from '../ranks/rules'
import { cancelOperation, getOperation, recallOperation, submitOperation } from './submit-async/actions'
import { operationHeaders, toOperation } from './views'

export const operations: HandlersFor<'operations'> = {
  async submitRankOperation(ctx, { header, body }) {
    const { userId, by = 'userId', deadlineSeconds = 300, supersede = false } = body
    const request = { userId, by, goal: toGoal(body), deadlineSeconds, supersede }
    const { operation, replayed } = await submitOperation(ctx, header['idempotency-key'], request)
    const data = toOperation(operation)
    return {
      status: 202,
      body: { data },
      headers: {
        ...operationHeaders(data.id),
        ...(replayed ? { 'Idempotent-Replayed': 'true' as const } : {}),
      },
    }
  },

  async getPlatformOperation(ctx, { path }) {
    return { status: 200, body: { data: toOperation(await getOperation(ctx, path.operationId)) } }
  },

  async cancelPlatformOperation(ctx, { path }) {
    const { operationId } = path
    const act = () => cancelOperation(ctx, operationId)
    return once(ctx, act, recallOperation, (operation) => ({ status: 200, body: { data: toOperation(operation) } }))
  },
}

type Request = Schema<'RankOperationRequest'>

/** The contract requires exactly one of the three, which the generated type cannot express. */
function toGoal({ rankUniqueId, rankId, move }: Request): RankGoal {
  if (move !== undefined) return { kind: move }
  return rankUniqueId === undefined ? { kind: 'set', rankId: rankId ?? 0 } : { kind: 'set', rankUniqueId }
}
