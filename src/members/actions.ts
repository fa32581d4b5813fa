// Resolves, creates and syncs members.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { DomainError, invalid } from '../base/errors'
import { platformIdIn } from '../base/ids'
import { syncRanks } from '../platform-connection/actions'
import { storeIdentities } from '../identities/actions'
import { isOAuth } from '../platform-connection/memberships/queries'
import { callPlatform } from '../platform-connection/connection'
import { listRanks, type RankRow } from '../ranks/queries'
import { rankHeld } from '../ranks/rules'
import type { Membership } from '../platform/platform'
import { resolveName, type Access } from './names/resolve'
import { findMember, lookUpMembers, type MemberRow } from './queries'
import { insertMember, markSynced, storeMemberRank, storeProfile } from './profile/queries'
import { awardsIn, missingOf } from './rules'
import { toMemberFields } from './views'

const MAX_LOOKUP = 100

export interface Target {
  readonly userId: string
  readonly by?: 'userId' | 'username'
  /** JSON pointer; default `/path/userId`. */
  readonly at?: '/path/userId' | `/body/${string}`
}

/**
 * Synchronous unless a username is given.
 * @throws DomainError 400 for an invalid user id; those of `resolveName`
 */
export function resolveUserId(ctx: Ctx, { userId, by, at }: Target, access: Access): Promise<number> | number {
  if (by === 'username') return resolveName(ctx, userId, access)
  const parsed = platformIdIn(userId)
  if (parsed !== null) return parsed
  const hint = at?.startsWith('/body') ? 'set "by": "username"' : 'add by=username'
  throw invalid(at ?? '/path/userId', 'pattern', `must be a user id of digits; for a username ${hint}`)
}

/**
 * Medals and qualifications are read only if they are selected.
 * @throws DomainError 400 for more than MAX_LOOKUP ids and names in total
 */
export async function lookUp(ctx: Ctx, request: Schema<'MemberLookupRequest'>): Promise<Schema<'MemberLookup'>> {
  const { userIds = [], usernames = [], fields } = request
  if (userIds.length + usernames.length > MAX_LOOKUP) {
    throw invalid('/body', 'maxItems', `must have at most ${MAX_LOOKUP} user ids and usernames in total`)
  }
  const requested = { userIds: userIds.map(Number), usernames }
  const rows = await lookUpMembers(ctx, { ...requested, ...awardsIn(fields) })
  const read = rows.filter((row) => !row.is_remaining)
  return {
    members: read.map((row) => toMemberFields(row, fields)),
    missing: missingOf(requested, rows),
    remaining: rows.filter((row) => row.is_remaining).map((row) => String(row.user_id)),
  }
}

export async function requireMember(ctx: Ctx, userId: number): Promise<MemberRow> {
  const member = await findMember(ctx, userId)
  if (member) return member
  throw unknownMember(userId)
}

export function unknownMember(userId: number): DomainError {
  return new DomainError('member_not_found', `The account ${userId} is not a member of this community.`)
}

export async function ensureMember(ctx: Ctx, userId: number): Promise<void> {
  if (!(await findMember(ctx, userId))) await createMember(ctx, userId)
}

/**
 * Takes only ids; needs no connection.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function createMember(ctx: Ctx, userId: number): Promise<void> {
  if (ctx.community.connection === 'none') await insertMember(ctx, userId)
  else await syncProfileOnce(ctx, userId)
}

const running = new Map<string, Promise<void>>()

/** Concurrent calls share one sync. @param known the stored member */
export function syncProfileOnce(ctx: Ctx, userId: number, known: MemberRow | null = null): Promise<void> {
  const name = `${ctx.community.communityId} ${userId}`
  const sync = running.get(name) ?? syncStaleProfile(ctx, known, userId).finally(() => running.delete(name))
  running.set(name, sync)
  return sync
}

/**
 * The member is created if absent. With OAuth, a member whose name is known gets only the rank and the roles, because a
 * token reads 10 accounts a minute.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
async function syncStaleProfile(ctx: Ctx, known: MemberRow | null, userId: number): Promise<void> {
  if (known?.username == null || !(await isOAuth(ctx))) return syncProfile(ctx, userId)
  const membership = await callPlatform(ctx, (connection) => ctx.platform.getMembership(connection, userId))
  const rank = membership ? rankHeld(await loadRanksFor(ctx, membership), membership.roles) : null
  await storeMemberRank(ctx, userId, rank?.unique_id ?? null, membership?.roles ?? [])
  await markSynced(ctx, [userId])
}

/**
 * The member is created if absent.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function syncProfile(ctx: Ctx, userId: number): Promise<void> {
  const [user, membership, groupId] = await callPlatform(ctx, async (connection) => [
    ...(await Promise.all([ctx.platform.getUser(connection, userId), ctx.platform.getMembership(connection, userId)])),
    connection.groupId,
  ])
  if (!user) {
    throw new DomainError(
      'member_not_found',
      `The platform has no account with the id ${userId}. A game server may see scoped ids: try by=username.`,
    )
  }
  const rank = membership ? rankHeld(await loadRanksFor(ctx, membership), membership.roles) : null
  await storeProfile(ctx, user, rank?.unique_id ?? null, membership?.roles ?? [])
  if (membership?.groupUserId !== undefined) {
    const { username, displayName } = user
    const report = { id: membership.groupUserId, username, displayName, account: userId }
    await storeIdentities(ctx, `group-${groupId}`, [report], 'vendor')
  }
}

export async function loadRanksFor(
  ctx: Ctx,
  { roles }: Pick<Membership, 'roles'>,
  known?: readonly RankRow[],
): Promise<readonly RankRow[]> {
  const ranks = known ?? (await listRanks(ctx))
  if (roles.every((role) => ranks.some((rank) => rank.unique_id === role))) return ranks
  await syncRanks(ctx)
  return listRanks(ctx)
}
