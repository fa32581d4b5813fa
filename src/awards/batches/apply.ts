// Applies a batch in one transaction, with a fixed number of statements.
import { earnedBy } from '../auto-rank/rules'
import { boundsOfCaller, inTransaction, ownerOf, type Ctx, type TxCtx } from '../../context'
import { listExistingMembers } from '../../members/queries'
import { reportAmbiguity } from '../../ranks/actions'
import { listRanks } from '../../ranks/queries'
import { decisionOnRoles, queueBoundRoles, type BoundRole } from '../../operations/enqueue/bound-roles'
import { countQueued, enqueueAll, type Acceptance } from '../../operations/enqueue/queries'
import { operationIdOf } from '../../operations/enqueue/preconditions'
import { newOperationId } from '../../operations/enqueue/resolve-target'
import { LONGEST_DEADLINE_SECONDS, queueLimitOf } from '../../operations/rules'
import { changeAll, type WrittenChange } from '../points/queries'
import type { NewChange } from '../points/rules'
import {
  findBlocked,
  findFreshUserIds,
  findOwnBatch,
  insertBatch,
  insertMedals,
  listHeldMedals,
  findMedals,
  lockBatch,
  lockHolders,
  storeOutcome,
  type GivenMedal,
  type KnownBatch,
  type StoredBatch,
  type StoredEntry,
} from './queries'
import {
  applyEntry,
  isRefusalLifted,
  type AppliedEntry,
  type Holder,
  type MedalFacts,
  type Offered,
  type PointsDraft,
  type PreparedEntry,
  type RankHolder,
} from './rules'

/** `reused`: the id belongs to other entries. `incomplete`: nothing was applied, these accounts are not resolved. */
export type BatchState =
  | ({ readonly state: 'applied' | 'replayed' } & StoredBatch)
  | { readonly state: 'reused' }
  | { readonly state: 'incomplete'; readonly usernames: readonly string[]; readonly userIds: readonly number[] }

export interface NewBatch {
  readonly batchId: string
  readonly fingerprint: Buffer
  readonly entries: readonly PreparedEntry[]
  /** Stored usernames that were confirmed since then are used without asking the platform. */
  readonly freshSince: Date
}

/** Applies the batch once for its owner. Entries that failed for a permission are applied when the caller has it. */
export async function applyBatch(ctx: Ctx, batch: NewBatch): Promise<BatchState> {
  const known = await findOwnBatch(ctx, batch.batchId)
  const isRepeated = known !== null && known.fingerprint.equals(batch.fingerprint)
  const isLifted = (entry: PreparedEntry, index: number) => isRefusalLifted(known?.entries[index], entry)
  if (known && !(isRepeated && batch.entries.some(isLifted))) return answerOf(known, batch)
  const pending = batch.entries.map((entry, index) => (known && !isLifted(entry, index) ? null : entry))
  const entries = await resolve(ctx, batch, pending)
  if ('state' in entries) return entries
  const queued: Acceptance[] = []
  const state = await inTransaction(ctx, (tx) => applyIn(tx, batch, known, entries, queued))
  if (queued.length > 0) ctx.rankChanges.dispatch?.()
  return state
}

function answerOf({ fingerprint, entries, createdAt }: KnownBatch, batch: NewBatch): BatchState {
  return fingerprint.equals(batch.fingerprint) ? { state: 'replayed', entries, createdAt } : { state: 'reused' }
}

async function resolve(
  ctx: Ctx,
  { freshSince }: NewBatch,
  pending: readonly (PreparedEntry | null)[],
): Promise<(PreparedEntry | null)[] | Extract<BatchState, { state: 'incomplete' }>> {
  const isNamed = (entry: PreparedEntry | null) => entry && entry.userId === undefined && !entry.error
  const names = pending.flatMap((entry) => (isNamed(entry) ? [entry?.username ?? ''] : []))
  const userIdOf = await findFreshUserIds(ctx, names, freshSince)
  const entries = pending.map((entry) => {
    const userId = isNamed(entry) ? userIdOf.get(entry?.username?.toLowerCase() ?? '') : undefined
    return entry && userId !== undefined ? { ...entry, userId } : entry
  })
  const userIds = [
    ...new Set(entries.flatMap((entry) => (entry?.userId === undefined || entry.error ? [] : [entry.userId]))),
  ]
  const existing = new Set(await listExistingMembers(ctx, userIds))
  const usernames = [...new Set(entries.flatMap((entry) => (isNamed(entry) ? [entry?.username ?? ''] : [])))]
  const missing = userIds.filter((userId) => !existing.has(userId))
  return usernames.length + missing.length > 0 ? { state: 'incomplete', usernames, userIds: missing } : entries
}

