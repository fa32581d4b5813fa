// The job of a reversal: it collects the audit entries, then decides and takes back, in transactions of bounded size.
import { queueAutoRank } from '../awards/batches/apply'
import { lockHolders } from '../awards/batches/queries'
import { storeCounts, storeOccurrences } from '../awards/medals/awards/queries'
import { changeAll } from '../awards/points/queries'
import { mayGradeAutomatically } from '../applications/forms/actions'
import { groupBy } from '../base/group-by'
import { findStorage } from '../communities/storage/queries'
import { findCommunity } from '../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { enqueueLater, type JobPayloads } from '../db/job-queue'
import { lockAccounts } from '../identities/accounts/queries'
import { listRanks } from '../ranks/queries'
import { requirementFor } from '../auth/effects'
import { queueBoundRoles } from '../operations/enqueue/bound-roles'
import type { Acceptance, NewOperation } from '../operations/enqueue/queries'
import { newOperationId } from '../operations/enqueue/resolve-target'
import { countTakes } from '../auth/takes/queries'
import { enqueueOnePerMember } from '../operations/enqueue/one-per-member'
import { kindsOfAuthor } from './author'
import { collect } from './collect'
import { isOfRecord, type Item } from './entries/rules'
import { findBounds, readFacts, readLogWithoutAccount } from './facts/queries'
import { finishReversal, UNAUTHORIZED } from './finish'
import {
  findReversal,
  hasQueuedItems,
  listOpenItems,
  lockReversal,
  countItems,
  refuseOpenItems,
  storeVerdicts,
  type ReversalRow,
  type Written,
} from './queries'
import type { NeededOperation } from './ranks/outcome'
import { priorityOf } from './room'
import { lockRecords, readRecords } from './records/queries'
import { writeRecords } from './records/write'
import { decideMember, type Log, type MemberFacts, type MemberOutcome } from './rules'

/** Items of a transaction; a member is not divided. */
const STEP = 500
/** Ranks and roles wait for the budget of the platform, and for a connection that was lost. */
const DEADLINE_SECONDS = 24 * 3_600

/**
 * Every step is committed with its progress, so a job that was killed continues. Each one asks what the author may do now. The end of an operation queues the job
 * again (sql/functions/end_reversal_operation.sql).
 */
export async function takeBack(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  { communityId, reversalId }: JobPayloads['take-back'],
): Promise<void> {
  const community = await findCommunity(base.db, communityId)
  if (!community) return
  const log = base.log.child({ communityId, reversalId })
  let limit = STEP
  for (;;) {
    const found = { ...base, community, actor: { kind: 'job', id: 'take-back' } as const, requestId: null, log }
    const reversal = await findReversal(found, reversalId)
    if (!reversal || reversal.completed_at !== null) return
    const { actor_kind: kind, actor_id: id, request_id: requestId } = reversal
    const ctx: Ctx = { ...found, actor: { kind, id }, requestId }
    if (reversal.state === 'collecting') await collect(ctx, reversal)
    else {
      const end = await takeStep(ctx, reversalId, limit)
      if (end === 'done') return
      if (end === 'more') continue
      if (limit > 1) limit = Math.ceil(limit / 2)
      else return await continueLater(ctx, reversal, end.resetMs)
    }
  }
}

/** The key has taken too much: the job runs again when it may take once more. */
async function continueLater(ctx: Ctx, reversal: ReversalRow, resetMs: number): Promise<void> {
  const payload = { communityId: ctx.community.communityId, reversalId: reversal.reversal_id }
  await enqueueLater(ctx.db, 'take-back', payload, new Date(ctx.now().getTime() + resetMs), priorityOf(reversal))
}

/** The takes of the key would exceed its number an hour, so nothing was written. */
class Excess extends Error {
  constructor(readonly resetMs: number) {
    super('the key has taken too much')
  }
}

/** @returns whether there may be more to decide, or until when the key may take nothing more */
async function takeStep(
  ctx: Ctx,
  reversalId: string,
  limit: number,
): Promise<'more' | 'done' | { readonly resetMs: number }> {
  const queued: Acceptance[] = []
  const step = inTransaction(ctx, async (tx) => {
    const reversal = await lockReversal(tx, reversalId)
    if (reversal?.state !== 'working') return false
    const items = await listOpenItems(tx, reversalId, limit)
    if (items.length === 0) {
      const isWaiting = await hasQueuedItems(tx, reversalId)
      const counted = await countItems(tx, reversalId)
      if (!isWaiting) await finishReversal(tx, counted)
      return false
    }
    const permitted = await kindsOfAuthor(tx)
    if (permitted === null) {
      await refuseOpenItems(tx, reversalId, UNAUTHORIZED)
      return true
    }
    const isDryRun = reversal.dry_run
    if (!isDryRun) await lock(tx, items)
    const kinds = reversal.kinds.filter((kind) => permitted.includes(kind))
    const outcomes = await decideAll(tx, { ...reversal, kinds }, items)
    const written = isDryRun ? null : await write(tx, reversal, outcomes, queued)
    const verdicts = [...outcomes.values()].flatMap((outcome) => outcome.verdicts)
    await storeVerdicts(tx, reversalId, verdicts, written)
    await countItems(tx, reversalId)
    if (!isDryRun) await countTakesIn(tx, outcomes)
    return true
  })
  try {
    const hasMore = await step
    if (queued.length > 0) ctx.rankChanges.dispatch?.()
    return hasMore ? 'more' : 'done'
  } catch (error) {
    if (!(error instanceof Excess)) throw error
    return { resetMs: error.resetMs }
  }
}

/**
 * Of a key; a person has seen and confirmed what is taken back. The last statement of the transaction.
 * @throws Excess
 */
