// Fetches a member, after a sync of its profile.
import { errorStatus } from '../../../generated/errors'
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { isWithin } from '../../db/clock'
import { DomainError } from '../../base/errors'
import { createMember, requireMember, syncProfile, syncProfileOnce } from '../../members/actions'
import { findMember, type MemberRow } from '../../members/queries'
import { notConfigured } from '../../platform-connection/errors'
import { findPausedAt } from '../../platform-connection/pause/queries'
import { runAutoRank, snapshotOf } from '../auto-rank/actions'

type FetchMeta = Schema<'MemberFetched'>['meta']

export interface FetchedMember {
  readonly member: MemberRow
  readonly meta: FetchMeta
}

/**
 * A stale profile is synced first, with AutoRank. `meta` reports a failure of the platform.
 * @throws DomainError the platform's error for an account that is not a member yet
 */
export async function fetchMember(ctx: Ctx, userId: number): Promise<FetchedMember> {
  const known = await findMember(ctx, userId)
  if (known && isWithin(ctx.settings.profileStalenessSeconds, known.synced_at, ctx.now())) {
    return {
      member: known,
      meta: { sync: { outcome: 'fresh', code: null }, autoRank: { outcome: 'skipped', reason: 'profile_fresh' } },
    }
  }
  if (ctx.community.connection === 'none') return fetchUnconnected(ctx, userId, known)
  try {
    await syncProfileOnce(ctx, userId, known)
  } catch (error) {
    if (!known || !(error instanceof DomainError)) throw error
    return { member: known, meta: notSynced('failed', error) }
  }
  const autoRank = await runAutoRank(ctx, snapshotOf(await requireMember(ctx, userId)))
    .catch(skippedWhilePaused(ctx))
    .catch((error: unknown) => {
      if (error instanceof DomainError) return { outcome: 'skipped' as const, reason: error.code }
      throw error
    })
  return { member: await requireMember(ctx, userId), meta: { sync: { outcome: 'synced', code: null }, autoRank } }
}

/**
 * Syncs whatever the age of the profile, with AutoRank.
 * @throws DomainError 409 `platform_cloud_not_configured`, or the platform's error
 */
export async function refreshMember(ctx: Ctx, userId: number): Promise<FetchedMember> {
  if (ctx.community.connection === 'none') throw notConfigured()
  await syncProfile(ctx, userId)
  const autoRank = await runAutoRank(ctx, snapshotOf(await requireMember(ctx, userId))).catch(skippedWhilePaused(ctx))
  return { member: await requireMember(ctx, userId), meta: { sync: { outcome: 'synced', code: null }, autoRank } }
}

/** A read answers although somebody paused the writes to the group. */
const skippedWhilePaused = (ctx: Ctx) => async (error: unknown) => {
  const isUnavailable = error instanceof DomainError && errorStatus[error.code] === 503
  if (isUnavailable && (await findPausedAt(ctx)) !== null)
    return { outcome: 'skipped' as const, reason: 'writes_paused' as const }
  throw error
}

async function fetchUnconnected(ctx: Ctx, userId: number, known: MemberRow | null): Promise<FetchedMember> {
  if (!known) await createMember(ctx, userId)
  return { member: known ?? (await requireMember(ctx, userId)), meta: notSynced('skipped', notConfigured()) }
}

function notSynced(outcome: 'skipped' | 'failed', { code }: DomainError): FetchMeta {
  const reason = outcome === 'skipped' ? 'not_connected' : code
  return { sync: { outcome, code }, autoRank: { outcome: 'skipped', reason } }
}
