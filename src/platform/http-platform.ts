// Open Cloud v2, and the legacy users API for usernames.
import { PlatformFailure } from './platform'
import type {
  Connection,
  Introspection,
  MemberPage,
  Membership,
  OAuthGrant,
  OAuthTokens,
  Platform,
  PlatformRole,
  PlatformUser,
} from './platform'
import { confirmScoped, UNUSED_ID } from './scoped-membership'
import { withoutTrailingSlash, type HttpCallsOptions } from './http-calls'
import { JoinRequestCalls } from './http-join-requests'
import type { Reader } from './json'
import { nullWhen, send, unreadableResponse, type Call } from './transport'
import {
  isInvalidGrant,
  readIntrospection,
  readMembership,
  readMembershipsPage,
  type ListedMembership,
  readRefusedKey,
  readRole,
  readRolesPage,
  readTokens,
  readUser,
  readUserCreation,
  readUsersByName,
  type NewTokens,
} from './wire'

export interface HttpPlatformOptions extends HttpCallsOptions {
  /** Legacy users API, for example `https://users.roblox.com`. */
  readonly usersUrl: string
}

const maxGroups = 10

export class HttpPlatform extends JoinRequestCalls implements Platform {
  private readonly usersUrl: string

  constructor(options: HttpPlatformOptions) {
    super(options)
    this.usersUrl = withoutTrailingSlash(options.usersUrl)
  }

  /** Calls Get User (Open Cloud v2). */
  getUser(connection: Connection, userId: number): Promise<PlatformUser | null> {
    return this.user(connection, userId, readUser)
  }

  /** Calls Get User (Open Cloud v2). */
  async accountCreatedAt(connection: Connection, userId: number): Promise<Date | null> {
    const account = await this.user(connection, userId, readUserCreation)
    return account && account.createdAt
  }

  /** The legacy users API needs no credentials, and also finds previous names. */
  async findUserByName(username: string): Promise<PlatformUser | null> {
    const call: Call = {
      name: 'find user by name',
      method: 'POST',
      url: `${this.usersUrl}/v1/usernames/users`,
      connection: null,
      body: { usernames: [username], excludeBannedUsers: false },
      writes: false,
    }
    const found = await nullWhen([400], send(call, this.timeoutMs, readUsersByName))
    const match = found?.find((one) => one.requestedName.toLowerCase() === username.toLowerCase())
    return match?.user ?? null
  }

  /** Calls List Group Roles (Open Cloud v2). */
  async listRoles(connection: Connection): Promise<PlatformRole[]> {
    const call = this.read('list roles', `/cloud/v2/groups/${connection.groupId}/roles?maxPageSize=20`, connection)
    const roles: PlatformRole[] = []
    for await (const page of this.pages(call, readRolesPage)) roles.push(...page)
    // every group has at least guest, member and owner
    if (roles.length === 0) throw unreadableResponse(call, 200)
    return roles
  }

  /** Calls List Group Memberships (Open Cloud v2). */
  listMembers(connection: Connection, pageToken: string | null): Promise<MemberPage> {
    const page = pageToken === null ? '' : `&pageToken=${encodeURIComponent(pageToken)}`
    const path = `/cloud/v2/groups/${connection.groupId}/memberships?maxPageSize=100${page}`
    return send(this.read('list members', path, connection), this.timeoutMs, readMembershipsPage)
  }

  /** Calls List Group Memberships (Open Cloud v2). */
  async getMembership(connection: Connection, userId: number): Promise<Membership | null> {
    const call = this.membershipsOf(connection, userId)
    for await (const page of this.pages(call, readMembershipsPage)) {
      const own = page.find((listed) => listed.userId === userId)
      if (own) return own.membership
      if (page.length === 0) continue
      const ask = (id: number) => send(this.membershipsOf(connection, id), this.timeoutMs, readMembershipsPage)
      const scoped = await confirmScoped(page, userId, ask)
      if (scoped) return { ...scoped.membership, groupUserId: scoped.userId }
      // the filter was ignored: absence proves nothing
      throw unreadableResponse(call, 200)
    }
    return null
  }

  private membershipsOf(connection: Connection, userId: number): Call {
    const filter = encodeURIComponent(`user == 'users/${userId}'`)
    const path = `/cloud/v2/groups/${connection.groupId}/memberships?maxPageSize=10&filter=${filter}`
    return this.read('get membership', path, connection)
  }

  /** Calls List Group Memberships of the wildcard group, then Get Group Role for each (Open Cloud v2). */
  async ranksInGroups(
    connection: Connection,
    userId: number,
    groupIds: readonly number[],
  ): Promise<Map<number, number>> {
    const wanted = new Set(groupIds)
    if (wanted.size > maxGroups)
      throw new RangeError(`ranks in ${wanted.size} groups requested; at most ${maxGroups} are allowed`)
    const held = await this.rolesInGroups(connection, userId, wanted)
    const ranks = [...held].map(async ([groupId, roleIds]): Promise<[number, number]> => {
      const found = await Promise.all(roleIds.map((roleId) => this.rankOf({ ...connection, groupId }, roleId)))
      return [groupId, Math.max(...found)]
    })
    return new Map(await Promise.all(ranks))
  }

  async groupsAmong(connection: Connection, userId: number, groupIds: readonly number[]): Promise<Set<number>> {
    return new Set((await this.rolesInGroups(connection, userId, new Set(groupIds))).keys())
  }