async function applyIn(
  tx: TxCtx,
  batch: NewBatch,
  known: KnownBatch | null,
  entries: readonly (PreparedEntry | null)[],
  queued: Acceptance[],
): Promise<BatchState> {
  const { batchId, fingerprint } = batch
  const createdAt = known?.createdAt ?? (await insertBatch(tx, batchId, fingerprint))
  // another request has applied the batch, or an erasure has changed its outcome
  if (createdAt === null || (known && !(await lockBatch(tx, batchId, known)))) {
    const other = await findOwnBatch(tx, batchId)
    return other ? answerOf(other, batch) : { state: 'reused' }
  }
  const asked = entries.filter((entry) => entry !== null)
  const userIds = [...new Set(asked.flatMap(({ userId, error }) => (userId === undefined || error ? [] : [userId])))]
  const names = [...new Set(asked.flatMap(({ medals }) => medals ?? []))]
  const holders = new Map((await lockHolders(tx, userIds)).map((holder) => [holder.userId, holder]))
  const medals = await findMedals(tx, names)
  for (const { user_id, medal_id } of await listHeldMedals(tx, userIds, medals))
    holders.get(user_id)?.medals.add(medal_id)
  const offered = await offer(tx, medals)
  const results = entries.map((entry, index) => {
    if (!entry) return known?.entries[index] as StoredEntry
    const { error, userId = null } = entry
    const stored = { userId: userId === null ? null : String(userId) }
    const holder = userId === null ? undefined : holders.get(userId)
    if (error || !holder) return { ...stored, error: error ?? ({ code: 'member_not_found' } as const) }
    const result = applyEntry(holder, entry, offered)
    return 'code' in result ? { ...stored, error: result } : { holder, result }
  })
  const changed = results.filter((one) => 'result' in one)
  const given = changed.flatMap(({ holder, result }) => newMedals(holder, result))
  await insertMedals(tx, given)
  queued.push(...(await queueBoundRoles(tx, boundRolesOf(given, medals))))
  const drafts = changed.flatMap(({ result }) => draftsOf(result))
  const written = await changeAll(tx, drafts)
  const writtenOf = new Map(drafts.map((draft, index) => [draft, written[index]]))
  const outcomes = new Map(changed.map(({ holder, result }) => [result, toOutcome(holder, result, writtenOf)]))
  const ranked = [...new Set(changed.flatMap(({ holder, result }) => (result.experience ? [holder] : [])))]
  const autoRankOf = await queueAutoRank(tx, ranked, queued)
  const outcome = results.map((one): StoredEntry => {
    if (!('result' in one)) return one
    const autoRank = one.result.experience && autoRankOf.get(one.holder.userId)
    return { ...outcomes.get(one.result), userId: String(one.holder.userId), ...(autoRank && { autoRank }) }
  })
  const stored = await storeOutcome(tx, batchId, known?.owner ?? ownerOf(tx.actor), outcome)
  return { state: 'applied', entries: stored, createdAt }
}

async function offer(tx: TxCtx, medals: readonly MedalFacts[]): Promise<Offered> {
  const bound = medals.filter(({ role }) => role !== null)
  const decide = bound.length > 0 ? await decisionOnRoles(tx, bound) : () => null
  return {
    medalOf: (name) => medals.find((medal) => medal.name === name),
    problemOf: (holder, { role, giftBounds }) => {
      const problem = role === null ? null : decide(holder, { roleUniqueId: role, action: 'assign', giftBounds })
      return problem && problem.code
    },
  }
}

const newMedals = (holder: Holder, { medals = [] }: AppliedEntry): GivenMedal[] =>
  medals.flatMap(({ draft, medalId }) => (draft ? [{ holder, medalId }] : []))

