// Legacy groups API: the audit log.
import { heldRoles, type AuditEntry, type Caller, type Group } from './entities'
import { groupDomain, idIn } from './ids'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import { gatewayError } from './wire'
import type { World } from './world'

const pageSizes = ['10', '25', '50', '100']

/** `GET /legacy-groups/v1/groups/{groupId}/audit-log`: the newest entry first unless `sortOrder=Asc`. */
export function listAuditLog(
  world: World,
  { query }: SimulatorRequest,
  [groupId]: readonly string[],
  caller: Caller,
): SimulatorReply {
  const group = world.groups.get(Number(groupId))
  if (group === undefined) return gatewayError(400, 1, 'The group is invalid or does not exist.')
  if (!mayRead(caller, group)) return gatewayError(403, 0, 'The credential lacks legacy-group:manage here.')
  const limit = query.get('limit') ?? '10'
  const cursor = query.get('cursor') ?? ''
  if (!pageSizes.includes(limit) || !/^\d*$/.test(cursor)) return gatewayError(400, 0, 'Invalid page.')
  const ascending = query.get('sortOrder') === 'Asc'
  const all = ascending ? group.auditLog.entries() : [...group.auditLog.entries()].reverse()
  const rest = all.filter((entry) => matchesQuery(entry, query) && isAfterCursor(entry, cursor, ascending))
  const page = rest.slice(0, Number(limit))
  return ok({
    previousPageCursor: null,
    nextPageCursor: page.length < rest.length ? String(page.at(-1)?.seq) : null,
    data: page.map((entry) => entryResource(world, group, entry)),
  })
}

function mayRead({ auditLog, groupIds }: Caller, { groupId }: Group): boolean {
  return auditLog && (groupIds === '*' || groupIds.includes(groupId))
}

function matchesQuery({ actionType, actorUserId }: AuditEntry, query: URLSearchParams): boolean {
  return (
    [null, '', actionType].includes(query.get('actionType')) &&
    [null, '', String(actorUserId)].includes(query.get('userId'))
  )
}

function isAfterCursor({ seq }: AuditEntry, cursor: string, ascending: boolean): boolean {
  if (cursor === '') return true
  return ascending ? seq > Number(cursor) : seq < Number(cursor)
}

function entryResource(world: World, group: Group, entry: AuditEntry): object {
  const idOf = (userId: number): number => idIn(world, groupDomain(group.groupId), userId)
  const actor = world.users.get(entry.actorUserId)
  const target = world.users.get(entry.targetUserId)
  const held = heldRoles(group, entry.actorUserId).at(-1)
  return {
    actor: {
      user: { userId: idOf(entry.actorUserId), username: actor?.username ?? '', displayName: actor?.displayName ?? '' },
      role: held === undefined ? null : { id: held.roleId, name: held.name, rank: held.rank },
    },
    actionType: entry.actionType,
    description: {
      TargetId: idOf(entry.targetUserId),
      TargetName: target?.username ?? '',
      ...(entry.role && { RoleSetId: entry.role.roleId, RoleSetName: entry.role.name }),
    },
    created: entry.created,
  }
}
