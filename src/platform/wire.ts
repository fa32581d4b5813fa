// Parsers of the platform's JSON; null for a body that does not match the documentation.
import { parseTime } from '../base/time'
import { idOf, integerOf, lastSegment, listOf, objectOf, pageOf, textOf, timeOf, type Page } from './json'
import type {
  GroupChange,
  Introspection,
  JoinDecision,
  JoinRequest,
  Membership,
  OAuthTokens,
  PlatformRole,
  PlatformUser,
  Power,
} from './platform'

export interface ListedMembership {
  readonly userId: number
  readonly groupId: number | null
  readonly membership: Membership
}

/** Reads User (Open Cloud v2). */
export function readUser(body: unknown): PlatformUser | null {
  const user = objectOf(body)
  return user && userOf(user['id'], user['name'], user['displayName'])
}

/** Reads User (Open Cloud v2). */
export function readUserCreation(body: unknown): { userId: number; createdAt: Date } | null {
  const user = objectOf(body)
  const userId = idOf(user?.['id'])
  const createdAt = timeOf(user?.['createTime'])
  return userId === null || createdAt === null ? null : { userId, createdAt }
}

/** Reads `POST /v1/usernames/users` (legacy users API). */
export function readUsersByName(body: unknown): { requestedName: string; user: PlatformUser }[] | null {
  return listOf(objectOf(body)?.['data'], (item) => {
    const found = objectOf(item)
    const requestedName = textOf(found?.['requestedUsername'])
    const user = found && userOf(found['id'], found['name'], found['displayName'])
    return user && requestedName !== null ? { requestedName, user } : null
  })
}

export function readRolesPage(body: unknown): Page<PlatformRole> | null {
  return pageOf(body, 'groupRoles', readRole)
}

/** Reads GroupRole (Open Cloud v2). */
export function readRole(body: unknown): PlatformRole | null {
  const role = objectOf(body)
  const uniqueId = idOf(role?.['id'])
  const rankId = integerOf(role?.['rank'])
  const name = textOf(role?.['displayName'])
  if (uniqueId === null || rankId === null || rankId > 255 || name === null) return null
  return { uniqueId, rankId, name, memberCount: integerOf(role?.['memberCount']), powers: readPowers(role) }
}

const permissions = { exileMembers: 'remove', banMembers: 'ban', changeRank: 'rank', acceptRequests: 'accept' } as const

/** The platform tells permissions only with `group:read`, and those of guests never. */
function readPowers(role: Readonly<Record<string, unknown>> | null): Power[] | null {
  const told = objectOf(role?.['permissions'])
  return told && Object.entries(permissions).flatMap(([name, power]) => (told[name] === true ? [power] : []))
}

export function readMembershipsPage(body: unknown): Page<ListedMembership> | null {
  return pageOf(body, 'groupMemberships', (item) => {
    const listed = objectOf(item)
    const userId = idOf(lastSegment(listed?.['user']))
    const membership = readMembership(item)
    return userId !== null && membership ? { userId, groupId: groupOf(listed?.['path']), membership } : null
  })
}

