// The interface to the game platform and its failure type. Contains no HTTP.

export interface PlatformUser {
  readonly userId: number
  readonly username: string
  readonly displayName: string
}

export interface PlatformRole {
  /** The role's resource id, as used in rank changes. */
  readonly uniqueId: number
  /** 0 (guest) to 255 (owner). */
  readonly rankId: number
  readonly name: string
  /** Null for guests, which the platform does not count. */
  readonly memberCount: number | null
}

export interface Membership {
  readonly membershipId: string
  readonly roles: readonly number[]
  /** Id of the highest role; null: not reported. */
  readonly highestRole: number | null
}

export type PlatformCredential =
  { readonly kind: 'api_key'; readonly apiKey: string } | { readonly kind: 'oauth'; readonly accessToken: string }

/** Rate limits reported in a response; null: absent or unreadable. */
export interface CallLimits {
  /** Calls of this operation per window. */
  readonly limit: number | null
  /** In this window. */
  readonly remaining: number | null
  readonly resetSeconds: number | null
  readonly retryAfterSeconds: number | null
  /** The response was a 429. */
  readonly throttled: boolean
}

export interface Connection {
  readonly groupId: number
  readonly credential: PlatformCredential
  /** Called after each response on this connection. Must not throw. */
  readonly onLimits?: (limits: CallLimits) => void
}

export interface OAuthGrant {
  readonly clientId: string
  readonly clientSecret: string
  /** Valid once. */
  readonly refreshToken: string
}

export interface OAuthTokens {
  readonly accessToken: string
  /** Replaces the token that was used. */
  readonly refreshToken: string
  readonly expiresInSeconds: number
  readonly scopes: readonly string[]
}

/** From the group's audit log. */
export interface RoleChange {
  readonly action: 'ChangeRank' | 'AssignRole' | 'UnassignRole'
  readonly actorUserId: number
  readonly userId: number
  readonly at: Date
}

export interface Introspection {
  readonly active: boolean
  /**
   * Null for an active key: `disabled`, `expired`, `unknown` (misspelt, revoked or regenerated), or `refused` (address
   * not allowed, or its owner is moderated).
   */
  readonly reason: string | null
  /** The account whose permissions the key has. The platform's rate limits apply to the owner. */
  readonly ownerUserId: number | null
  readonly canReadGroup: boolean
  readonly canWriteGroup: boolean
}

/** All methods throw `PlatformFailure`, and nothing else, if the platform returns no usable response. */
export interface Platform {
  /** Null: no such account. */
  getUser(connection: Connection, userId: number): Promise<PlatformUser | null>
  /** Null: no such account. */
  accountCreatedAt(connection: Connection, userId: number): Promise<Date | null>
  /**
   * The account with this current or previous name. Compare `username`, ignoring case, to distinguish. Null: no such
   * account.
   */
  findUserByName(username: string): Promise<PlatformUser | null>
  /** All roles, in the platform's order. Never empty. */
  listRoles(connection: Connection): Promise<PlatformRole[]>
  /** Null: the account is not in the group. */
  getMembership(connection: Connection, userId: number): Promise<Membership | null>
  /**
   * The account's rank number in each of these groups that it is a member of. The groups need not belong to the
   * connection.
   * @param groupIds at most ten
   * @throws RangeError for more
   */
  ranksInGroups(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Map<number, number>>
  /** Those of the groups that the account is a member of; one call. The groups need not belong to the connection. */
  groupsAmong(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Set<number>>
  /** Idempotent. */
  assignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  /** Idempotent. */
  unassignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  /** @param groupId restricts `canReadGroup` and `canWriteGroup` to this group; default: any group */
  introspectKey(apiKey: string, groupId?: number): Promise<Introspection>
  /**
   * Exchanges a refresh token for a new pair. A failure with `sent` may have used it up. A revoked grant fails with
   * `credentials` and `authenticationFailed`.
   */
  refreshToken(grant: OAuthGrant): Promise<OAuthTokens>
  /**
   * Changes of members' roles, by the API and by hand, newest first.
   * @param options `limit`: maximum number; `after`: only later ones
   */
  listRoleChanges(
    connection: Connection,
    options: { readonly limit: number; readonly after?: Date },
  ): Promise<RoleChange[]>
}

/**
 * - `credentials`: the credential is rejected, or lacks permission on the target
 * - `rate_limited`: 429; no effect
 * - `timeout`: no complete response in time
 * - `request_timeout`: the platform responded 408
 * - `rejected`: the request is invalid; no effect
 * - `not_found`: the group, role or membership does not exist; no effect
 * - `unavailable`: no connection, a 5xx, a redirect, or an unreadable response
 */
export type FailureKind =
  'credentials' | 'rate_limited' | 'timeout' | 'request_timeout' | 'rejected' | 'not_found' | 'unavailable'

export interface FailureFacts {
  readonly sent?: boolean
  readonly status?: number
  readonly retryAfterSeconds?: number | null
  readonly authenticationFailed?: boolean
}

/** No usable response. The message contains no credentials and no text of the platform. */
export class PlatformFailure extends Error {
  /** A write may have taken effect. Always false for reads. */
  readonly sent: boolean
  readonly status: number | null
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | null
  /** The credential itself was rejected; false if it lacks a permission. */
  readonly authenticationFailed: boolean

  constructor(
    readonly kind: FailureKind,
    message: string,
    facts: FailureFacts = {},
  ) {
    super(message)
    this.name = 'PlatformFailure'
    this.sent = facts.sent ?? false
    this.status = facts.status ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.authenticationFailed = facts.authenticationFailed ?? false
  }
}
