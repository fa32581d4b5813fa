// Awarding many members at once: what each entry is allowed and aims at, whom the platform must be asked about, and then
// one statement that does everything.
import { createHash } from 'node:crypto'
import { operationTable } from '../../../generated/operations'
import { assertMayGive } from '../../auth/effects'
import type { Ctx } from '../../context'
import { findCommunity } from '../../communities/queries'
import type { Schema } from '../../contract/types'
import type { JobPayloads } from '../../job-queue'
import { DomainError } from '../../errors'
import { applyAwardLimit, type PointsChange } from '../rules'
import { newOperationId } from '../../rank-changes/enqueue/resolve-target'
import { createMember, ensureMember, resolveUserId } from '../../members/actions'
import { findMember } from '../../members/queries'
import { runAutoRank } from '../auto-rank/actions'
import { applyBatch, findBatch, type BatchState, type NewBatch, type Settled } from './queries'
import {
  isForEverybody,
  meaningOf,
  toEntryError,
  type EntryError,
  type GivenEntry,
  type LimitedChange,
  type PreparedEntry,
} from './rules'

/**
 * Applies a batch once per `batchId`, each entry alone; the same again answers the first outcome.
 * @throws DomainError 409 `batch_id_reused`, 400 for a user id that is none
 */
export async function awardBatch(ctx: Ctx, { batchId, entries }: Schema<'AwardBatchRequest'>): Promise<Settled> {
  // the contract's defaults are filled in before a handler sees the body
  const given = entries as readonly GivenEntry[]
  const fingerprint = createHash('sha256').update(meaningOf(given)).digest()
  const prepared = given.map((entry, index) => prepare(ctx, entry, index))
  const answer = await applied(ctx, batchId, fingerprint, prepared)
  if (answer.state === 'reused') {
    throw new DomainError(
      'batch_id_reused',
      'This batchId stands for other entries. Use a new batchId for a new batch.',
    )
  }
  return { ...answer, batchId, replayed: answer.state === 'replayed' }
}

/**
 * The stored outcome of a batch.
 * @throws DomainError 404 `batch_not_found`
 */
export async function getBatch(ctx: Ctx, batchId: string): Promise<Settled> {
  const stored = await findBatch(ctx, batchId)
  if (stored) return { ...stored, batchId, replayed: true }
  throw new DomainError(
    'batch_not_found',
    'There is no outcome of a batch with this id. Outcomes are kept for 24 hours, for the key that sent the batch.',
  )
}

/**
 * Gives a member the rank that a batch earned, where rank changes are not queued as operations (SCHEDULER=off); for the key
 * that sent the batch, if it may still.
 * @throws DomainError what the rank change failed with; the job is tried again
 */
export async function autoRankLater(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  { communityId, userId, keyId, requestId }: JobPayloads['auto-rank-member'],
): Promise<void> {
  const community = await findCommunity(base.db, communityId)
  if (!community) return
  const ctx: Ctx = {
    ...base,
    community,
    actor: { kind: 'key', id: keyId },
    requestId,
    requires: operationTable.awardBatch,
  }
  const member = await findMember(ctx, userId)
  if (!member) return
  await runAutoRank(ctx, { userId, experience: member.experience, rankUniqueId: member.rank_unique_id })
}