/** `groups/7/…` becomes 7. */
function groupOf(path: unknown): number | null {
  return idOf(/^groups\/(\d+)\//.exec(textOf(path) ?? '')?.[1])
}

/** Reads GroupMembership (Open Cloud v2). Without `roles`, `role` is the only one. */
export function readMembership(body: unknown): Membership | null {
  const membership = objectOf(body)
  const membershipId = lastSegment(membership?.['path'])
  if (!membership || membershipId === null) return null
  const highestRole = membership['role'] === undefined ? null : idOf(lastSegment(membership['role']))
  if (membership['role'] !== undefined && highestRole === null) return null
  if (membership['roles'] === undefined) {
    return highestRole === null ? null : { membershipId, roles: [highestRole], highestRole }
  }
  const roles = listOf(membership['roles'], (role) => idOf(lastSegment(role)))
  return roles && { membershipId, roles, highestRole }
}

export function readJoinRequestsPage(body: unknown): Page<JoinRequest> | null {
  return pageOf(body, 'groupJoinRequests', (item) => {
    const request = objectOf(item)
    const requestId = lastSegment(request?.['path'])
    const userId = idOf(lastSegment(request?.['user']))
    const requestedAt = parseTime(textOf(request?.['createTime']) ?? '')
    return requestId === null || userId === null ? null : { requestId, userId, requestedAt }
  })
}

/** The result of Accept and Decline Group Join Request (Open Cloud v2) has no content. */
export const readDecided = (body: unknown): true | null => (objectOf(body) ? true : null)

/** @param groupId counts scopes of this group only; undefined: all */
export function readIntrospection(body: unknown, groupId: number | undefined): Introspection | null {
  const key = objectOf(body)
  const scopes = listOf(key?.['scopes'], objectOf)
  if (!key || !scopes || typeof key['enabled'] !== 'boolean') return null
  const reason = !key['enabled'] ? 'disabled' : key['expired'] === true ? 'expired' : null
  const groupScopes = scopes.filter((scope) => scope['name'] === 'group' && coversGroup(scope['groupIds'], groupId))
  return {
    active: reason === null,
    reason,
    ownerUserId: idOf(key['authorizedUserId']),
    canReadGroup: groupScopes.some((scope) => allows(scope, 'read')),
    canWriteGroup: groupScopes.some((scope) => allows(scope, 'write')),
    expiresAt: timeOf(key['expirationTimeUtc']),
  }
}

/**
 * A status other than 401 must have the platform's own error, because a proxy's 403 must not invalidate the connection.
 */
export function readRefusedKey(status: number, body: unknown): Introspection | null {
  const refused = status === 401 || ([400, 403, 404].includes(status) && readError(body) !== null)
  if (!refused) return null
  const reason = status === 403 ? 'refused' : 'unknown'
  return { active: false, reason, ownerUserId: null, canReadGroup: false, canWriteGroup: false, expiresAt: null }
}

/** Scopes without resources have no list; `*` means all. */
function coversGroup(groupIds: unknown, groupId: number | undefined): boolean {
  if (groupId === undefined || !Array.isArray(groupIds)) return true
  return groupIds.some((id) => id === '*' || idOf(id) === groupId)
}

function allows(scope: Readonly<Record<string, unknown>>, operation: string): boolean {
  const operations = scope['operations']
  return Array.isArray(operations) && operations.includes(operation)
}

const documentedTokenSeconds = 899

/** `refreshToken` null: the old one remains valid (RFC 6749, 6). */
export type NewTokens = Omit<OAuthTokens, 'refreshToken'> & { readonly refreshToken: string | null }

/** Accepts incomplete answers, since the old refresh token is used up. */
export function readTokens(body: unknown): NewTokens | null {
  const answer = objectOf(body)
  const accessToken = tokenOf(answer?.['access_token'])
  if (!answer || accessToken === null) return null
  const refreshToken = tokenOf(answer['refresh_token'])
  if (refreshToken === null && answer['refresh_token'] !== undefined) return null
  const expiresInSeconds = integerOf(answer['expires_in']) ?? documentedTokenSeconds
  const scopes = (textOf(answer['scope']) ?? '').split(' ').filter((scope) => scope !== '')
  return { accessToken, refreshToken, expiresInSeconds, scopes }
}

const invalidGrantCodes = ['invalid_grant', 'invalid_client', 'unauthorized_client']

/** The grant or the app is invalid (RFC 6749, 5.2), as opposed to a malformed request. */
export function isInvalidGrant(status: number, body: unknown): boolean {
  const code = textOf(objectOf(body)?.['error'])
  return (status === 400 || status === 401) && code !== null && invalidGrantCodes.includes(code)
}

function tokenOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value) ? value : null
}

/** `change` null: an entry of another kind. */
export interface AuditLogEntry {
  readonly at: Date
  readonly change: GroupChange | null
}

const changes = ['ChangeRank', 'AssignRole', 'UnassignRole', 'RemoveMember', 'BanMember'] as const

export function readAuditLogPage(body: unknown): Page<AuditLogEntry> | null {
  const page = objectOf(body)
  if (!page || !Array.isArray(page['data'])) return null
  const token = page['nextPageCursor']
  const items = page['data'].map(readAuditLogEntry).filter((entry) => entry !== null)
  return { items, nextPageToken: typeof token === 'string' && token !== '' ? token : null }
}

