// SQL on communities, subscriptions and plans. Key lookup and jobs share one expression for a community.
import { sql } from 'kysely'
import type { Community, Ctx, Db, PlanHeld, TxCtx } from '../context'
import { query } from '../db/statements'

/** SQL: `community c` as JSON with its plans and its connection (CommunityFactsRow). */
export const communityFacts = `json_build_object(
  'communityId', c.community_id, 'apiEnabled', c.api_enabled,
  'experienceAwardLimit', c.experience_award_limit, 'quotaAwardLimit', c.quota_award_limit,
  'autoRankEnabled', c.auto_rank_enabled, 'autoRankDemotes', c.auto_rank_demotes,
  'connection', coalesce((select pc.status from platform_connection pc where pc.community_id = c.community_id), 'none'),
  'plans', coalesce((
    select json_agg(json_build_object('apiAccess', p.api_access, 'automaticGrading', p.automatic_grading,
      'features', p.features, 'endsAt', round(extract(epoch from s.ends_at) * 1000)))
    from subscription s join plan p on p.name = s.plan
    where s.community_id = c.community_id), '[]'))`

export interface CommunityFactsRow {
  readonly communityId: string
  readonly apiEnabled: boolean
  readonly experienceAwardLimit: number
  readonly quotaAwardLimit: number
  readonly autoRankEnabled: boolean
  readonly autoRankDemotes: boolean
  readonly connection: Community['connection']
  readonly plans: readonly PlanHeld[]
}

const findStatement = query<{ facts: CommunityFactsRow }>(
  'find_community',
  `select ${communityFacts} as facts from community c where c.community_id = $1`,
)

export async function findCommunity(db: Db, communityId: string): Promise<Community | null> {
  const [row] = await findStatement(db, [communityId])
  return row?.facts ?? null
}

/** The communities with a working platform connection, for the sync jobs. */
export async function listConnectedCommunities(db: Db): Promise<Community[]> {
  const { rows } = await sql<{ facts: CommunityFactsRow }>`
    select ${sql.raw(communityFacts)} as facts from community c
    join platform_connection connected using (community_id)
    where connected.status = 'connected' order by c.community_id`.execute(db)
  return rows.map((row) => row.facts)
}

export interface CommunitySettings {
  readonly name?: string
  readonly apiEnabled?: boolean
  readonly experienceAwardLimit?: number
  readonly quotaAwardLimit?: number
  readonly autoRankEnabled?: boolean
  readonly autoRankDemotes?: boolean
}

export type SubscriptionKind = 'subscription' | 'trial'

export async function insertCommunity(db: Db, communityId: string, name: string): Promise<void> {
  await db.insertInto('community').values({ community_id: communityId, name }).execute()
}

export async function updateCommunity(db: Db, communityId: string, settings: CommunitySettings): Promise<void> {
  const { name, apiEnabled, experienceAwardLimit, quotaAwardLimit, autoRankEnabled, autoRankDemotes } = settings
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(apiEnabled === undefined ? {} : { api_enabled: apiEnabled }),
    ...(experienceAwardLimit === undefined ? {} : { experience_award_limit: experienceAwardLimit }),
    ...(quotaAwardLimit === undefined ? {} : { quota_award_limit: quotaAwardLimit }),
    ...(autoRankEnabled === undefined ? {} : { auto_rank_enabled: autoRankEnabled }),
    ...(autoRankDemotes === undefined ? {} : { auto_rank_demotes: autoRankDemotes }),
  }
  if (Object.keys(values).length === 0) return
  await db.updateTable('community').set(values).where('community_id', '=', communityId).execute()
}

export interface AutoRankSettings {
  readonly enabled: boolean
  readonly demotes: boolean
}

export function findAutoRankSettings(ctx: Ctx): Promise<AutoRankSettings> {
  return autoRankSettings(ctx).executeTakeFirstOrThrow()
}

export function lockAutoRankSettings(tx: TxCtx): Promise<AutoRankSettings> {
  return autoRankSettings(tx).forNoKeyUpdate().executeTakeFirstOrThrow()
}

const autoRankSettings = ({ db, community }: Ctx) =>
  db
    .selectFrom('community')
    .select(['auto_rank_enabled as enabled', 'auto_rank_demotes as demotes'])
    .where('community_id', '=', community.communityId)

