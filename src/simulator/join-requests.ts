// The operations on requests to join a group.
import { mayUse, type Caller } from './entities'
import { parseFilter } from './filters'
import { accountOf, groupDomain, idIn } from './ids'
import type { JoinVerb } from './joins'
import type { Journal } from './journal'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import { pageOf } from './paging'
import { v2Error } from './wire'
import type { World } from './world'

export function listJoinRequests(
  { world }: { readonly world: World },
  request: SimulatorRequest,
  [groupId]: readonly string[],
  caller: Caller,
): SimulatorReply {
  const group = world.groups.get(Number(groupId))
  if (group === undefined) return v2Error('NOT_FOUND', 'Group not found.')
  if (!mayUse(caller, group, 'read')) return v2Error('PERMISSION_DENIED', 'The credential lacks group:read here.')
  const filter = parseFilter(request.query.get('filter'), group.groupId)
  if (typeof filter === 'string' || filter?.by === 'role') return v2Error('INVALID_ARGUMENT', 'Invalid filter.')
  const asked = filter?.userIds.map((id) => accountOf(world, groupDomain(group.groupId), id))
  const all = [...group.joinRequests].filter(([userId]) => asked === undefined || asked.includes(userId))
  const page = pageOf(request, all, 20)
  if (typeof page === 'string') return v2Error('INVALID_ARGUMENT', page)
  return ok({
    groupJoinRequests: page.items.map(([userId, { createTime }]) => {
      const id = idIn(world, groupDomain(group.groupId), userId)
      return { path: `groups/${group.groupId}/join-requests/${id}`, createTime, user: `users/${id}` }
    }),
    nextPageToken: page.nextPageToken,
  })
}

export function decideJoinRequest(
  verb: JoinVerb,
  { world, journal }: { readonly world: World; readonly journal: Journal },
  request: SimulatorRequest,
  [groupText, idText]: readonly string[],
  caller: Caller,
): SimulatorReply {
  const group = world.groups.get(Number(groupText))
  if (group === undefined) return v2Error('NOT_FOUND', 'Group not found.')
  if (!mayUse(caller, group, 'write')) return v2Error('PERMISSION_DENIED', 'The credential lacks group:write here.')
  if (caller.acceptRequests === false) return v2Error('PERMISSION_DENIED', 'The user may not accept requests.')
  const { groupId } = group
  const userId = accountOf(world, groupDomain(groupId), Number(idText))
  if (userId === undefined) return v2Error('NOT_FOUND', 'Join request not found.')
  const requestedAt = group.joinRequests.get(userId)?.createTime
  if (!world.joins.decide(groupId, userId, verb, caller.ownerUserId)) {
    return v2Error('NOT_FOUND', 'Join request not found.')
  }
  const requestId = request.headers['x-request-id']
  const write = { groupId, userId, roleId: null, requestedAt, changed: true }
  journal.record({
    verb: `${verb}JoinRequest`,
    ...write,
    requestId: typeof requestId === 'string' ? requestId : null,
  })
  return ok({})
}