function readAuditLogEntry(item: unknown): AuditLogEntry | null {
  const entry = objectOf(item)
  const at = timeOf(entry?.['created'])
  if (!entry || at === null) return null
  const action = changes.find((one) => one === entry['actionType'])
  const actorUserId = idOf(objectOf(objectOf(entry['actor'])?.['user'])?.['userId'])
  const userId = idOf(objectOf(entry['description'])?.['TargetId'])
  const isChange = action !== undefined && actorUserId !== null && userId !== null
  return { at, change: isChange ? { action, actorUserId, userId, at, ...rolesIn(action, entry['description']) } : null }
}

function rolesIn(action: GroupChange['action'], of: unknown): Pick<GroupChange, 'given' | 'taken'> {
  const idIn = (name: string) => idOf(objectOf(of)?.[name])
  if (action === 'ChangeRank') return { given: idIn('NewRoleSetId'), taken: idIn('OldRoleSetId') }
  return {
    given: action === 'AssignRole' ? idIn('RoleSetId') : null,
    taken: action === 'UnassignRole' ? idIn('RoleSetId') : null,
  }
}

const joinActions = ['AcceptJoinRequest', 'DeclineJoinRequest'] as const

export function readJoinDecisions(body: unknown, userId: number): JoinDecision[] | null {
  const page = objectOf(body)
  if (!page || !Array.isArray(page['data'])) return null
  return page['data'].flatMap((item) => {
    const entry = objectOf(item)
    const at = timeOf(entry?.['created'])
    const action = joinActions.find((one) => one === entry?.['actionType'])
    const actorUserId = idOf(objectOf(objectOf(entry?.['actor'])?.['user'])?.['userId'])
    const isAbout = idOf(objectOf(entry?.['description'])?.['TargetId']) === userId
    return action && at && actorUserId !== null && isAbout ? [{ action, actorUserId, at }] : []
  })
}

/** The log shows names beside ids, of who acted and on whom. */
export function readAuditLogNames(body: unknown): { userId: number; username: string }[] | null {
  const page = objectOf(body)
  if (!page || !Array.isArray(page['data'])) return null
  return page['data'].flatMap((item) => {
    const entry = objectOf(item)
    const user = objectOf(objectOf(entry?.['actor'])?.['user'])
    const target = objectOf(entry?.['description'])
    return [named(user?.['userId'], user?.['username']), named(target?.['TargetId'], target?.['TargetName'])].flatMap(
      (one) => one ?? [],
    )
  })
}

function named(id: unknown, name: unknown): { userId: number; username: string } | null {
  const userId = idOf(id)
  const username = textOf(name)
  return userId === null || !username ? null : { userId, username }
}

export interface ErrorBody {
  readonly code: string | null
  readonly invalidKey: boolean
}

const documentedCodes = new Set(
  (
    'INVALID_ARGUMENT PERMISSION_DENIED INSUFFICIENT_SCOPE NOT_FOUND ABORTED RESOURCE_EXHAUSTED CANCELLED INTERNAL ' +
    'NOT_IMPLEMENTED UNAVAILABLE'
  ).split(' '),
)

/** Three formats: the gateway has `errors[]`, v2 `code`, v1 `error`. Null: none of them. */
export function readError(body: unknown): ErrorBody | null {
  const error = objectOf(body)
  if (!error) return null
  if (Array.isArray(error['errors'])) {
    const messages = error['errors'].map((item) => textOf(objectOf(item)?.['message']) ?? '')
    return { code: null, invalidKey: messages.some((message) => /invalid api key/i.test(message)) }
  }
  const code = textOf(error['code']) ?? textOf(error['error'])
  return code === null ? null : { code: documentedCodes.has(code) ? code : null, invalidKey: false }
}

function userOf(id: unknown, name: unknown, displayName: unknown): PlatformUser | null {
  const userId = idOf(id)
  const username = textOf(name)
  const shownName = textOf(displayName)
  return userId === null || !username || shownName === null ? null : { userId, username, displayName: shownName }
}
