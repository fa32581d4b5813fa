// Handlers of the tag `join-requests`.
import type { Ctx } from '../../context'
import type { Handlers } from '../../contract/types'
import { onceFinished } from '../../idempotency/actions'
import { filterId } from '../../base/ids'
import { resolveUserId, type Target } from '../../members/actions'
import { decided, decideJoinRequest, listJoinRequests, type DecisionIds } from './actions'
import { toDecided, toJoinRequest } from './views'

export const joinRequests = {
  async listJoinRequests(ctx, { query }) {
    const { requests, nextCursor } = await listJoinRequests(ctx, { ...query, userId: filterId(query.userId) })
    return { status: 200, body: { data: requests.map(toJoinRequest), meta: { nextCursor } } }
  },

  async acceptJoinRequest(ctx, { path, query }) {
    return decide(ctx, { ...path, ...query }, 'accept')
  },

  async declineJoinRequest(ctx, { path, query }) {
    return decide(ctx, { ...path, ...query }, 'decline')
  },
} satisfies Handlers

function decide(ctx: Ctx, target: Target, verb: 'accept' | 'decline') {
  const act = async (ctx: Ctx) => decideJoinRequest(ctx, await resolveUserId(ctx, target, 'write'), verb)
  const finish = (ids: DecisionIds) => decided(ctx, ids)
  return onceFinished(ctx, act, finish, (decision) => ({ status: 200, body: toDecided(decision) }) as const)
}
