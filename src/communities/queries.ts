// SQL on communities, subscriptions and plans. Key lookup and jobs share one expression for a community.
import { sql } from 'kysely'
import type { Community, Ctx, Db, TxCtx } from '../context'
import { columns, statement } from '../db/statements'
import { own } from '../db/own'
import { given } from '../base/given'

/** Selects `community c` as JSON with its plans and its connection ({@link Community}). */
export const communityFacts = 'community_facts(c)'

const findStatement = statement(
  'find_community',
  `select ${communityFacts} as "facts!" from community c where c.community_id = :communityId`,
  columns<{ readonly facts: Community }>(),
)

export async function findCommunity(db: Db, communityId: string): Promise<Community | null> {
  const [row] = await findStatement(db, { communityId })
  return row?.facts ?? null
}

/** Oldest first. @param name in any case; null: all */
export function listCommunityNames(db: Db, name: string | null, most: number) {
  const rows = db.selectFrom('community').select(['community_id', 'name']).orderBy('created_at').orderBy('community_id')
  const named = sql<string>`lower(${name ?? ''}::text)`
  return (name === null ? rows : rows.where(sql<string>`lower(name)`, '=', named)).limit(most).execute()
}

const connected = (db: Db) =>
  db
    .selectFrom('community as c')
    .innerJoin('platform_connection as pc', 'pc.community_id', 'c.community_id')
    .where('pc.status', '=', 'connected')
    .where('c.moved_at', 'is', null)

/** Seconds `from` to `from + length` of an interval of `seconds`, which contains them. */
export interface Stagger {
  readonly name: string
  readonly seconds: number
  readonly from: number
  readonly length: number
  readonly oauthOnly: boolean
  readonly withStaffRanks?: boolean
}

/**
 * The connected communities whose second of the interval is one of those, in the order of their ids. The second follows
 * from the id and the name.
 * @param after an id
 */
export function listStaggered(
  db: Db,
  { name, seconds, from, length, oauthOnly, withStaffRanks = false }: Stagger,
  after: string,
  most: number,
) {
  const second = sql<number>`(hashtextextended(${name}::text || ' ' || c.community_id, 0) & 4294967295) % ${seconds}`
  return connected(db)
    .select(['c.community_id', sql<number>`(${second})::integer`.as('second')])
    .where(second, '>=', from)
    .where(second, '<', from + length)
    .where('c.community_id', '>', after)
    .$if(oauthOnly, (some) => some.where('pc.credential_kind', '=', 'oauth'))
    .$if(withStaffRanks, (some) =>
      some.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('person as p')
            .whereRef('p.community_id', '=', 'c.community_id')
            .where('p.lowest_rank_unique_id', 'is not', null),
        ),
      ),
    )
    .orderBy('c.community_id')
    .limit(most)
    .execute()
}

/** Undefined: not connected. @param communityId null: any */
export async function findConnected(db: Db, communityId: string | null): Promise<Community | undefined> {
  const row = await connected(db)
    .select(sql<Community>`${sql.raw(communityFacts)}`.as('facts'))
    .$if(communityId !== null, (one) => one.where('c.community_id', '=', communityId as string))
    .limit(1)
    .executeTakeFirst()
  return row?.facts
}

export interface CommunitySettings {
  readonly name?: string
  readonly apiEnabled?: boolean
  readonly experienceAwardLimit?: number
  readonly quotaAwardLimit?: number
  readonly autoRankEnabled?: boolean
  readonly autoRankDemotes?: boolean
  /** Every assignable role is a rank. */
  readonly singleRank?: boolean
  /** Changes by hand in the group, above which its alarm is raised; default 50; null: no alarm. */
  readonly alarmChangesPerMinute?: number | null
  /** Queued rank changes; null: the server's (QUEUE_LIMIT). */
  readonly queueLimit?: number | null
  /** Live keys that keys and people created; null: MAX_LIVE_KEYS. */
  readonly keyLimit?: number | null
  /** Webhook endpoints; null: MAX_ENDPOINTS. */
  readonly webhookLimit?: number | null
}

export type SubscriptionKind = 'subscription' | 'trial'

export async function insertCommunity(db: Db, communityId: string, name: string): Promise<void> {
  await db.insertInto('community').values({ community_id: communityId, name }).execute()
}

