// Batches of awards.
import { assertMayGive } from '../../auth/effects'
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { fingerprintOf } from '../../idempotency/fingerprint'
import { applyAwardLimit, type PointsChange } from '../points/rules'
import { isUnknown, unknownEntry } from '../../identities/rules'
import { createMember, ensureMember, resolveUserId } from '../../members/actions'
import { applyBatch, type BatchState, type NewBatch } from './apply'
import { findBatch, type BatchResult } from './queries'
import {
  canonicalText,
  concernsEveryAccount,
  toEntryError,
  type EntryError,
  type GivenEntry,
  type LimitedChange,
  type PreparedEntry,
} from './rules'

/**
 * A `batchId` is applied once; entries succeed and fail independently. A repetition returns the first outcome.
 * @throws DomainError 409 `batch_id_reused`, 400 for an invalid user id
 */
export async function awardBatch(ctx: Ctx, { batchId, entries }: Schema<'AwardBatchRequest'>): Promise<BatchResult> {
  // as sent: an id that becomes known later must not make it another batch
  const sent = ctx.keyDomain ? (ctx.keyDomain.sentBody as Schema<'AwardBatchRequest'>).entries : entries
  const fingerprint = fingerprintOf(`${canonicalText(sent)}${ctx.actor.onBehalfOf ?? ''}`)
  const prepared = entries.map((entry, index) => prepare(ctx, entry, index))
  const result = await apply(ctx, batchId, fingerprint, prepared)
  if (result.state === 'reused') {
    throw new DomainError('batch_id_reused', 'This batchId was used for a batch with other entries. Use a new batchId.')
  }
  return { ...result, batchId, replayed: result.state === 'replayed' }
}

export async function getBatch(ctx: Ctx, batchId: string): Promise<BatchResult> {
  const stored = await findBatch(ctx, batchId)
  if (stored) return { ...stored, batchId, replayed: true }
  throw new DomainError(
    'batch_not_found',
    'There is no outcome for this batchId. Outcomes are kept for 24 hours and are visible to the key that sent the batch.',
  )
}

function prepare(ctx: Ctx, entry: GivenEntry, index: number): PreparedEntry {
  const { userId, by, experience, quotaPoints, medals, reason } = entry
  const { community } = ctx
  const error = permissionError(ctx, entry)
  const at = `/body/entries/${index}/userId` as const
  const account = by === 'username' ? { username: String(userId) } : accountOf(ctx, userId, at)
  return {
    ...account,
    ...(error ? { error } : {}),
    ...(experience ? { experience: limited(experience, community.experienceAwardLimit) } : {}),
    ...(quotaPoints ? { quotaPoints: limited(quotaPoints, community.quotaAwardLimit) } : {}),
    ...(medals ? { medals } : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}

function permissionError(ctx: Ctx, entry: GivenEntry): EntryError | null {
  try {
    assertMayGive(ctx, 'awardBatch', { entries: [entry] })
    return null
  } catch (error) {
    if (error instanceof DomainError) return toEntryError(error)
    throw error
  }
}

function accountOf(
  ctx: Ctx,
  userId: GivenEntry['userId'],
  at: `/body/${string}`,
): Pick<PreparedEntry, 'userId' | 'error'> {
  if (isUnknown(Number(userId))) return { error: toEntryError(unknownEntry(ctx, Number(userId))) }
  return { userId: parseId(ctx, String(userId), at) }
}

function parseId(ctx: Ctx, userId: string, at: `/body/${string}`): number {
  return resolveUserId(ctx, { userId, by: 'userId', at }, 'write') as number
}

const limited = (change: PointsChange, limit: number): LimitedChange => ({
  op: change.op,
  ...applyAwardLimit(change, limit),
})

type AppliedState = Exclude<BatchState, { state: 'incomplete' }>

async function apply(
  ctx: Ctx,
  batchId: string,
  fingerprint: Buffer,
  prepared: readonly PreparedEntry[],
): Promise<AppliedState> {
  let entries = prepared
  for (let attempt = 0; attempt < 3; attempt++) {
    const state = await applyBatch(ctx, toBatch(ctx, batchId, fingerprint, entries))
    if (state.state !== 'incomplete') return state
    const resolutionOf = await resolveAccounts(ctx, state.usernames, state.userIds)
    entries = entries.map((entry) => ({ ...entry, ...resolutionOf(entry) }))
  }
  throw new Error(`the batch ${batchId} still has unresolved accounts after three attempts`)
}

function toBatch(ctx: Ctx, batchId: string, fingerprint: Buffer, entries: readonly PreparedEntry[]): NewBatch {
  const freshSince = new Date(ctx.now().getTime() - ctx.settings.profileStalenessSeconds * 1_000)
  return { batchId, fingerprint, entries, freshSince }
}

type Resolution = Pick<PreparedEntry, 'userId' | 'error'>

const CONCURRENCY = 5

async function resolveAccounts(
  ctx: Ctx,
  usernames: readonly string[],
  userIds: readonly number[],
): Promise<(entry: PreparedEntry) => Resolution> {
  const names = new Map<string, Resolution>()
  const ids = new Map<number, Resolution>()
  const attempt = attemptUntil(performance.now() + ctx.settings.rankChangeWaitMs)
  const tasks = [
    ...usernames.map((name) => async () => void names.set(name, await attempt(() => createByName(ctx, name)))),
    ...userIds.map((userId) => async () => void ids.set(userId, await attempt(() => createById(ctx, userId)))),
  ].values()
  const worker = async (): Promise<void> => {
    for (const task of tasks) await task()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return ({ userId, username }) => (userId === undefined ? names.get(username ?? '') : ids.get(userId)) ?? {}
}

async function createById(ctx: Ctx, userId: number): Promise<number> {
  await createMember(ctx, userId)
  return userId
}

async function createByName(ctx: Ctx, username: string): Promise<number> {
  const userId = await resolveUserId(ctx, { userId: username, by: 'username' }, 'write')
  await ensureMember(ctx, userId)
  return userId
}

type Attempt = (task: () => Promise<number>) => Promise<Resolution>

/** After the deadline or an error that concerns every account, the remaining tasks fail without running. */
function attemptUntil(deadline: number): Attempt {
  let final: DomainError | null = null
  return async (task) => {
    if (performance.now() > deadline) final ??= timedOut()
    if (final) return { error: toEntryError(final) }
    try {
      return { userId: await task() }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (concernsEveryAccount(error.code)) final = error
      return { error: toEntryError(error) }
    }
  }
}

function timedOut(): DomainError {
  return new DomainError('platform_cloud_timeout', 'The platform answered too slowly for this number of new accounts.')
}
