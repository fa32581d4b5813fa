// Operations that read members. `getMember` syncs the profile, and is in awards/points with the changes of points.
import type { Handlers } from '../contract/types'
import { lookUp } from './actions'
import { placeOf } from './leaderboard/actions'
import { readTop } from './leaderboard/queries'
import { toPlace } from './leaderboard/views'
import { countListed, readMembers } from './listing/actions'
import { toMemberFields } from './views'

export const members = {
  async listMembers(ctx, { query }) {
    const page = await readMembers(ctx, query)
    const { rows, nextCursor } = page
    const total = query.total && { total: await countListed(ctx, query, page) }
    const data = rows.map((row) => toMemberFields(row, query.fields))
    return { status: 200, body: { data, meta: { nextCursor, ...total } } }
  },

  async getLeaderboard(ctx, { query }) {
    const rows = await readTop(ctx, Number(query.limit))
    return { status: 200, body: { data: rows.map((row) => toPlace(row, query.fields)) } }
  },

  async getLeaderboardPlace(ctx, { path, query }) {
    return { status: 200, body: await placeOf(ctx, path, query) }
  },

  async lookUpMembers(ctx, { body }) {
    return { status: 200, body: { data: await lookUp(ctx, body) } }
  },
} satisfies Handlers
