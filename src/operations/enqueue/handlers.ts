// Operations that change the rank of a member and wait for it.
import type { Ctx } from '../../context'
import type { Handlers, Schema } from '../../contract/types'
import { requireMember, resolveUserId, type Target } from '../../members/actions'
import { toMember } from '../../members/views'
import type { RankGoal } from '../../ranks/rules'
import { changeRank } from './submit-and-wait'

export const rankChanges = {
  async setMemberRank(ctx, { path, query, body }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'set', ...(body as RankId) }) }
  },

  async promoteMember(ctx, { path, query }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'promote' }) }
  },

  async demoteMember(ctx, { path, query }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'demote' }) }
  },
} satisfies Handlers

/** The contract requires exactly one, which the type cannot express. */
type RankId = { readonly rankUniqueId: number } | { readonly rankId: number }

async function change(ctx: Ctx, target: Target, goal: RankGoal): Promise<Schema<'RankChanged'>> {
  const userId = await resolveUserId(ctx, target, 'write')
  const meta = await changeRank(ctx, userId, goal)
  return { data: toMember(await requireMember(ctx, userId)), meta: { ...meta } }
}