function prepare(ctx: Ctx, entry: GivenEntry, index: number): PreparedEntry {
  const { userId, by, experience, quotaPoints, medals, reason } = entry
  const { community } = ctx
  const error = refusalOf(ctx, entry)
  const at = `/body/entries/${index}/userId` as const
  const whom = by === 'username' ? { username: String(userId) } : { userId: userIdOf(ctx, String(userId), at) }
  return {
    ...whom,
    ...(error ? { error } : {}),
    ...(experience ? { experience: limited(experience, community.experienceAwardLimit) } : {}),
    ...(quotaPoints ? { quotaPoints: limited(quotaPoints, community.quotaAwardLimit) } : {}),
    ...(medals ? { medals } : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Why the caller may not give what the entry gives; null: it may. */
function refusalOf(ctx: Ctx, entry: GivenEntry): EntryError | null {
  try {
    assertMayGive(ctx, 'awardBatch', { entries: [entry] })
    return null
  } catch (error) {
    if (error instanceof DomainError) return toEntryError(error)
    throw error
  }
}

/** A user id needs no question, so this is no promise. */
function userIdOf(ctx: Ctx, userId: string, at: `/body/${string}`): number {
  return resolveUserId(ctx, { userId, by: 'userId', at }, 'write') as number
}

const limited = (change: PointsChange, limit: number): LimitedChange => ({
  op: change.op,
  ...applyAwardLimit(change, limit),
})

type Answer = Exclude<BatchState, { state: 'incomplete' }>

/** One statement where everybody is known; else who is not is asked for, and it is tried again. */
async function applied(
  ctx: Ctx,
  batchId: string,
  fingerprint: Buffer,
  prepared: readonly PreparedEntry[],
): Promise<Answer> {
  let entries = prepared
  for (let attempt = 0; attempt < 3; attempt++) {
    const answer = await applyBatch(ctx, toBatch(ctx, batchId, fingerprint, entries))
    if (answer.state !== 'incomplete') return answer
    const found = await findOut(ctx, answer.usernames, answer.userIds)
    entries = entries.map((entry) => ({ ...entry, ...found(entry) }))
  }
  throw new Error('a batch was neither applied nor refused')
}

function toBatch(ctx: Ctx, batchId: string, fingerprint: Buffer, entries: readonly PreparedEntry[]): NewBatch {
  const freshSince = new Date(ctx.now().getTime() - ctx.settings.profileStalenessSeconds * 1_000)
  return { batchId, fingerprint, entries, freshSince, operationIds: entries.map(newOperationId) }
}

/** What was found out about an entry. */
type Found = Pick<PreparedEntry, 'userId' | 'error'>

/** Accounts the platform is asked about at one time. */
const ASKED_AT_ONCE = 5

/** Makes members of those who are none, and learns who bears these names. @returns what is now known of an entry */
async function findOut(
  ctx: Ctx,
  usernames: readonly string[],
  userIds: readonly number[],
): Promise<(entry: PreparedEntry) => Found> {
  const names = new Map<string, Found>()
  const ids = new Map<number, Found>()
  // a game server waits for the answer, as it waits for a rank change
  const ask = makeAsk(ctx.settings.rankChangeWaitMs)
  const questions = [
    ...usernames.map((username) => async () => void names.set(username, await ask(() => joinByName(ctx, username)))),
    ...userIds.map((userId) => async () => void ids.set(userId, await ask(() => join(ctx, userId)))),
  ].values()
  const oneAfterAnother = async (): Promise<void> => {
    for (const question of questions) await question()
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, oneAfterAnother))
  return ({ userId, username }) => (userId === undefined ? names.get(username ?? '') : ids.get(userId)) ?? {}
}

async function join(ctx: Ctx, userId: number): Promise<number> {
  await createMember(ctx, userId)
  return userId
}

/** The account of that name, made a member if it is none. */
async function joinByName(ctx: Ctx, username: string): Promise<number> {
  const userId = await resolveUserId(ctx, { userId: username, by: 'username' }, 'write')
  await ensureMember(ctx, userId)
  return userId
}

type Ask = (question: () => Promise<number>) => Promise<Found>

/** A refusal is the entry's outcome. After one that all would get, or when the time is up, nothing more is asked. */
function makeAsk(forMs: number): Ask {
  const until = performance.now() + forMs
  let last: DomainError | null = null
  return async (question) => {
    if (performance.now() > until) last ??= outOfTime()
    if (last) return { error: toEntryError(last) }
    try {
      return { userId: await question() }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (isForEverybody(error.code)) last = error
      return { error: toEntryError(error) }
    }
  }
}

function outOfTime(): DomainError {
  return new DomainError('platform_cloud_timeout', 'The platform answered too slowly for so many new accounts.')
}
