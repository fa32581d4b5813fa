// The platform's JSON, read with distrust: every reader answers null for a body that is not what the documentation says.
import { parseTime } from '../time'
import type { Introspection, Membership, OAuthTokens, PlatformRole, PlatformUser, RoleChange } from './platform'

export interface Page<T> {
  readonly items: readonly T[]
  /** null: the last page. */
  readonly nextPageToken: string | null
}

/** A membership, whose it is and where. */
export interface ListedMembership {
  readonly userId: number
  /** null: the platform did not say in a way we know; whoever asked about one group has no need of it. */
  readonly groupId: number | null
  readonly membership: Membership
}

/** Reads a whole body; null: not usable. */
export type Reader<T> = (body: unknown) => T | null

/** Open Cloud v2: User. */
export function readUser(body: unknown): PlatformUser | null {
  const user = objectOf(body)
  return user && userOf(user['id'], user['name'], user['displayName'])
}

/** Open Cloud v2: User, for its age alone. */
export function readUserCreation(body: unknown): { userId: number; createdAt: Date } | null {
  const user = objectOf(body)
  const userId = idOf(user?.['id'])
  const createdAt = timeOf(user?.['createTime'])
  return userId === null || createdAt === null ? null : { userId, createdAt }
}

/** Legacy users API, `POST /v1/usernames/users`: the accounts found, each with the name it was asked by. */
export function readUsersByName(body: unknown): { requestedName: string; user: PlatformUser }[] | null {
  return listOf(objectOf(body)?.['data'], (item) => {
    const found = objectOf(item)
    const requestedName = textOf(found?.['requestedUsername'])
    const user = found && userOf(found['id'], found['name'], found['displayName'])
    return user && requestedName !== null ? { requestedName, user } : null
  })
}

/** Open Cloud v2: List Group Roles. */
export function readRolesPage(body: unknown): Page<PlatformRole> | null {
  return pageOf(body, 'groupRoles', readRole)
}

/** Open Cloud v2: GroupRole. */
export function readRole(body: unknown): PlatformRole | null {
  const role = objectOf(body)
  const uniqueId = idOf(role?.['id'])
  const rankId = integerOf(role?.['rank'])
  const name = textOf(role?.['displayName'])
  if (uniqueId === null || rankId === null || rankId > 255 || name === null) return null
  return { uniqueId, rankId, name, memberCount: integerOf(role?.['memberCount']) }
}

/** Open Cloud v2: List Group Memberships. */
export function readMembershipsPage(body: unknown): Page<ListedMembership> | null {
  return pageOf(body, 'groupMemberships', (item) => {
    const listed = objectOf(item)
    const userId = idOf(lastSegment(listed?.['user']))
    const membership = readMembership(item)
    return userId !== null && membership ? { userId, groupId: groupOf(listed?.['path']), membership } : null
  })
}

/** `groups/7/memberships/NTI` → 7. */
function groupOf(path: unknown): number | null {
  return idOf(/^groups\/(\d+)\//.exec(textOf(path) ?? '')?.[1])
}

/** Open Cloud v2: GroupMembership. `role` is the highest, `roles` are all; an answer with `role` alone means that one. */
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

/** API keys: Introspect. With `groupId`, a scope counts when it covers that group. */
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
  }
}

/**
 * API keys: Introspect, refused. The platform's own error body is asked for beside the status, a 401 apart: what stands
 * between us and it also answers 403 and 404, and a community's connection must not be given up for that.
 */
export function readRefusedKey(status: number, body: unknown): Introspection | null {
  const refused = status === 401 || ([400, 403, 404].includes(status) && readError(body) !== null)
  if (!refused) return null
  const reason = status === 403 ? 'refused' : 'unknown'
  return { active: false, reason, ownerUserId: null, canReadGroup: false, canWriteGroup: false }
}

/** The list is left out for scopes that do not choose resources, and `*` stands for all of them. */
function coversGroup(groupIds: unknown, groupId: number | undefined): boolean {
  if (groupId === undefined || !Array.isArray(groupIds)) return true
  return groupIds.some((id) => id === '*' || idOf(id) === groupId)
}

