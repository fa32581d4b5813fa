// SQL of the operator: switches, and the state of the dispatch, its workers and its budgets.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../../context'
import { WORKER_SILENCE_SECONDS } from '../enqueue/queries'
import type { OperationRow } from '../queries'
import type { OperationStatus } from '../rules'

export interface OperationFilter {
  readonly status: OperationStatus | null
  readonly userId: number | null
  readonly before: string | null
}

/** Newest first. */
export async function listOperations(
  ctx: Ctx,
  { status, userId, before }: OperationFilter,
  limit: number,
): Promise<OperationRow[]> {
  const { communityId } = ctx.community
  const { rows } = await sql<OperationRow>`
    select * from platform_operation
    where community_id = ${communityId}
      and (${status}::text is null or status = ${status}::text)
      and (${userId}::bigint is null or user_id = ${userId}::bigint)
      and (${before}::text is null or seq < (select seq from platform_operation
        where community_id = ${communityId} and operation_id = ${before}::text))
    order by seq desc limit ${limit}`.execute(ctx.db)
  return rows
}

/** The community of an operation, or null. Probes the key of each community. */
export async function findCommunityOf(db: Db, operationId: string): Promise<string | null> {
  const { rows } = await sql<{ community_id: string }>`
    select c.community_id from community c
    cross join lateral (select from platform_operation o
      where o.community_id = c.community_id and o.operation_id = ${operationId} limit 1) found
    limit 1`.execute(db)
  return rows[0]?.community_id ?? null
}

/** Pauses or resumes the community; false if nothing changed. */
export async function switchLane(tx: TxCtx, to: 'paused' | 'open'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into dispatch_lane as lane (community_id, paused_at)
    select ${tx.community.communityId}, now() where ${to} = 'paused'
      or exists (select from dispatch_lane where community_id = ${tx.community.communityId})
    on conflict (community_id) do update set paused_at = case when ${to} = 'paused' then now() end
    where (lane.paused_at is not null) <> (${to} = 'paused')`.execute(tx.db)
  return numAffectedRows === 1n
}

/** Pauses or resumes the deployment; false if nothing changed. */
export async function switchDeployment(db: Db, to: 'paused' | 'open'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update dispatch_switch set paused_at = case when ${to} = 'paused' then now() end
    where (paused_at is not null) <> (${to} = 'paused')`.execute(db)
  return numAffectedRows === 1n
}

export interface Backlog {
  /** Null: not paused. */
  readonly paused_at: string | null
  /** Null: not paused, or no community given. */
  readonly lane_paused_at: string | null
  /** Rank changes of which nothing was sent; a pause holds them. */
  readonly queued: number
  /** Claimed or partly sent; a pause does not stop them. */
  readonly under_way: number
}

export async function readBacklog(db: Db, communityId: string | null): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select s.paused_at,
      (select paused_at from dispatch_lane where community_id = ${communityId}::text) as lane_paused_at,
      o.queued, o.under_way
    from dispatch_switch s
    cross join (select count(*) filter (where status = 'queued' and not sent) as queued,
        count(*) filter (where status <> 'queued' or sent) as under_way
      from platform_operation
      where status in ('queued', 'dispatching', 'outcome_pending')
        and (${communityId}::text is null or community_id = ${communityId}::text)) o`.execute(db)
  if (rows[0]) return rows[0]
  throw new Error('dispatch_switch has no row; restore the database from a backup')
}

export interface LaneRow {
  readonly lane: 'urgent' | 'bulk'
  readonly queued: number
  readonly due: number
  readonly oldest_seconds: number | null
}

/** Queued rank changes of which nothing was sent, by lane. */
export async function readLanes(db: Db): Promise<LaneRow[]> {
  const { rows } = await sql<LaneRow>`
    select lane.lane, count(o.operation_id) as queued, count(*) filter (where o.not_before <= now()) as due,
      floor(extract(epoch from now() - min(o.created_at)))::int as oldest_seconds
    from (values ('urgent', true), ('bulk', false)) as lane (lane, urgent)
    left join platform_operation o on o.urgent = lane.urgent and o.status = 'queued' and not o.sent
    group by lane.lane, lane.urgent order by lane.urgent desc`.execute(db)
  return rows
}

/** Rank changes of which a write was sent, or may be sent next. */
export interface UnderWay {
  readonly at_work: number
  readonly outcome_pending: number
  /** Partly applied, and queued for completion. */
  readonly half_applied: number
  /** Age of the oldest one with an unknown outcome. */
  readonly oldest_pending_seconds: number | null
}

export async function readUnderWay(db: Db): Promise<UnderWay> {
  const { rows } = await sql<UnderWay>`
    select count(*) filter (where status = 'dispatching') as at_work,
      count(*) filter (where status = 'outcome_pending') as outcome_pending,
      count(*) filter (where status = 'queued') as half_applied,
      floor(extract(epoch from now() - min(dispatched_at) filter (where status <> 'dispatching')))::int
        as oldest_pending_seconds
    from platform_operation
    where status in ('dispatching', 'outcome_pending') or (status = 'queued' and sent)`.execute(db)
  return rows[0] as UnderWay
}

export async function listPausedLanes(
  db: Db,
): Promise<{ community_id: string; name: string; paused_at: string; queued: number }[]> {
  const { rows } = await sql<{ community_id: string; name: string; paused_at: string; queued: number }>`
    select l.community_id, c.name, l.paused_at, (select count(*) from platform_operation o
      where o.community_id = l.community_id and o.status = 'queued' and not o.sent) as queued
    from dispatch_lane l join community c using (community_id)
    where l.paused_at is not null order by l.paused_at, l.community_id`.execute(db)
  return rows
}

export interface WorkerRow {
  readonly worker_id: string
  readonly started_at: string
  readonly beat_seconds: number
  readonly alive: boolean
}

/** Oldest first. */
export async function listWorkers(db: Db): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select worker_id, started_at, floor(extract(epoch from now() - beat_at))::int as beat_seconds,
      beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS}) as alive
    from worker_process order by started_at, worker_id`.execute(db)
  return rows
}

export interface BudgetRow {
  readonly owner: string
  readonly used: number
  readonly per_minute: number
  /** Null: not blocked. */
  readonly blocked_until: string | null
}

/** Of the current minute. */
export async function listBudgets(db: Db): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    select owner, per_minute,
      case when window_started_at > now() - interval '1 minute' then used else 0 end as used,
      case when blocked_until > now() then blocked_until end as blocked_until
    from platform_budget order by owner`.execute(db)
  return rows
}