function boundRolesOf(given: readonly GivenMedal[], medals: readonly MedalFacts[]): BoundRole[] {
  return given.flatMap(({ holder, medalId }) => {
    const { role: roleUniqueId = null, giftBounds } = medals.find((medal) => medal.medalId === medalId) ?? {}
    return roleUniqueId === null ? [] : [{ userId: holder.userId, roleUniqueId, action: 'assign', giftBounds }]
  })
}

const draftsOf = ({ experience, quotaPoints, medals = [] }: AppliedEntry): NewChange[] =>
  [experience, quotaPoints, ...medals].flatMap((part) => (part?.draft ? [part.draft] : []))

type AutoRank = NonNullable<StoredEntry['autoRank']>

/** Also sets the points of the holder to those after the entry. */
function toOutcome(
  holder: Holder,
  { experience, quotaPoints, medals }: AppliedEntry,
  writtenOf: ReadonlyMap<NewChange, WrittenChange | undefined>,
): Pick<StoredEntry, 'member' | 'experience' | 'quotaPoints' | 'medals'> {
  const writtenAs = (draft: NewChange): WrittenChange => {
    const written = writtenOf.get(draft)
    if (!written) throw new Error('a change of points was not written')
    return written
  }
  const points = (property: 'experience' | 'quotaPoints', { amount, clamped, draft }: PointsDraft) => {
    const { before, after, auditId } = writtenAs(draft)
    holder[property] = after
    return { [property]: { appliedAmount: amount, clamped, change: after - before, auditId } }
  }
  return {
    ...(experience && points('experience', experience)),
    ...(quotaPoints && points('quotaPoints', quotaPoints)),
    member: { experience: holder.experience, quotaPoints: holder.quotaPoints },
    ...(medals && {
      medals: medals.map(({ name, draft }) => ({
        name,
        change: draft ? (1 as const) : (0 as const),
        auditId: draft && writtenAs(draft).auditId,
      })),
    }),
  }
}

export async function queueAutoRank(
  tx: TxCtx,
  holders: readonly RankHolder[],
  queued: Acceptance[],
): Promise<ReadonlyMap<number, AutoRank>> {
  const outcomes = new Map<number, AutoRank>()
  if (holders.length === 0) return outcomes
  const ranks = await listRanks(tx)
  const { suspended, blacklisted } = await findBlocked(
    tx,
    holders.map(({ userId }) => userId),
  )
  const movers = holders.filter((holder) => {
    const { userId } = holder
    const blocks = { suspended: suspended.has(userId), blacklisted: blacklisted.has(userId) }
    const { outcome, reason } = earnedBy({ ...holder, ...blocks, ranks }, tx, boundsOfCaller(tx))
    if (outcome === 'unchanged') outcomes.set(userId, { outcome })
    else if (outcome === 'skipped') outcomes.set(userId, { outcome, reason })
    return outcome === 'move'
  })
  const skipped = holders.find(({ userId }) => outcomes.get(userId)?.reason === 'rank_ambiguous')
  if (skipped) await reportAmbiguity(tx, ranks, skipped)
  const queueLimit = queueLimitOf(tx)
  const { scheduler } = tx.rankChanges
  const room = scheduler && movers.length > 0 ? queueLimit - (await countQueued(tx, queueLimit)) : movers.length
  for (const { userId } of movers.slice(room)) outcomes.set(userId, { outcome: 'skipped', reason: 'queue-full' })
  const operations = movers.slice(0, room).map(({ userId }) => ({
    operationId: newOperationId(),
    kind: 'rank.auto' as const,
    userId,
    targetUniqueId: null,
    awaited: false as const,
    reuses: true,
    deadlineSeconds: LONGEST_DEADLINE_SECONDS,
  }))
  const acceptances = await enqueueAll(tx, operations)
  queued.push(...acceptances)
  acceptances.forEach((acceptance, index) => {
    const userId = operations[index]?.userId ?? 0
    const operationId = operationIdOf(acceptance)
    const isPaused = acceptance.outcome === 'refused' && acceptance.refusal === 'paused'
    const refusal = isPaused ? 'scheduler-disabled' : 'scheduler-unavailable'
    if (operationId === null) outcomes.set(userId, { outcome: 'skipped', reason: refusal })
    else outcomes.set(userId, { outcome: 'queued', ...(scheduler ? { operationId } : {}) })
  })
  return outcomes
}