  /** Calls Assign Role (Open Cloud v2). */
  assignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership> {
    return this.changeRole('assignRole', connection, membershipId, roleId)
  }

  /** Calls Unassign Role (Open Cloud v2). */
  unassignRole(connection: Connection, membershipId: string, roleId: number): Promise<Membership> {
    return this.changeRole('unassignRole', connection, membershipId, roleId)
  }

  /** Calls Introspect (API keys). A rejection means that the key is not active. */
  async introspectKey(apiKey: string, groupId?: number): Promise<Introspection> {
    const call: Call = {
      name: 'introspect key',
      method: 'POST',
      url: `${this.apiUrl}/api-keys/v1/introspect`,
      connection: null,
      body: { apiKey },
      writes: false,
    }
    return send(call, this.timeoutMs, (body) => readIntrospection(body, groupId), readRefusedKey)
  }

  /** Calls `POST /oauth/v1/token` (RFC 6749, 6). */
  async refreshToken({ clientId, clientSecret, refreshToken }: OAuthGrant): Promise<OAuthTokens> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const call: Call = {
      name: 'refresh token',
      method: 'POST',
      url: `${this.apiUrl}/oauth/v1/token`,
      connection: null,
      body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
      writes: true,
    }
    const readRefusal = (status: number, body: unknown) =>
      isInvalidGrant(status, body) ? { refusedWith: status } : null
    const answer = await send<NewTokens | { refusedWith: number }>(call, this.timeoutMs, readTokens, readRefusal)
    if (!('refusedWith' in answer)) return { ...answer, refreshToken: answer.refreshToken ?? refreshToken }
    const message = `${call.name}: the platform rejected the grant`
    throw new PlatformFailure('credentials', message, { status: answer.refusedWith, authenticationFailed: true })
  }

  private async user<T extends { readonly userId: number }>(
    connection: Connection,
    userId: number,
    read: Reader<T>,
  ): Promise<T | null> {
    const call = this.read('get user', `/cloud/v2/users/${userId}`, connection)
    const user = await nullWhen([400, 404], send(call, this.timeoutMs, read))
    if (user !== null && user.userId !== userId) throw unreadableResponse(call, 200)
    return user
  }

  /** The highest role in each group, or all if the highest was not reported. */
  private async rolesInGroups(
    connection: Connection,
    userId: number,
    wanted: ReadonlySet<number>,
  ): Promise<Map<number, readonly number[]>> {
    const held = new Map<number, readonly number[]>()
    if (wanted.size === 0) return held
    const call = this.membershipsAnywhere(connection, userId)
    let isFiltered: boolean | null = null
    for await (const page of this.pages(call, readMembershipsPage)) {
      // an account can have another id in a group; if the filter was ignored, absence proves nothing
      const isOwn = page.every(({ userId: whose }) => whose === userId)
      if (!isOwn) isFiltered ??= await this.filtersByUser(connection, userId, page)
      if (isFiltered === false) throw unreadableResponse(call, 200)
      for (const { groupId, membership } of page) {
        // the group is unknown
        if (groupId === null) throw unreadableResponse(call, 200)
        if (!wanted.has(groupId)) continue
        const roleIds = membership.highestRole === null ? membership.roles : [membership.highestRole]
        // every member holds at least the base role
        if (roleIds.length === 0) throw unreadableResponse(call, 200)
        held.set(groupId, roleIds)
      }
      if (held.size === wanted.size) break
    }
    return held
  }

  /** The filter must find nothing for an unused id, and the page again for the account. */
  private async filtersByUser(
    connection: Connection,
    userId: number,
    page: readonly ListedMembership[],
  ): Promise<boolean> {
    const ask = async (id: number): Promise<readonly ListedMembership[]> =>
      (await send(this.membershipsAnywhere(connection, id), this.timeoutMs, readMembershipsPage)).items
    if ((await ask(UNUSED_ID)).length > 0) return false
    const again = new Set((await ask(userId)).map((one) => one.userId))
    return page.every((one) => again.has(one.userId))
  }

  private membershipsAnywhere(connection: Connection, userId: number): Call {
    const filter = encodeURIComponent(`user in ['users/${userId}']`)
    return this.read('list memberships', `/cloud/v2/groups/-/memberships?maxPageSize=100&filter=${filter}`, connection)
  }

  private async rankOf(connection: Connection, roleId: number): Promise<number> {
    const call = this.read('get role', `/cloud/v2/groups/${connection.groupId}/roles/${roleId}`, connection)
    const role = await send(call, this.timeoutMs, readRole)
    if (role.uniqueId !== roleId) throw unreadableResponse(call, 200)
    return role.rankId
  }

  private changeRole(
    verb: 'assignRole' | 'unassignRole',
    connection: Connection,
    membershipId: string,
    roleId: number,
  ): Promise<Membership> {
    const group = `groups/${connection.groupId}`
    const call: Call = {
      name: verb === 'assignRole' ? 'assign role' : 'unassign role',
      method: 'POST',
      url: `${this.apiUrl}/cloud/v2/${group}/memberships/${encodeURIComponent(membershipId)}:${verb}`,
      connection,
      body: { role: `${group}/roles/${roleId}` },
      writes: true,
    }
    return send(call, this.timeoutMs, readMembership)
  }
}
