// Operations tagged `members`.
import type { HandlersFor } from '../contract/types'
import { lookUp, resolveUserId } from './actions'
import { placeOf } from './leaderboard/actions'
import { readTop } from './leaderboard/queries'
import { toPlace } from './leaderboard/views'
import { readMembers } from './listing/actions'
import { toMember, toMemberFields } from './views'
import { awardExperience, awardQuotaPoints, type Awarded } from '../awards/points/actions'
import { fetchMember, refreshMember } from '../awards/points/fetch-member'

export const members: HandlersFor<'members'> = {
  async listMembers(ctx, { query }) {
    const { rows, nextCursor } = await readMembers(ctx, query)
    return { status: 200, body: { data: rows.map((row) => toMemberFields(row, query.fields)), meta: { nextCursor } } }
  },

  async getMember(ctx, { path, query }) {
    const userId = await resolveUserId(ctx, { ...path, ...query }, 'read')
    const { member, meta } = await (query.refresh ? refreshMember(ctx, userId) : fetchMember(ctx, userId))
    return { status: 200, body: { data: toMember(member), meta } }
  },

  async getLeaderboard(ctx, { query }) {
    const rows = await readTop(ctx, Number(query.limit))
    return { status: 200, body: { data: rows.map((row) => toPlace(row, query.fields)) } }
  },

  async getLeaderboardPlace(ctx, { path, query }) {
    return { status: 200, body: await placeOf(ctx, path, query) }
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

  async lookUpMembers(ctx, { body }) {
    return { status: 200, body: { data: await lookUp(ctx, body) } }
  },
}

function toMeta({ row, applied }: Awarded) {
  return {
    appliedAmount: applied.amount,
    clamped: applied.clamped,
    change: row.value_after - row.value_before,
    auditId: String(row.audit_id),
  }
}
