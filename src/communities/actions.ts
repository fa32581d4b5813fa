// Communities, subscriptions and plans, for the operator and for the operations of settings.
import { operationTable } from '../../generated/operations'
import { difference } from '../audit/difference'
import { insertAuditEntry, insertAuditEntryInEach } from '../audit/queries'
import { inTransaction, type Community, type Ctx } from '../context'
import { DomainError } from '../base/errors'
import { enqueue } from '../db/job-queue'
import { randomBase32 } from '../base/ids'
import {
  deleteSubscription,
  findCommunity,
  insertCommunity,
  listPlans,
  lockAutoRankSettings,
  lockPlan,
  lockSettings,
  lockSubscription,
  planExists,
  updateCommunity,
  upsertPlan,
  upsertSubscription,
  type AutoRankSettings,
  type CommunitySettings,
  type PlanSettings,
  type SubscriptionKind,
} from './queries'

export type Base = Omit<Ctx, 'community'>

export async function createCommunity(base: Base, name: string, plan: string): Promise<Community> {
  await assertPlan(base, plan)
  const communityId = `cmt_${randomBase32(20)}`
  await base.db.transaction().execute(async (db) => {
    await insertCommunity(db, communityId, name)
    await upsertSubscription(db, communityId, 'subscription', plan, null)
    const community = await requireCommunity({ ...base, db }, communityId)
    await insertAuditEntry({ ...base, db, community }, { action: 'community.create', after: { name, plan } })
  })
  return requireCommunity(base, communityId)
}

export async function requireCommunity(base: Base, communityId: string): Promise<Community> {
  const community = await findCommunity(base.db, communityId)
  if (community) return community
  throw new DomainError('validation_failed', `There is no community ${communityId}; see community list.`)
}

/** @returns the settings after the change; `auditId` null: no change */
export async function setCommunity(
  ctx: Ctx,
  change: CommunitySettings,
): Promise<{ readonly settings: Required<CommunitySettings>; readonly auditId: string | null }> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockSettings(tx.db, tx.community.communityId)
    await tx.assertUnchanged?.(tx)
    const settings = { ...before, ...change }
    const changed = difference(before, settings)
    if (!changed) return { settings, auditId: null }
    const { communityId } = tx.community
    await updateCommunity(tx.db, communityId, change)
    if ('singleRank' in changed.after) await enqueue(tx.db, 'recompute-ranks', { communityId })
    return { settings, auditId: await insertAuditEntry(tx, { action: 'community.set', ...changed }) }
  })
}

/** @returns the settings after the change; `auditId` null: no change */
export async function updateAutoRank(
  ctx: Ctx,
  change: { readonly enabled?: boolean | undefined; readonly demotes?: boolean | undefined },
): Promise<{ readonly settings: AutoRankSettings; readonly auditId: string | null }> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockAutoRankSettings(tx)
    await tx.assertUnchanged?.(tx)
    const settings = { enabled: change.enabled ?? stored.enabled, demotes: change.demotes ?? stored.demotes }
    const changed = difference(stored, settings)
    if (!changed) return { settings, auditId: null }
    const { enabled: autoRankEnabled, demotes: autoRankDemotes } = settings
    await updateCommunity(tx.db, tx.community.communityId, { autoRankEnabled, autoRankDemotes })
    return { settings, auditId: await insertAuditEntry(tx, { action: 'auto-rank.update', ...changed }) }
  })
}

/**
 * @param plan null: the subscription ends
 * @param endsAt RFC 3339; null: no end
 */
export async function setSubscription(
  ctx: Ctx,
  kind: SubscriptionKind,
  plan: string | null,
  endsAt: string | null,
): Promise<void> {
  if (plan !== null) await assertPlan(ctx, plan)
  await inTransaction(ctx, async (tx) => {
    const { communityId } = tx.community
    const before = await lockSubscription(tx.db, communityId, kind)
    if (plan === null) await deleteSubscription(tx.db, communityId, kind)
    else await upsertSubscription(tx.db, communityId, kind, plan, endsAt)
    await insertAuditEntry(tx, { action: `${kind}.set`, before, after: { plan, endsAt } })
  })
}

/** Those of the contract and of existing plans. */
export async function listFeatures(base: Pick<Base, 'db'>): Promise<string[]> {
  const required = Object.values(operationTable).map((operation) => operation.feature)
  const included = (await listPlans(base.db)).flatMap((plan) => plan.features)
  return [...new Set([...included, ...required])].filter((feature) => feature !== null).sort()
}

/**
 * Each community with the plan gets an audit entry.
 * @throws DomainError `validation_failed` for an unknown feature
 */
export async function setPlan(
  base: Pick<Base, 'db' | 'actor' | 'requestId'>,
  name: string,
  settings: PlanSettings,
): Promise<void> {
  const known = await listFeatures(base)
  const unknown = (settings.features ?? []).filter((feature) => !known.includes(feature))
  if (unknown.length > 0) {
    throw new DomainError(
      'validation_failed',
      `There is no feature ${unknown.join(', ')}; choose from ${known.join(', ')}.`,
    )
  }
  await base.db.transaction().execute(async (db) => {
    const before = await lockPlan(db, name)
    await upsertPlan(db, name, settings)
    await insertAuditEntryInEach({ ...base, db }, name, {
      action: 'plan.set',
      before,
      after: await lockPlan(db, name),
    })
  })
}

async function assertPlan(base: Pick<Base, 'db'>, plan: string): Promise<void> {
  if (await planExists(base.db, plan)) return
  throw new DomainError('validation_failed', `There is no plan ${plan}; see plan list.`)
}
