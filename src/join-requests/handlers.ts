// Handlers of the tag `join-requests`.
import type { HandlersFor } from '../contract/types'
import { filterId } from '../ids'
import { listJoinRequests } from './actions'
import { toJoinRequest } from './views'

export const joinRequests: HandlersFor<'join-requests'> = {
  async listJoinRequests(ctx, { query }) {
    const { requests, nextCursor } = await listJoinRequests(ctx, { ...query, userId: filterId(query.userId) })
    return { status: 200, body: { data: requests.map(toJoinRequest), meta: { nextCursor } } }
  },
}
