// The job of a reversal: it collects the audit entries, then decides and takes back, in transactions of bounded size.
import { queueAutoRank } from '../awards/batches/apply'
import { lockHolders } from '../awards/batches/queries'
import { storeCounts, storeOccurrences } from '../awards/medals/awards/queries'
import { changeAll } from '../awards/points/queries'
import { findCommunity } from '../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import type { JobPayloads } from '../db/job-queue'
import { queueBoundRoles } from '../operations/enqueue/bound-roles'
import type { Acceptance } from '../operations/enqueue/queries'
import { collect } from './collect'
import type { Item } from './entries/rules'
import { readFacts } from './facts/queries'
import { finishReversal } from './finish'
import { findReversal, listOpenItems, lockReversal, storeVerdicts, updateReversal, type ReversalRow } from './queries'
import { planMember, type MemberPlan } from './rules'

/** Of a transaction; a member is not divided. */
const STEP = 500

/** Every step is committed with its progress, so a job that was killed continues. */
export async function takeBack(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  { communityId, reversalId }: JobPayloads['take-back'],
): Promise<void> {
  const community = await findCommunity(base.db, communityId)
  if (!community) return
  const log = base.log.child({ communityId, reversalId })
  for (;;) {
    const found = { ...base, community, actor: { kind: 'job', id: 'take-back' } as const, requestId: null, log }
    const reversal = await findReversal(found, reversalId)
    if (!reversal || reversal.completed_at !== null) return
    const { actor_kind: kind, actor_id: id, request_id: requestId } = reversal
    const ctx: Ctx = { ...found, actor: { kind, id }, requestId }
    if (reversal.state === 'collecting') await collect(ctx, reversal)
    else await takeStep(ctx, reversalId)
  }
}

async function takeStep(ctx: Ctx, reversalId: string): Promise<void> {
  const queued: Acceptance[] = []
  await inTransaction(ctx, async (tx) => {
    const reversal = await lockReversal(tx, reversalId)
    if (reversal?.state !== 'working') return
    const items = await listOpenItems(tx, reversalId, STEP)
    if (items.length === 0) return finishReversal(tx, reversal)
    const isDryRun = reversal.dry_run
    if (!isDryRun) await lockHolders(tx, [...new Set(items.map(({ userId }) => userId))])
    const plans = await planAll(tx, reversal, items)
    const resultOf = isDryRun ? new Map<string, string>() : await write(tx, plans, queued)
    const verdicts = [...plans.values()].flatMap((plan) => plan.verdicts)
    await storeVerdicts(tx, reversalId, verdicts, resultOf)
    const count = (state: string) => verdicts.filter((verdict) => verdict.state === state).length
    const counts = { takenBack: count('taken_back'), superseded: count('superseded'), impossible: count('impossible') }
    await updateReversal(tx, reversalId, counts)
  })
  if (queued.length > 0) ctx.rankChanges.dispatch?.()
}

async function planAll(
  tx: TxCtx,
  { kinds, reason }: ReversalRow,
  items: readonly Item[],
): Promise<ReadonlyMap<number, MemberPlan>> {
  const facts = await readFacts(tx, items)
  const itemsOf = new Map<number, Item[]>()
  for (const item of items) itemsOf.set(item.userId, [...(itemsOf.get(item.userId) ?? []), item])
  return new Map(
    [...itemsOf].map(([userId, own]) => [userId, planMember(facts.get(userId) ?? null, own, { kinds, reason })]),
  )
}

/** @returns by the audit entry that was taken back, the one with which it was */
async function write(
  tx: TxCtx,
  plans: ReadonlyMap<number, MemberPlan>,
  queued: Acceptance[],
): Promise<ReadonlyMap<string, string>> {
  const all = [...plans.values()]
  const changes = all.flatMap((plan) => plan.changes)
  const written = await changeAll(
    tx,
    changes.map(({ change }) => change),
  )
  for (const kind of ['medal', 'qualification'] as const) {
    const counts = all.flatMap((plan) => (kind === 'medal' ? plan.medals : plan.qualifications))
    await storeCounts(tx, kind, counts)
  }
  const awarded = [...plans].filter(([, { medals, qualifications }]) => medals.length + qualifications.length > 0)
  await storeOccurrences(
    tx,
    awarded.map(([userId, { medalOccurrences }]) => ({ userId, medalOccurrences })),
  )
  const roles = [...plans].flatMap(([userId, plan]) =>
    plan.roles.map(({ role, action }) => ({ userId, roleUniqueId: role, action })),
  )
  queued.push(...(await queueBoundRoles(tx, roles)))
  const experienced = changes.flatMap(({ change }) =>
    'property' in change && change.property === 'experience' ? [change.userId] : [],
  )
  await queueAutoRank(tx, await lockHolders(tx, [...new Set(experienced)]), queued)
  return new Map(changes.map(({ auditId }, index) => [auditId, written[index]?.auditId ?? '']))
}
