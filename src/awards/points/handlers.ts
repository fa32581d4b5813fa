// Operations that change or fetch the points of a member, which AutoRank follows.
import type { Handlers } from '../../contract/types'
import { resolveUserId } from '../../members/actions'
import { toMember } from '../../members/views'
import { awardExperience, awardQuotaPoints, type Awarded } from './actions'
import { fetchMember, refreshMember } from './fetch-member'

export const points = {
  async getMember(ctx, { path, query }) {
    const userId = await resolveUserId(ctx, { ...path, ...query }, 'read')
    const { member, meta } = await (query.refresh ? refreshMember(ctx, userId) : fetchMember(ctx, userId))
    return { status: 200, body: { data: toMember(member), meta } }
  },

  async changeExperience(ctx, { path, query, body }) {
    const userId = await resolveUserId(ctx, { ...path, ...query }, 'write')
    const awarded = await awardExperience(ctx, userId, body)
    const { member, autoRank } = awarded
    return { status: 200, body: { data: toMember(member), meta: { ...toMeta(awarded), autoRank } } }
  },

  async changeQuotaPoints(ctx, { path, query, body }) {
    const userId = await resolveUserId(ctx, { ...path, ...query }, 'write')
    const awarded = await awardQuotaPoints(ctx, userId, body)
    return { status: 200, body: { data: toMember(awarded.member), meta: toMeta(awarded) } }
  },
} satisfies Handlers

function toMeta({ row, applied }: Awarded) {
  return {
    appliedAmount: applied.amount,
    clamped: applied.clamped,
    change: row.value_after - row.value_before,
    auditId: String(row.audit_id),
  }
}
