// Fetches a member: creation on first touch, a sync of a stale profile, and AutoRank after it.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { DomainError } from '../errors'
import { createMember, isFresh, joinSync, requireMember, syncProfile } from '../members/actions'
import { findMember, type MemberRow } from '../members/queries'
import { notConfigured } from '../platform-connection/errors'
import { runAutoRank, standingOf } from './auto-rank/actions'

type FetchMeta = Schema<'MemberFetched'>['meta']

export interface Fetched {
  readonly member: MemberRow
  readonly meta: FetchMeta
}

/**
 * The member, synced and auto-ranked where its profile is stale. Never fails because the platform does, but for an
 * account that is not a member yet.
 */
export async function fetchMember(ctx: Ctx, userId: number): Promise<Fetched> {
  const known = await findMember(ctx, userId)
  if (known && isFresh(ctx, known.synced_at)) {
    return {
      member: known,
      meta: { sync: { outcome: 'fresh', code: null }, autoRank: { outcome: 'skipped', reason: 'profile_fresh' } },
    }
  }
  if (ctx.community.connection === 'none') return fetchUnconnected(ctx, userId, known)
  try {
    await joinSync(ctx, userId)
  } catch (error) {
    if (!known || !(error instanceof DomainError)) throw error
    return { member: known, meta: notSynced('failed', error) }
  }
  const autoRank = await runAutoRank(ctx, standingOf(await requireMember(ctx, userId))).catch((error: unknown) => {
    if (error instanceof DomainError) return { outcome: 'skipped' as const, reason: error.code }
    throw error
  })
  return { member: await requireMember(ctx, userId), meta: { sync: { outcome: 'synced', code: null }, autoRank } }
}

/**
 * The member, synced and auto-ranked now.
 * @throws DomainError whatever the platform's error is
 */
export async function refreshMember(ctx: Ctx, userId: number): Promise<Fetched> {
  if (ctx.community.connection === 'none') throw notConfigured()
  await syncProfile(ctx, userId)
  const autoRank = await runAutoRank(ctx, standingOf(await requireMember(ctx, userId)))
  return { member: await requireMember(ctx, userId), meta: { sync: { outcome: 'synced', code: null }, autoRank } }
}

async function fetchUnconnected(ctx: Ctx, userId: number, known: MemberRow | null): Promise<Fetched> {
  if (!known) await createMember(ctx, userId)
  return { member: known ?? (await requireMember(ctx, userId)), meta: notSynced('skipped', notConfigured()) }
}

function notSynced(outcome: 'skipped' | 'failed', { code }: DomainError): FetchMeta {
  const reason = outcome === 'skipped' ? 'not_connected' : code
  return { sync: { outcome, code }, autoRank: { outcome: 'skipped', reason } }
}
