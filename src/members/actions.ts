// Resolves accounts, creates members on first use, syncs profiles.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { DomainError, invalid } from '../errors'
import { syncRanks } from '../platform-connection/actions'
import { callPlatform } from '../platform-connection/connection'
import { notConfigured } from '../platform-connection/errors'
import { listRanks, type RankRow } from '../ranks/queries'
import { rankHeld } from '../ranks/rules'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type Membership, type PlatformUser } from '../platform/platform'
import { findMember, findUserIdByName, lookUpMembers, type MemberRow } from './queries'
import { insertMember, storeProfile } from './profile/queries'
import { awardsIn, missingOf } from './rules'
import { toMemberFields } from './views'

const MAX_LOOKUP = 100

/** Spec, Common parameters of member routes. */
export interface Target {
  readonly userId: string
  readonly by?: 'userId' | 'username'
  /** JSON pointer; default `/path/userId`. */
  readonly at?: '/path/userId' | `/body/${string}`
}

/** Reads accept previous usernames. */
export type Access = 'read' | 'write'

/**
 * Synchronous unless a username.
 * @throws DomainError 400 for an invalid user id, 404 `member_not_found`, 409 `username_changed` or
 * `platform_cloud_not_configured`, or the platform's error
 */
export function resolveUserId(ctx: Ctx, { userId, by, at }: Target, access: Access): Promise<number> | number {
  if (by === 'username') return resolveUsername(ctx, userId, access)
  const parsed = parseUserId(userId)
  if (parsed !== null) return parsed
  const hint = at?.startsWith('/body') ? 'set "by": "username"' : 'add by=username'
  throw invalid(at ?? '/path/userId', 'pattern', `must be a user id of digits; for a username ${hint}`)
}

/** null: not a user id, a positive integer that JSON holds exactly. */
function parseUserId(text: string): number | null {
  const number = Number(text)
  return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(number) ? number : null
}

async function resolveUsername(ctx: Ctx, username: string, access: Access): Promise<number> {
  if (ctx.community.connection === 'none') throw notConfigured()
  const seen = await findUserIdByName(ctx, username)
  if (seen && isFresh(ctx, seen.syncedAt)) return seen.userId
  const user = await findUserByName(ctx, username).catch((error: unknown) => {
    if (seen && access === 'read' && error instanceof DomainError) return null
    throw error
  })
  if (!user) {
    if (seen && access === 'read') return seen.userId
    throw noAccount(username)
  }
  return idOf(user, username, access)
}

/**
 * Without a community.
 * @throws DomainError 404 `member_not_found`, 409 `username_changed`, or the platform's error
 */
export async function resolveAccount(base: Pick<Ctx, 'platform'>, username: string, access: Access): Promise<number> {
  const user = await findUserByName(base, username)
  if (!user) throw noAccount(username)
  return idOf(user, username, access)
}

function idOf(user: PlatformUser, username: string, access: Access): number {
  if (access === 'write' && user.username.toLowerCase() !== username.toLowerCase()) throw nameChanged(username)
  return user.userId
}

const noAccount = (username: string): DomainError =>
  new DomainError('member_not_found', `The platform has no account named ${username}. Check the spelling.`)

async function findUserByName(ctx: Pick<Ctx, 'platform'>, username: string): Promise<PlatformUser | null> {
  try {
    return await ctx.platform.findUserByName(username)
  } catch (error) {
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  }
}

function nameChanged(username: string): DomainError {
  return new DomainError(
    'username_changed',
    `${username} is a previous name of this account. Use its current name or its user id.`,
  )
}

export function isFresh(ctx: Ctx, syncedAt: string | null): boolean {
  return syncedAt !== null && ctx.now().getTime() - Date.parse(syncedAt) < ctx.settings.profileStalenessSeconds * 1_000
}

/**
 * Stored members by id and name. Reads medals and qualifications only if they are selected.
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

/** Without creating it. @throws DomainError 404 `member_not_found` */
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
 * By id only, without a connection.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function createMember(ctx: Ctx, userId: number): Promise<void> {
  if (ctx.community.connection === 'none') await insertMember(ctx, userId)
  else await syncProfileOnce(ctx, userId)
}

const running = new Map<string, Promise<void>>()

/** Shared by concurrent calls. */
export function syncProfileOnce(ctx: Ctx, userId: number): Promise<void> {
  const name = `${ctx.community.communityId} ${userId}`
  const sync = running.get(name) ?? syncProfile(ctx, userId).finally(() => running.delete(name))
  running.set(name, sync)
  return sync
}

/**
 * Creates the member if absent.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function syncProfile(ctx: Ctx, userId: number): Promise<void> {
  const [user, membership] = await callPlatform(ctx, (connection) =>
    Promise.all([ctx.platform.getUser(connection, userId), ctx.platform.getMembership(connection, userId)]),
  )
  if (!user) {
    throw new DomainError(
      'member_not_found',
      `The platform has no account with the id ${userId}. A game server may see scoped ids: try by=username.`,
    )
  }
  const rank = membership ? rankHeld(await loadRanksFor(ctx, membership), membership.roles) : null
  await storeProfile(ctx, user, rank?.unique_id ?? null, membership?.roles ?? [])
}

/** @param known the stored ranks, if they were read already */
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