export function lockSettings(db: Db, communityId: string): Promise<Required<CommunitySettings>> {
  return db
    .selectFrom('community')
    .select([
      'name',
      'api_enabled as apiEnabled',
      'experience_award_limit as experienceAwardLimit',
      'quota_award_limit as quotaAwardLimit',
      'auto_rank_enabled as autoRankEnabled',
      'auto_rank_demotes as autoRankDemotes',
    ])
    .where('community_id', '=', communityId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export interface CommunityRow {
  readonly community_id: string
  readonly name: string
  readonly api_enabled: boolean
  readonly experience_award_limit: number
  readonly quota_award_limit: number
  readonly auto_rank_enabled: boolean
  readonly auto_rank_demotes: boolean
  readonly suspended_rank_unique_id: number | null
  readonly created_at: string
  readonly subscription_plan: string | null
  readonly subscription_ends_at: string | null
  readonly trial_plan: string | null
  readonly trial_ends_at: string | null
  readonly connection: Community['connection']
}

/** Communities with subscription and trial, oldest first. @param communityId null: all communities */
export async function describeCommunities(db: Db, communityId: string | null): Promise<CommunityRow[]> {
  const { rows } = await sql<CommunityRow>`
    select c.community_id, c.name, c.api_enabled, c.experience_award_limit, c.quota_award_limit,
      c.auto_rank_enabled, c.auto_rank_demotes, c.created_at,
      (select rank_unique_id from suspension_settings where community_id = c.community_id) as suspended_rank_unique_id,
      s.plan as subscription_plan, s.ends_at as subscription_ends_at,
      t.plan as trial_plan, t.ends_at as trial_ends_at, coalesce(pc.status, 'none') as connection
    from community c
    left join subscription s on s.community_id = c.community_id and s.kind = 'subscription'
    left join subscription t on t.community_id = c.community_id and t.kind = 'trial'
    left join platform_connection pc on pc.community_id = c.community_id
    where ${communityId}::text is null or c.community_id = ${communityId}
    order by c.created_at, c.community_id`.execute(db)
  return rows
}

export async function upsertSubscription(
  db: Db,
  communityId: string,
  kind: SubscriptionKind,
  plan: string,
  endsAt: string | null,
): Promise<void> {
  await db
    .insertInto('subscription')
    .values({ community_id: communityId, kind, plan, ends_at: endsAt })
    .onConflict((conflict) => conflict.columns(['community_id', 'kind']).doUpdateSet({ plan, ends_at: endsAt }))
    .execute()
}

/** The subscription or trial, locked until the transaction ends; nulls without one. */
export async function lockSubscription(
  db: Db,
  communityId: string,
  kind: SubscriptionKind,
): Promise<{ plan: string | null; endsAt: string | null }> {
  const row = await db
    .selectFrom('subscription')
    .select(['plan', 'ends_at as endsAt'])
    .where('community_id', '=', communityId)
    .where('kind', '=', kind)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? { plan: null, endsAt: null }
}

export async function deleteSubscription(db: Db, communityId: string, kind: SubscriptionKind): Promise<void> {
  await db.deleteFrom('subscription').where('community_id', '=', communityId).where('kind', '=', kind).execute()
}

export async function planExists(db: Db, name: string): Promise<boolean> {
  return (await db.selectFrom('plan').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}

export function listPlans(db: Db) {
  return db.selectFrom('plan').selectAll().orderBy('name').execute()
}

export function lockPlan(db: Db, name: string): Promise<(Required<PlanSettings> & { name: string }) | undefined> {
  return db
    .selectFrom('plan')
    .select(['name', 'api_access as apiAccess', 'automatic_grading as automaticGrading', 'features'])
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export interface PlanSettings {
  readonly apiAccess?: boolean
  readonly automaticGrading?: boolean
  readonly features?: readonly string[]
}

export async function upsertPlan(db: Db, name: string, settings: PlanSettings): Promise<void> {
  const { apiAccess, automaticGrading, features } = settings
  await db
    .insertInto('plan')
    .values({
      name,
      api_access: apiAccess ?? false,
      automatic_grading: automaticGrading ?? false,
      features: [...(features ?? [])],
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((plan) => ({
        api_access: apiAccess ?? plan.ref('plan.api_access'),
        automatic_grading: automaticGrading ?? plan.ref('plan.automatic_grading'),
        features: features === undefined ? plan.ref('plan.features') : [...features],
      })),
    )
    .execute()
}
