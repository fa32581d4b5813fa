// From a path's `userId` to a member: resolving usernames, creating on first touch, syncing the profile.
import type { Ctx } from '../context'
import { DomainError, invalid } from '../errors'
import { syncRanks } from '../platform-connection/actions'
import { askPlatform } from '../platform-connection/connection'
import { notConfigured } from '../platform-connection/errors'
import { listRanks, type RankRow } from '../ranks/queries'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type Membership, type PlatformUser } from '../platform/platform'
import { findMember, findUserIdByName, insertBareMember, storeProfile, type MemberRow } from './queries'

/** Whom a request means (spec, Common parameters of member routes). */
export interface Target {
  readonly userId: string
  readonly by?: 'userId' | 'username'
  /** Where the request says it; the path when absent. */
  readonly at?: '/path/userId' | `/body/${string}`
}

/** What the request is going to do: a read may follow a previous username, a write may not. */
export type Intent = 'read' | 'write'

/**
 * The user id behind a target.
 * @throws DomainError 400 when it is no user id, 404 `member_not_found`, 409 `username_changed` or
 *   `platform_cloud_not_configured`, or the platform's error
 */
export function resolveUserId(ctx: Ctx, { userId, by, at }: Target, intent: Intent): Promise<number> | number {
  return by === 'username' ? resolveUsername(ctx, userId, intent) : parseUserId(userId, at ?? '/path/userId')
}

function parseUserId(text: string, at: string): number {
  const number = Number(text)
  if (/^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(number)) return number
  throw invalid(at, 'pattern', 'must be a user id of digits; for a username add by=username')
}

/** A name seen within the staleness window needs no question; else the platform says who bears it. */
async function resolveUsername(ctx: Ctx, username: string, intent: Intent): Promise<number> {
  if (ctx.community.connection === 'none') throw notConfigured()
  const seen = await findUserIdByName(ctx, username)
  if (seen && isFresh(ctx, seen.syncedAt)) return seen.userId
  const user = await findUserByName(ctx, username).catch((error: unknown) => {
    // a read of a known member does not fail because the platform does
    if (seen && intent === 'read' && error instanceof DomainError) return null
    throw error
  })
  if (!user) {
    if (seen && intent === 'read') return seen.userId
    throw new DomainError('member_not_found', `The platform knows no account named ${username}. Check the spelling.`)
  }
  if (intent === 'write' && user.username.toLowerCase() !== username.toLowerCase()) throw nameChanged(username)
  return user.userId
}

async function findUserByName(ctx: Ctx, username: string): Promise<PlatformUser | null> {
  try {
    return await ctx.platform.findUserByName(username)
  } catch (error) {
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  }
}

function nameChanged(username: string): DomainError {
  return new DomainError(
    'username_changed',
    `The account once named ${username} bears another name now. Use its current name or its user id.`,
  )
}

/** Whether a profile synced then is within the staleness window. */
export function isFresh(ctx: Ctx, syncedAt: string | null): boolean {
  return syncedAt !== null && ctx.now().getTime() - Date.parse(syncedAt) < ctx.settings.profileStalenessSeconds * 1_000
}

/** The member, or 404 `member_not_found`: for removals, which create nobody, and for answers after a write. */
export async function requireMember(ctx: Ctx, userId: number): Promise<MemberRow> {
  const member = await findMember(ctx, userId)
  if (member) return member
  throw new DomainError('member_not_found', `The account ${userId} is not a member of this community.`)
}

/** Makes a member of the account if it is none yet. */
export async function ensureMember(ctx: Ctx, userId: number): Promise<void> {
  if (!(await findMember(ctx, userId))) await createMember(ctx, userId)
}

/**
 * Makes a member of an account: by its profile where the platform can be asked, bare where there is no connection.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function createMember(ctx: Ctx, userId: number): Promise<void> {
  if (ctx.community.connection === 'none') await insertBareMember(ctx, userId)
  else await joinSync(ctx, userId)
}

const running = new Map<string, Promise<void>>()

/** Syncs the profile, or waits for the sync of it that runs in this process: many first fetches ask the platform once. */
export function joinSync(ctx: Ctx, userId: number): Promise<void> {
  const name = `${ctx.community.communityId} ${userId}`
  const sync = running.get(name) ?? syncProfile(ctx, userId).finally(() => running.delete(name))
  running.set(name, sync)
  return sync
}

/**
 * Reads the account and its roles from the platform and stores them; makes it a member if it is none.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function syncProfile(ctx: Ctx, userId: number): Promise<void> {
  const [user, membership] = await askPlatform(ctx, (connection) =>
    Promise.all([ctx.platform.getUser(connection, userId), ctx.platform.getMembership(connection, userId)]),
  )
  if (!user) {
    throw new DomainError(
      'member_not_found',
      `The platform knows no account with the id ${userId}. A game server may see scoped ids: try by=username.`,
    )
  }
  const rank = membership ? highestOf(await ranksCovering(ctx, membership), membership) : null
  await storeProfile(ctx, user, rank?.unique_id ?? null)
}

/** The community's ranks; synced first when they lack one of the roles held. */
export async function ranksCovering(ctx: Ctx, { roles }: Pick<Membership, 'roles'>): Promise<RankRow[]> {
  const ranks = await listRanks(ctx)
  if (roles.every((role) => ranks.some((rank) => rank.unique_id === role))) return ranks
  await syncRanks(ctx)
  return listRanks(ctx)
}

/** Of the roles held, the one with the highest rank number that is stored. */
export function highestOf(ranks: readonly RankRow[], { roles }: Pick<Membership, 'roles'>): RankRow | null {
  return ranks.findLast((rank) => roles.includes(rank.unique_id)) ?? null
}
