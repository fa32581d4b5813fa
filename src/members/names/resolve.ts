// Resolves a username in steps: the members of the database, the platform's look-up by name, the group.
import type { Ctx } from '../../context'
import { isWithin } from '../../db/clock'
import { DomainError } from '../../base/errors'
import { callPlatform } from '../../platform-connection/connection'
import { notConfigured } from '../../platform-connection/errors'
import { throttledMessage } from '../../platform/failures'
import type { PlatformUser } from '../../platform/platform'
import { countNameLookup } from '../../base/telemetry/metrics'
import { findInAuditLog, findInGroup } from './group'
import { listHolders, storeName, type Holder } from './queries'
import { CallLimit } from './call-limit'
import type { StepName } from './rules'
import { askStep, type StepAnswer, type StepBase } from './steps'

/** Reads accept previous usernames. */
export type Access = 'read' | 'write'

/** Of one process: the platform documents no limit. */
const LEGACY_PER_MINUTE = 600
/** Of one community: half of what the platform allows the owner of a key, or an OAuth authorization. */
const CONFIRMATIONS_PER_MINUTE = { api_key: 500, oauth: 5 } as const

/**
 * A stored name that the platform has not confirmed within PROFILE_STALENESS_SECONDS may have passed to another
 * account, so the platform must confirm it before a write.
 * @throws DomainError 404 `member_not_found`, 409 `username_changed` or `platform_cloud_not_configured`, 503
 * `platform_names_unavailable`, or the platform's error
 */
export async function resolveName(ctx: Ctx, username: string, access: Access): Promise<number> {
  if (ctx.community.connection === 'none') throw notConfigured()
  const holders = await listHolders(ctx, username)
  const [newest] = holders
  if (newest && isWithin(ctx.settings.profileStalenessSeconds, newest.namedAt, ctx.now())) {
    countNameLookup('database', 'found')
    return newest.userId
  }
  const { confirmed, error } = await confirmHolder(ctx, holders, username)
  countNameLookup('database', confirmed === null ? (error ? 'failed' : 'unknown') : 'found')
  if (confirmed !== null) return confirmed
  const found = await askPlatform(ctx, username).catch((failure: unknown) => {
    if (newest && access === 'read' && failure instanceof DomainError) return null
    // a member whose name could not be confirmed is no stranger
    throw error && isNamesUnavailable(failure) ? error : failure
  })
  if (found) return idOf(found, username, access)
  if (newest && access === 'read') return newest.userId
  throw noAccount(username)
}

export async function resolveAccount(base: StepBase, username: string, access: Access): Promise<number> {
  const answer = await askLegacy(base, username)
  if (answer.is === 'off') throw namesUnavailable(base, username)
  if (!answer.value) throw noAccount(username)
  return idOf(answer.value, username, access)
}

interface Confirmation {
  readonly confirmed: number | null
  readonly error: DomainError | null
}

/** Renamed holders get their new name. */
async function confirmHolder(ctx: Ctx, holders: readonly Holder[], username: string): Promise<Confirmation> {
  try {
    for (const { userId } of holders) {
      const user = await readUser(ctx, userId)
      if (user) await storeName(ctx, user)
      if (user && hasName(user, username)) return { confirmed: userId, error: null }
    }
    return { confirmed: null, error: null }
  } catch (error) {
    if (error instanceof DomainError) return { confirmed: null, error }
    throw error
  }
}

const confirmations = new CallLimit()

const readUser = (ctx: Ctx, userId: number): Promise<PlatformUser | null> =>
  callPlatform(ctx, (connection) => {
    const { kind } = connection.credential
    if (!confirmations.take(ctx.community.communityId, CONFIRMATIONS_PER_MINUTE[kind], ctx.now())) throw throttled()
    return ctx.platform.getUser(connection, userId)
  })

/**
 * The look-up by name costs one call. While it is off the group is read, which costs up to a call for each of its
 * members.
 * @returns null: the platform has no such account
 */
async function askPlatform(ctx: Ctx, username: string): Promise<PlatformUser | null> {
  const legacy = await askLegacy(ctx, username)
  if (legacy.is === 'answer') return legacy.value && withGroupId(ctx, legacy.value)
  const inGroup = await askGroup(ctx, 'memberships', () => findInGroup(ctx, username))
  const found = inGroup ?? (await askGroup(ctx, 'open_cloud', () => findInAuditLog(ctx, username)))
  if (found) return found
  throw namesUnavailable(ctx, username)
}

/** The look-up returns the global id. A member of the group can have another id there, which is the account. */
async function withGroupId(ctx: Ctx, user: PlatformUser): Promise<PlatformUser> {
  const membership = await callPlatform(ctx, (connection) => ctx.platform.getMembership(connection, user.userId))
  return { ...user, userId: membership?.groupUserId ?? user.userId }
}

async function askGroup(
  ctx: Ctx,
  step: StepName,
  ask: () => Promise<PlatformUser | null>,
): Promise<PlatformUser | null> {
  const answer = await askStep(ctx, ctx.community.communityId, step, ask).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
  return answer?.is === 'answer' ? answer.value : null
}

const legacyCalls = new CallLimit()

function askLegacy(base: StepBase, username: string): Promise<StepAnswer<PlatformUser | null>> {
  if (!legacyCalls.take('', LEGACY_PER_MINUTE, base.now())) throw throttled()
  return askStep(base, '', 'legacy', () => base.platform.findUserByName(username))
}

const hasName = (user: PlatformUser, username: string): boolean =>
  user.username.toLowerCase() === username.toLowerCase()

function idOf(user: PlatformUser, username: string, access: Access): number {
  if (access === 'write' && !hasName(user, username)) throw nameChanged(username)
  return user.userId
}

const noAccount = (username: string): DomainError =>
  new DomainError('member_not_found', `The platform has no account named ${username}. Check the spelling.`)

function nameChanged(username: string): DomainError {
  return new DomainError(
    'username_changed',
    `${username} is a previous name of this account. Use its current name or its user id.`,
  )
}

export const isNamesUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'platform_names_unavailable'

function namesUnavailable({ settings }: StepBase, username: string): DomainError {
  return new DomainError(
    'platform_names_unavailable',
    `The platform's look-up of names is closed or fails, and ${username} is not known here. Name the account by its user id, or retry later.`,
    { retryAfterSeconds: settings.nameRetrySeconds },
  )
}

function throttled(): DomainError {
  return new DomainError('platform_cloud_rate_limited', throttledMessage(THROTTLED_SECONDS), {
    retryAfterSeconds: THROTTLED_SECONDS,
  })
}
/** Fixed by the specification. */
const THROTTLED_SECONDS = 30
