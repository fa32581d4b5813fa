// What an operator does to a community: create it, set it up, say what it has bought.
import { operationTable } from '../../generated/operations'
import { insertAuditEntries, insertAuditEntry } from '../audit/queries'
import { inTransaction, type Community, type Ctx } from '../context'
import { DomainError } from '../errors'
import { randomBase32 } from '../ids'
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

/** A context before there is a community to act on. */
export type Base = Omit<Ctx, 'community'>

/**
 * Creates a community with a subscription to a plan.
 * @throws DomainError `validation_failed` when there is no such plan
 */
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

/** The community, or a refusal that names the id. */
export async function requireCommunity(base: Base, communityId: string): Promise<Community> {
  const community = await findCommunity(base.db, communityId)
  if (community) return community
  throw new DomainError('validation_failed', `There is no community ${communityId}; see community list.`)
}

/** Changes the settings that are given. */
export async function setCommunity(ctx: Ctx, settings: CommunitySettings): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const held = await lockSettings(tx.db, tx.community.communityId)
    const before = Object.fromEntries(Object.entries(held).filter(([name]) => name in settings))
    await updateCommunity(tx.db, tx.community.communityId, settings)
    await insertAuditEntry(tx, { action: 'community.set', before, after: settings })
  })
}

/**
 * Changes the AutoRank settings that are given.
 * @returns the settings after it; without an audit entry they were so already
 */
export async function updateAutoRank(
  ctx: Ctx,
  change: { readonly enabled?: boolean | undefined; readonly demotes?: boolean | undefined },
): Promise<{ readonly settings: AutoRankSettings; readonly auditId: string | null }> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockAutoRankSettings(tx)
    const settings = { enabled: change.enabled ?? stored.enabled, demotes: change.demotes ?? stored.demotes }
    const names = (['enabled', 'demotes'] as const).filter((name) => settings[name] !== stored[name])
    if (names.length === 0) return { settings, auditId: null }
    const { enabled: autoRankEnabled, demotes: autoRankDemotes } = settings
    await updateCommunity(tx.db, tx.community.communityId, { autoRankEnabled, autoRankDemotes })
    const pick = (from: AutoRankSettings) => Object.fromEntries(names.map((name) => [name, from[name]]))
    const entry = { action: 'auto-rank.update', before: pick(stored), after: pick(settings) }
    return { settings, auditId: await insertAuditEntry(tx, entry) }
  })
}

/**
 * Says what the community has bought or tries; null ends it.
 * @param endsAt RFC 3339; null: until further notice
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

/** What a plan may include: what the contract asks for, and what a plan includes already. */
export async function listFeatures(base: Pick<Base, 'db'>): Promise<string[]> {
  const asked = Object.values(operationTable).map((operation) => operation.feature)
  const sold = (await listPlans(base.db)).flatMap((plan) => plan.features)
  return [...new Set([...sold, ...asked])].filter((feature) => feature !== null).sort()
}

/**
 * Makes a plan or changes it, for every community at once: the trail of each that has bought or tries it holds the change.
 * @throws DomainError `validation_failed` for a feature that nothing asks for
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
    await insertAuditEntries({ ...base, db }, name, {
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
