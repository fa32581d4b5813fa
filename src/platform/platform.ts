// The interface to the game platform, without HTTP.
import type { components } from '../../generated/openapi'

export interface PlatformUser {
  readonly userId: number
  readonly username: string
  readonly displayName: string
}

export interface PlatformRole {
  readonly uniqueId: number
  /** 0 (guest) to 255 (owner). */
  readonly rankId: number
  readonly name: string
  readonly memberCount: number | null
  /** What a holder may do to members; null: the platform did not tell. */
  readonly powers: readonly Power[] | null
}

export type Power = components['schemas']['RankPower']

export interface Membership {
  readonly membershipId: string
  readonly roles: readonly number[]
  /** Null: not reported. */
  readonly highestRole: number | null
  /** The account's id in the group, where that is another one. */
  readonly groupUserId?: number
}

export interface MemberPage {
  readonly items: readonly { readonly userId: number; readonly membership: Membership }[]
  readonly nextPageToken: string | null
}

export interface JoinRequest {
  readonly requestId: string
  readonly userId: number
  /** RFC 3339 in UTC; null: not reported. A later request of the account has another time. */
  readonly requestedAt: string | null
}

export interface JoinRequestPage {
  readonly items: readonly JoinRequest[]
  readonly nextPageToken: string | null
}

export interface JoinDecision {
  readonly action: 'AcceptJoinRequest' | 'DeclineJoinRequest'
  readonly actorUserId: number
  readonly at: Date
}

export type PlatformCredential =
  { readonly kind: 'api_key'; readonly apiKey: string } | { readonly kind: 'oauth'; readonly accessToken: string }

/** From the headers of a response. Null: absent or unreadable. */
export interface CallLimits {
  /** Calls per minute. */
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetSeconds: number | null
  readonly retryAfterSeconds: number | null
  /** The response is a 429. */
  readonly throttled: boolean
}

export interface Connection {
  readonly groupId: number
  readonly credential: PlatformCredential
  /** Called after each response; must not throw. */
  readonly onLimits?: (limits: CallLimits) => void
}

export interface OAuthGrant {
  readonly clientId: string
  readonly clientSecret: string
  /** Valid once (RFC 6749, 6). */
  readonly refreshToken: string
}

export interface OAuthTokens {
  readonly accessToken: string
  /** Replaces the token that was used. */
  readonly refreshToken: string
  readonly expiresInSeconds: number
  readonly scopes: readonly string[]
}

/** A change of a member in the audit log of the group, by hand or by a program. */
export interface GroupChange {
  readonly action: 'ChangeRank' | 'AssignRole' | 'UnassignRole' | 'RemoveMember' | 'BanMember'
  readonly actorUserId: number
  readonly userId: number
  /** Ids of the roles given and taken. Null: none, as of a removal, or one that the log does not name. */
  readonly given: number | null
  readonly taken: number | null
  readonly at: Date
}

export interface Introspection {
  readonly active: boolean
  /**
   * Null when active. `disabled`; `expired`; `unknown`: misspelt, revoked or regenerated; `refused`: address not allowed,
   * or owner moderated.
   */
  readonly reason: string | null
  readonly ownerUserId: number | null
  readonly canReadGroup: boolean
  readonly canWriteGroup: boolean
  readonly expiresAt: Date | null
}

/** All methods throw `PlatformFailure` only, unless they say more. Null: none. */
export interface Platform {
  getUser(connection: Connection, userId: number): Promise<PlatformUser | null>
  accountCreatedAt(connection: Connection, userId: number): Promise<Date | null>
  /**
   * By current or previous name, so compare `username`, ignoring case. A 404 is a failure: the route is gone.
   */
  findUserByName(username: string): Promise<PlatformUser | null>
  /** In the platform's order; never empty. */
  listRoles(connection: Connection): Promise<PlatformRole[]>
  /** Pages of at most 100. @param pageToken of the page before; null: the first */
  listMembers(connection: Connection, pageToken: string | null): Promise<MemberPage>
  listNamesInAuditLog(connection: Connection): Promise<{ readonly userId: number; readonly username: string }[]>
  /** Null: not a member. */
  getMembership(connection: Connection, userId: number): Promise<Membership | null>
  /**
   * Rank numbers by group id, of those groups that the account belongs to.
   * @param groupIds at most ten, of any connection
   * @throws RangeError for more
   */
  ranksInGroups(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Map<number, number>>
  groupsAmong(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Set<number>>
  assignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  unassignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  /** Pages of at most 20. @param pageToken of the page before; null: the first */
  listJoinRequests(
    connection: Connection,
    options: { readonly userId?: number; readonly pageToken: string | null },
  ): Promise<JoinRequestPage>
  findJoinRequest(connection: Connection, userId: number): Promise<JoinRequest | null>
  decideJoinRequest(connection: Connection, requestId: string, verb: 'accept' | 'decline'): Promise<void>
  /** The newest in the audit log, as far as the credential may read it. */
  findJoinDecision(connection: Connection, userId: number): Promise<JoinDecision | null>
  /** @param groupId limits `canReadGroup` and `canWriteGroup`; default: any */
  introspectKey(apiKey: string, groupId?: number): Promise<Introspection>
  /**
   * Failures with `sent` may have used up the token. A revoked grant fails with `credentials` and
   * `authenticationFailed`.
   */
  refreshToken(grant: OAuthGrant): Promise<OAuthTokens>
  /**
   * Role changes, removals and bans, by anybody; newest first.
   * @param options `after`: only later ones
   */
  listGroupChanges(
    connection: Connection,
    options: { readonly limit: number; readonly after?: Date },
  ): Promise<GroupChange[]>
  /** Newest first. Null: there are more than `most`, or other entries fill as many pages. */
  listAllGroupChanges(connection: Connection, after: Date, most: number): Promise<GroupChange[] | null>
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