async function countTakesIn(tx: TxCtx, outcomes: Outcomes): Promise<void> {
  const awards = [...outcomes.values()].flatMap(({ medals, qualifications }) => [...medals, ...qualifications])
  // a rank or a role is counted when its change begins
  const takes = awards.filter(({ count }) => count === 0).length
  if (takes === 0 || tx.actor.kind !== 'key') return
  const { communityId } = tx.community
  const { granted, resetMs } = await countTakes(tx.db, { communityId, ...tx.actor }, takes)
  // more takes than an hour allows: in smaller steps
  if (!granted) throw new Excess(resetMs ?? 3_600_000)
}

/** The order is that of other writers: the account, the member, then its records. */
async function lock(tx: TxCtx, items: readonly Item[]): Promise<void> {
  const idsOfAccounts = (of: readonly Item[]) => [...new Set(of.flatMap(({ userId }) => userId ?? []))]
  await lockAccounts(tx.db, idsOfAccounts(items.filter(isOfRecord)))
  await lockHolders(tx, idsOfAccounts(items))
  await lockRecords(tx, items)
}

async function decideAll(tx: TxCtx, { kinds, reason }: ReversalRow, items: readonly Item[]): Promise<Outcomes> {
  const { community } = tx
  const situation = {
    community,
    kinds,
    reason,
    ranks: await listRanks(tx),
    bounds: await findBounds(tx),
    mayGradeAutomatically: mayGradeAutomatically(tx),
    roomForForms: await roomForForms(tx),
  }
  const itemsOf = groupBy(items, ({ userId }) => userId)
  const without = itemsOf.get(null) ?? []
  const facts = new Map<number | null, MemberFacts | Log>(await readFacts(tx, items))
  if (without.length > 0) facts.set(null, await readLogWithoutAccount(tx, without))
  const recordsOf = groupBy(await readRecords(tx, items), ({ userId }) => userId)
  return new Map(
    [...itemsOf].map(([userId, own]) => {
      const log = facts.get(userId) ?? { entries: [], taken: [] }
      return [userId, decideMember(log, own, situation, recordsOf.get(userId))]
    }),
  )
}

async function roomForForms({ db, community }: TxCtx): Promise<number> {
  const { used, limit } = await findStorage(db, community.communityId, 'forms')
  return limit - used
}

/** By account; null: of no account. */
type Outcomes = ReadonlyMap<number | null, MemberOutcome>

async function write(tx: TxCtx, reversal: ReversalRow, outcomes: Outcomes, queued: Acceptance[]): Promise<Written> {
  const { reversal_id: reversalId } = reversal
  const members = [...outcomes].flatMap(([userId, outcome]) => (userId === null ? [] : [{ userId, outcome }]))
  const all = [...outcomes.values()]
  const changes = all.flatMap((outcome) => outcome.changes)
  const written = await changeAll(
    tx,
    changes.map(({ change }) => change),
  )
  for (const kind of ['medal', 'qualification'] as const) {
    const counts = all.flatMap((outcome) => (kind === 'medal' ? outcome.medals : outcome.qualifications))
    await storeCounts(tx, kind, counts)
  }
  const awarded = members.filter(({ outcome: { medals, qualifications } }) => medals.length + qualifications.length > 0)
  await storeOccurrences(
    tx,
    awarded.map(({ userId, outcome: { medalOccurrences } }) => ({ userId, medalOccurrences })),
  )
  // the restores of suspended members run before their ranks are taken back
  const records = await writeRecords(
    tx,
    all.flatMap((outcome) => outcome.records),
    reversal.reason,
  )
  // before what follows from awards: operations of a member run in the order in which they were queued
  const operations = all.flatMap((outcome) => outcome.operations.map((operation) => toOperation(reversal, operation)))
  queued.push(...(await enqueueOnePerMember(tx, operations)))
  const roles = members.flatMap(({ userId, outcome }) =>
    outcome.roles.map(({ role, action, entries }) => ({
      userId,
      roleUniqueId: role,
      action,
      reversal: { reversalId, reason: reversal.reason, entries, found: null, award: true } as const,
    })),
  )
  const ofAwards = await queueBoundRoles(tx, roles)
  queued.push(...ofAwards)
  const experienced = changes.flatMap(({ change }) =>
    'property' in change && change.property === 'experience' ? [change.userId] : [],
  )
  await queueAutoRank(tx, await lockHolders(tx, [...new Set(experienced)]), queued)
  return {
    auditIdOf: new Map([
      ...changes.map(({ auditId }, index) => [auditId, written[index]?.auditId ?? ''] as const),
      ...records,
    ]),
    operationIdOf: new Map([
      ...operations.flatMap(({ operationId, reversal: { entries } }) =>
        entries.map((id) => [id, operationId] as const),
      ),
      ...ofAwards.flatMap(entriesOfQueued),
    ]),
  }
}

function entriesOfQueued(acceptance: Acceptance): (readonly [entry: string, operationId: string])[] {
  if (acceptance.outcome !== 'queued') return []
  const { operation_id: operationId, reversal } = acceptance.operation
  return (reversal?.entries ?? []).map((entry) => [entry, operationId] as const)
}

/** The author of the reversal must still be allowed to make the change when it is sent. */
function toOperation(
  { reversal_id: reversalId, reason }: ReversalRow,
  { userId, kind, targetUniqueId, found, entries, changedAt }: NeededOperation,
) {
  return {
    operationId: newOperationId(),
    kind,
    userId,
    targetUniqueId,
    awaited: false,
    mustRun: true,
    requires: requirementFor(kind === 'rank.set' ? 'rank' : 'role'),
    deadlineSeconds: DEADLINE_SECONDS,
    reversal: { reversalId, reason, entries, found, ...(changedAt && { changedAt }) },
  } satisfies NewOperation
}
