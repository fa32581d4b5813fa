// Operations tagged `ranks`.
import type { Ctx } from '../context'
import type { HandlersFor, Schema } from '../contract/types'
import { listRanks } from '../group/queries'
import type { RankGoal } from '../group/rules'
import { changeRank } from '../operations/acceptance/awaited'
import { requireMember, resolveUserId, type Target } from '../profiles/actions'
import { toMember } from '../profiles/views'
import { toRank } from './views'

export const ranks: HandlersFor<'ranks'> = {
  async listRanks(ctx) {
    return { status: 200, body: { data: (await listRanks(ctx)).map(toRank) } }
  },

  async setMemberRank(ctx, { path, query, body }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'set', ...(body as RankId) }) }
  },

  async promoteMember(ctx, { path, query }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'promote' }) }
  },

  async demoteMember(ctx, { path, query }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'demote' }) }
  },
}

/** The contract holds the body to exactly one of the two, which the generated type cannot say. */
type RankId = { readonly rankUniqueId: number } | { readonly rankId: number }

async function change(ctx: Ctx, target: Target, goal: RankGoal): Promise<Schema<'RankChanged'>> {
  const userId = await resolveUserId(ctx, target, 'write')
  const meta = await changeRank(ctx, userId, goal)
  return { data: toMember(await requireMember(ctx, userId)), meta: { ...meta } }
}
