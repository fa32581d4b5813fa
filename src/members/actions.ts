// Fetching a member and changing its numbers: creation on first touch, the profile's age, and AutoRank after both.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { DomainError } from '../errors'
import { notConfigured } from '../group/errors'
import { createMember, isFresh, joinSync, requireMember, syncProfile } from '../profiles/actions'
import { findMember, type MemberRow } from '../profiles/queries'
import { runAutoRank } from '../ranks/auto-rank'
import { changeExperience, changeQuotaPoints, type ChangedRow, type ExperienceRow } from './queries'
import { applyAwardLimit, type Applied, type PointsChange } from './rules'

type FetchMeta = Schema<'MemberFetched'>['meta']
type Change = PointsChange & { readonly reason?: string | undefined }

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

export interface Awarded<Row> {
  readonly member: MemberRow
  readonly row: Row
  readonly applied: Applied
}

/**
 * Changes the member's experience and runs AutoRank on the result.
 * @throws DomainError the outcome's error with `details.committed` when a rank change was started and did not succeed
 */
export async function awardExperience(
  ctx: Ctx,
  userId: number,
  change: Change,
): Promise<Awarded<ExperienceRow> & { autoRank: Schema<'AutoRankOutcome'> }> {
  const applied = applyAwardLimit(change, ctx.community.experienceAwardLimit)
  const row = await creating(ctx, userId, () => changeExperience(ctx, userId, change, applied))
  const autoRank = await runAutoRank(ctx, standingOf(row), row.ladder).catch((error: unknown) => {
    throw error instanceof DomainError ? error.withDetails({ committed: ['experience'] }) : error
  })
  const member = autoRank.outcome === 'changed' ? await requireMember(ctx, userId) : row
  return { member, row, applied, autoRank }
}

/** Changes the member's quota points. */
export async function awardQuotaPoints(ctx: Ctx, userId: number, change: Change): Promise<Awarded<ChangedRow>> {
  const applied = applyAwardLimit(change, ctx.community.quotaAwardLimit)
  const row = await creating(ctx, userId, () => changeQuotaPoints(ctx, userId, change, applied))
  return { member: row, row, applied }
}

/**
 * Runs a statement that needs the member; makes it one first where it is none.
 * @throws DomainError `member_not_found` when the account is erased in between
 */
async function creating<Row>(ctx: Ctx, userId: number, statement: () => Promise<Row | null>): Promise<Row> {
  const row = await statement()
  if (row) return row
  await createMember(ctx, userId)
  const second = await statement()
  if (second) return second
  throw new DomainError('member_not_found', 'The account was erased meanwhile. Read it before repeating the change.')
}

const standingOf = ({ user_id, experience, rank_unique_id }: MemberRow) => ({
  userId: user_id,
  experience,
  rankUniqueId: rank_unique_id,
})