export async function updateCommunity(db: Db, communityId: string, settings: CommunitySettings): Promise<void> {
  const { name, apiEnabled, experienceAwardLimit, quotaAwardLimit, autoRankEnabled, autoRankDemotes } = settings
  const { queueLimit, keyLimit, webhookLimit, singleRank, alarmChangesPerMinute } = settings
  const values = {
    name,
    api_enabled: apiEnabled,
    experience_award_limit: experienceAwardLimit,
    quota_award_limit: quotaAwardLimit,
    auto_rank_enabled: autoRankEnabled,
    auto_rank_demotes: autoRankDemotes,
    single_rank: singleRank,
    rank_ambiguous_at: singleRank === undefined ? undefined : null,
    alarm_changes_per_minute: alarmChangesPerMinute,
    queue_limit: queueLimit,
    key_limit: keyLimit,
    webhook_limit: webhookLimit,
  }
  if (Object.keys(given(values)).length === 0) return
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

const autoRankSettings = (ctx: Ctx) =>
  own(ctx).selectFrom('community').select(['auto_rank_enabled as enabled', 'auto_rank_demotes as demotes'])

const selectSettings = (db: Db, communityId: string) =>
  db
    .selectFrom('community')
    .select([
      'name',
      'api_enabled as apiEnabled',
      'experience_award_limit as experienceAwardLimit',
      'quota_award_limit as quotaAwardLimit',
      'auto_rank_enabled as autoRankEnabled',
      'auto_rank_demotes as autoRankDemotes',
      'single_rank as singleRank',
      'alarm_changes_per_minute as alarmChangesPerMinute',
      'queue_limit as queueLimit',
      'key_limit as keyLimit',
      'webhook_limit as webhookLimit',
    ])
    .where('community_id', '=', communityId)

export function findSettings({ db, community }: Ctx): Promise<Required<CommunitySettings>> {
  return selectSettings(db, community.communityId).executeTakeFirstOrThrow()
}

export function lockSettings(db: Db, communityId: string): Promise<Required<CommunitySettings>> {
  return selectSettings(db, communityId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export type CommunityRow = Awaited<ReturnType<typeof describeCommunities>>[number]

/** Oldest first. @param communityId null: all communities */
export function describeCommunities(db: Db, communityId: string | null) {
  const rows = db
    .selectFrom('community as c')
    .leftJoin('subscription as s', (join) =>
      join.onRef('s.community_id', '=', 'c.community_id').on('s.kind', '=', 'subscription'),
    )
    .leftJoin('subscription as t', (join) =>
      join.onRef('t.community_id', '=', 'c.community_id').on('t.kind', '=', 'trial'),
    )
    .leftJoin('suspension_settings as ss', 'ss.community_id', 'c.community_id')
    .leftJoin('platform_connection as pc', 'pc.community_id', 'c.community_id')
    .select(['c.community_id', 'c.name', 'c.api_enabled', 'c.experience_award_limit', 'c.quota_award_limit'])
    .select(['c.auto_rank_enabled', 'c.auto_rank_demotes', 'c.single_rank', 'c.rank_ambiguous_at', 'c.created_at'])
    .select(['c.queue_limit', 'c.key_limit', 'c.webhook_limit', 'c.moved_at'])
    .select(['c.alarm_changes_per_minute', 'c.alarmed_at', 'c.platform_paused_at'])
    .select('ss.rank_unique_id as suspended_rank_unique_id')
    .select(['s.plan as subscription_plan', 's.ends_at as subscription_ends_at'])
    .select(['t.plan as trial_plan', 't.ends_at as trial_ends_at'])
    .select(({ fn, val }) => fn.coalesce('pc.status', val<Community['connection']>('none')).as('connection'))
    .orderBy('c.created_at')
    .orderBy('c.community_id')
  return (communityId === null ? rows : rows.where('c.community_id', '=', communityId)).execute()
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

export function listAssignedPlans(ctx: Ctx) {
  return own(ctx)
    .selectFrom('subscription as s')
    .innerJoin('plan as p', 'p.name', 's.plan')
    .select(['s.kind', 's.plan', 's.ends_at', 'p.api_access', 'p.automatic_grading', 'p.features'])
    .orderBy('s.kind')
    .execute()
}

/** Nulls without a subscription. */
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