function allows(scope: Readonly<Record<string, unknown>>, operation: string): boolean {
  const operations = scope['operations']
  return Array.isArray(operations) && operations.includes(operation)
}

/** How long an access token lives where the answer does not say; the documentation does. */
const documentedTokenSeconds = 899

/** `refreshToken` null: the old one stays good (RFC 6749, 6). */
export type NewTokens = Omit<OAuthTokens, 'refreshToken'> & { readonly refreshToken: string | null }

/** OAuth: a new pair of tokens. The old refresh token is spent by now, so all but the tokens themselves may be missing. */
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

const deadGrantCodes = ['invalid_grant', 'invalid_client', 'unauthorized_client']

/** OAuth: whether a refusal says that the grant or the app is gone (RFC 6749, 5.2), as opposed to a malformed request. */
export function isDeadGrant(status: number, body: unknown): boolean {
  const code = textOf(objectOf(body)?.['error'])
  return (status === 400 || status === 401) && code !== null && deadGrantCodes.includes(code)
}

function tokenOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value) ? value : null
}

/** An entry of the audit log: when, and which change of roles it is; null: another kind of entry. */
export interface AuditLogEntry {
  readonly at: Date
  readonly change: RoleChange | null
}

const roleActions = ['ChangeRank', 'AssignRole', 'UnassignRole'] as const

/** Legacy groups: the audit log. An entry without a readable time is left out: this is a log, not a state. */
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
  const action = roleActions.find((one) => one === entry['actionType'])
  const actorUserId = idOf(objectOf(objectOf(entry['actor'])?.['user'])?.['userId'])
  const userId = idOf(objectOf(entry['description'])?.['TargetId'])
  const isChange = action !== undefined && actorUserId !== null && userId !== null
  return { at, change: isChange ? { action, actorUserId, userId, at } : null }
}

export interface ErrorBody {
  /** One of the platform's documented codes, or null. Anything else is not repeated: it could be anything. */
  readonly code: string | null
  /** The gateway does not know the key. */
  readonly invalidKey: boolean
}

const documentedCodes = new Set(
  (
    'INVALID_ARGUMENT PERMISSION_DENIED INSUFFICIENT_SCOPE NOT_FOUND ABORTED RESOURCE_EXHAUSTED CANCELLED INTERNAL ' +
    'NOT_IMPLEMENTED UNAVAILABLE'
  ).split(' '),
)

/** Open Cloud errors in their three shapes: gateway `errors[]`, v2 `code`, v1 `error`. null: none of them. */
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

function pageOf<T>(body: unknown, field: string, read: Reader<T>): Page<T> | null {
  const page = objectOf(body)
  const items = listOf(page?.[field], read)
  const token = page?.['nextPageToken'] ?? ''
  return items && typeof token === 'string' ? { items, nextPageToken: token === '' ? null : token } : null
}

/** One item that cannot be read spoils the list: half of a truth would be taken for all of it. */
function listOf<T>(value: unknown, read: Reader<T>): T[] | null {
  if (!Array.isArray(value)) return null
  const items = value.map(read)
  return items.every((item) => item !== null) ? items : null
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}

/** Names end up in text columns, which hold no NUL; nothing the platform calls a name is longer than this. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 300 && !value.includes('\0') ? value : null
}

/** A whole number from 0 up, as a number or as the string that 64-bit integers are sent as. */
function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

function idOf(value: unknown): number | null {
  const id = integerOf(value)
  return id === 0 ? null : id
}

/** RFC 3339. A moment no later than 1970 is how an unset time is written, and would make anybody's account an old one. */
function timeOf(value: unknown): Date | null {
  const text = parseTime(textOf(value) ?? '')
  if (text === null) return null
  const time = new Date(text)
  return time.getTime() > 0 ? time : null
}

/** `groups/7/roles/99513316` → `99513316`. */
function lastSegment(value: unknown): string | null {
  const text = textOf(value)
  return text === null ? null : text.slice(text.lastIndexOf('/') + 1) || null
}
