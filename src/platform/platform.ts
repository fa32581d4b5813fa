// What we ask of the game platform, and the one way it can fail. No HTTP here: tests and jobs depend on this file only.

export interface PlatformUser {
  readonly userId: number
  readonly username: string
  readonly displayName: string
}

export interface PlatformRole {
  /** The role's resource id; rank changes name it. */
  readonly uniqueId: number
  /** The role's place in the group, 0 (guest) to 255 (owner). */
  readonly rankId: number
  readonly name: string
  /** null: the platform does not count guests. */
  readonly memberCount: number | null
}

export interface Membership {
  readonly membershipId: string
  /** The ids of all roles held. */
  readonly roles: readonly number[]
  /** The id of the highest role held; null: the platform did not say. */
  readonly highestRole: number | null
}

/** As whom to speak: an API key of the platform, or an access token of an OAuth app. */
export type PlatformCredential =
  { readonly kind: 'api_key'; readonly apiKey: string } | { readonly kind: 'oauth'; readonly accessToken: string }

/** What an answer said of the platform's limits; null: nothing that could be read. */
export interface CallLimits {
  /** Calls of this operation in one window. */
  readonly limit: number | null
  /** Calls left in this window. */
  readonly remaining: number | null
  /** Until the window ends. */
  readonly resetSeconds: number | null
  readonly retryAfterSeconds: number | null
  /** The call was refused for its number. */
  readonly throttled: boolean
}

/** Which group to speak of, and as whom. */
export interface Connection {
  readonly groupId: number
  readonly credential: PlatformCredential
  /** Told after each call of this connection that was answered at all. Must not throw. */
  readonly heed?: (limits: CallLimits) => void
}

/** An OAuth app, and what an account has let it do. */
export interface OAuthGrant {
  readonly clientId: string
  readonly clientSecret: string
  /** Good for one use. */
  readonly refreshToken: string
}

export interface OAuthTokens {
  readonly accessToken: string
  /** The one that takes the place of the token spent. */
  readonly refreshToken: string
  readonly expiresInSeconds: number
  readonly scopes: readonly string[]
}

/** An entry of the group's audit log: somebody changed a member's roles. */
export interface RoleChange {
  readonly action: 'ChangeRank' | 'AssignRole' | 'UnassignRole'
  readonly actorUserId: number
  readonly userId: number
  readonly at: Date
}

export interface Introspection {
  readonly active: boolean
  /**
   * Why the key is not active, null if it is: `disabled`, `expired`, `unknown` (the platform does not know it: misspelt,
   * revoked or regenerated) or `refused` (not from this address, or its owner is under moderation).
   */
  readonly reason: string | null
  /** The account whose permissions the key carries; the platform counts its limits per owner. */
  readonly ownerUserId: number | null
  readonly canReadGroup: boolean
  readonly canWriteGroup: boolean
}

/** Every method throws `PlatformFailure` when the platform does not give a usable answer, and nothing else. */
export interface Platform {
  /** The account of that id; null: the platform knows no such account. */
  getUser(connection: Connection, userId: number): Promise<PlatformUser | null>
  /** When the account was made; null: the platform knows no such account. */
  accountCreatedAt(connection: Connection, userId: number): Promise<Date | null>
  /**
   * The account that bears this name now or bore it before. `username` of the result is the current name: compare it,
   * letter case aside, to learn which. null: nobody ever did.
   */
  findUserByName(username: string): Promise<PlatformUser | null>
  /** All roles of the group, in the platform's order. Never empty. */
  listRoles(connection: Connection): Promise<PlatformRole[]>
  /** What the account holds in the group; null: it is not in the group. */
  getMembership(connection: Connection, userId: number): Promise<Membership | null>
  /**
   * The account's rank number in each of these groups it is in; groups it is not in are absent. The connection lends its
   * key only: the groups may be anybody's.
   * @param groupIds at most ten groups
   * @throws RangeError when there are more
   */
  ranksInGroups(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Map<number, number>>
  /**
   * Of these groups, those the account is in. One reading, however many groups; the connection lends its key only: the groups
   * may be anybody's.
   */
  groupsAmong(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Set<number>>
  /** Gives a role. Giving one already held changes nothing. */
  assignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  /** Takes a role. Taking one not held changes nothing. */
  unassignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership>
  /** What the platform says of a key. With `groupId`, `canReadGroup` and `canWriteGroup` speak of that group, else of any. */
  introspectKey(apiKey: string, groupId?: number): Promise<Introspection>
  /**
   * Spends a refresh token for a new pair. A failure that was `sent` may have spent it too. When the platform no longer
   * honours the grant, the failure is `credentials` with `authenticationFailed`.
   */
  refreshToken(grant: OAuthGrant): Promise<OAuthTokens>
  /**
   * The newest changes of members' roles, newest first, by the API and by hand.
   * @param options `limit`: at most so many; `after`: only those later than this moment
   */
  listRoleChanges(
    connection: Connection,
    options: { readonly limit: number; readonly after?: Date },
  ): Promise<RoleChange[]>
}

/**
 * - `credentials`: the key, token or grant is not accepted, or lacks permission on the target
 * - `rate_limited`: throttled; nothing was done
 * - `timeout`: no whole answer in time
 * - `request_timeout`: the platform answered 408
 * - `rejected`: the platform refused the request as it was; nothing was done
 * - `not_found`: the group, role or membership is not there; nothing was done
 * - `unavailable`: no connection, a 5xx, a redirect, or an answer nobody can read
 */
export type FailureKind =
  'credentials' | 'rate_limited' | 'timeout' | 'request_timeout' | 'rejected' | 'not_found' | 'unavailable'

export interface FailureFacts {
  readonly sent?: boolean
  readonly status?: number
  readonly retryAfterSeconds?: number | null
  readonly authenticationFailed?: boolean
}

/** The platform gave no usable answer. The message is ours: it holds no key or token and nothing of the platform's body. */
export class PlatformFailure extends Error {
  /** A write may have had its effect. Always false for reads. */
  readonly sent: boolean
  /** The HTTP status, if one was read. */
  readonly status: number | null
  /** What the platform itself asked for in `Retry-After`. */
  readonly retryAfterSeconds: number | null
  /** The credential itself was refused, as opposed to one that lacks a permission. */
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
