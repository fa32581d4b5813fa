// The interface to the game platform, without HTTP.

export interface PlatformUser {
  readonly userId: number
  readonly username: string
  readonly displayName: string
}

export interface PlatformRole {
  /** Resource id, used in rank changes. */
  readonly uniqueId: number
  /** 0 (guest) to 255 (owner). */
  readonly rankId: number
  readonly name: string
  /** Null for guests. */
  readonly memberCount: number | null
}

export interface Membership {
  readonly membershipId: string
  readonly roles: readonly number[]
  /** Null: not reported. */
  readonly highestRole: number | null
  /** The id of the account in the group, where it is another one. */
  readonly groupUserId?: number
}

export interface MemberPage {
  readonly items: readonly { readonly userId: number; readonly membership: Membership }[]
  /** Null: the last page. */
  readonly nextPageToken: string | null
}

/** An account asks to join the group. */
export interface JoinRequest {
  readonly requestId: string
  /** Its id in the group. */
  readonly userId: number
  /** RFC 3339 in UTC; null: not reported. A later request of the account has another time. */
  readonly requestedAt: string | null
}

export interface JoinRequestPage {
  readonly items: readonly JoinRequest[]
  /** Null: the last page. */
  readonly nextPageToken: string | null
}

/** In the group's audit log. */
export interface JoinDecision {
  readonly action: 'AcceptJoinRequest' | 'DeclineJoinRequest'
  readonly actorUserId: number
  readonly at: Date
}

export type PlatformCredential =
  { readonly kind: 'api_key'; readonly apiKey: string } | { readonly kind: 'oauth'; readonly accessToken: string }

/** Null: absent or unreadable. */
export interface CallLimits {
  /** Calls per window. */
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetSeconds: number | null
  readonly retryAfterSeconds: number | null
  /** A 429. */
  readonly throttled: boolean
}

export interface Connection {
  readonly groupId: number
  readonly credential: PlatformCredential
  /** After each response. Must not throw. */
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

export interface RoleChange {
  readonly action: 'ChangeRank' | 'AssignRole' | 'UnassignRole'
  readonly actorUserId: number
  readonly userId: number
  readonly at: Date
}

export interface Introspection {
  readonly active: boolean
  /** Null: active. `unknown`: misspelt, revoked or regenerated; `refused`: address not allowed, or owner moderated. */
  readonly reason: string | null
  /** The platform's rate limits apply to the owner. */
  readonly ownerUserId: number | null
  readonly canReadGroup: boolean
  readonly canWriteGroup: boolean
  /** The date that the owner has set; null: none, or not reported. */
  readonly expiresAt: Date | null
}

/** All methods throw `PlatformFailure` only. */
export interface Platform {
  /** Null: none. */
  getUser(connection: Connection, userId: number): Promise<PlatformUser | null>
  /** Null: none. */
  accountCreatedAt(connection: Connection, userId: number): Promise<Date | null>
  /** By current or previous name: compare `username`, ignoring case. Null: none. A 404 is a failure: the route is gone. */
  findUserByName(username: string): Promise<PlatformUser | null>
  /** In the platform's order. Never empty. */
  listRoles(connection: Connection): Promise<PlatformRole[]>
  /** A page of 100. @param pageToken of the page before; null: the first */
  listMembers(connection: Connection, pageToken: string | null): Promise<MemberPage>
  /** Of the newest entries of the group's audit log. */
  listNamesInAuditLog(connection: Connection): Promise<{ readonly userId: number; readonly username: string }[]>
  /** Null: not a member. */
  getMembership(connection: Connection, userId: number): Promise<Membership | null>
  /**
   * Rank numbers in those groups that the account belongs to.
   * @param groupIds at most ten, of any connection
   * @throws RangeError for more
   */
  ranksInGroups(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Map<number, number>>
  /** In one call, for groups of any connection. */
  groupsAmong(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Set<number>>
  /** Idempotent. */
  assignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  /** Idempotent. */
  unassignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  /** At most 20. @param pageToken of the page before; null: the first */
  listJoinRequests(
    connection: Connection,
    options: { readonly userId?: number; readonly pageToken: string | null },
  ): Promise<JoinRequestPage>
  /** Null: none. */
  findJoinRequest(connection: Connection, userId: number): Promise<JoinRequest | null>
  /** A request that is gone is `not_found`. */
  decideJoinRequest(connection: Connection, requestId: string, verb: 'accept' | 'decline'): Promise<void>
  /** The newest in the audit log, as far as the credential may read it. Null: none found. */
  findJoinDecision(connection: Connection, userId: number): Promise<JoinDecision | null>
  /** @param groupId limits `canReadGroup` and `canWriteGroup`; default: any */
  introspectKey(apiKey: string, groupId?: number): Promise<Introspection>
  /**
   * Failures with `sent` may have used up the token. A revoked grant fails with `credentials` and
   * `authenticationFailed`.
   */
  refreshToken(grant: OAuthGrant): Promise<OAuthTokens>
  /**
   * By the API and manual, newest first.
   * @param options `after`: only later ones
   */
  listRoleChanges(
    connection: Connection,
    options: { readonly limit: number; readonly after?: Date },
  ): Promise<RoleChange[]>
}

/**
 * - `credentials`: rejected, or no permission on the target
 * - `rate_limited`: 429; no effect
 * - `timeout`: no complete response in time
 * - `request_timeout`: 408
 * - `rejected`: invalid; no effect
 * - `not_found`: group, role or membership; no effect
 * - `unavailable`: no connection, 5xx, redirect, or unreadable response
 */
export type FailureKind =
  'credentials' | 'rate_limited' | 'timeout' | 'request_timeout' | 'rejected' | 'not_found' | 'unavailable'

export interface FailureFacts {
  readonly sent?: boolean
  readonly status?: number
  readonly retryAfterSeconds?: number | null
  readonly authenticationFailed?: boolean
}

/** The message contains no credentials and no text of the platform. */
export class PlatformFailure extends Error {
  /** A write may have taken effect. */
  readonly sent: boolean
  readonly status: number | null
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | null
  /** False if the credential only lacks a permission. */
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
