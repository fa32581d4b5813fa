// All SQL of the operator: the switches, and how the dispatch, its workers and its budgets stand.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../../context'
import { WORKER_SILENCE_SECONDS } from '../enqueue/queries'
import type { OperationRow } from '../queries'
import type { OperationStatus } from '../rules'

/** Which of a community's operations an operator wants to see. */
export interface OperationFilter {
  readonly status: OperationStatus | null
  readonly userId: number | null
  /** Older than this operation. */
  readonly before: string | null
}

/** The community's operations, the newest first. */
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

/** The community of an operation, or null. For the operator, who has the id alone: a look into each community's key. */
export async function findCommunityOf(db: Db, operationId: string): Promise<string | null> {
  const { rows } = await sql<{ community_id: string }>`
    select c.community_id from community c
    cross join lateral (select from platform_operation o
      where o.community_id = c.community_id and o.operation_id = ${operationId} limit 1) found
    limit 1`.execute(db)
  return rows[0]?.community_id ?? null
}

/** Pauses the community's dispatch, or lets it go; false when it was so already. */
export async function switchLane(tx: TxCtx, to: 'paused' | 'open'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into dispatch_lane as lane (community_id, paused_at)
    select ${tx.community.communityId}, now() where ${to} = 'paused'
      or exists (select from dispatch_lane where community_id = ${tx.community.communityId})
    on conflict (community_id) do update set paused_at = case when ${to} = 'paused' then now() end
    where (lane.paused_at is not null) <> (${to} = 'paused')`.execute(tx.db)
  return numAffectedRows === 1n
}

/** Pauses the dispatch of every community, or lets it go; false when it was so already. */
export async function switchDeployment(db: Db, to: 'paused' | 'open'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update dispatch_switch set paused_at = case when ${to} = 'paused' then now() end
    where (paused_at is not null) <> (${to} = 'paused')`.execute(db)
  return numAffectedRows === 1n
}

/** What there is to do, in numbers. */
export interface Backlog {
  /** When the whole deployment was paused; null: it is not. */
  readonly paused_at: string | null
  /** When the community was; null for all of them. */
  readonly lane_paused_at: string | null
  /** Nothing of it was sent: a pause holds it. */
  readonly queued: number
  /** In a process's hands, or to be read, or begun and to be finished: a pause does not stop it. */
  readonly under_way: number
}

/** The backlog of one community, or of all of them. */
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
  throw new Error('the switch of the deployment is missing')
}

/** A lane of the dispatch as it stands. */
export interface LaneRow {
  readonly lane: 'urgent' | 'bulk'
  readonly queued: number
  readonly due: number
  readonly oldest_seconds: number | null
}

/** What is queued and was not sent, lane by lane. */
export async function readLanes(db: Db): Promise<LaneRow[]> {
  const { rows } = await sql<LaneRow>`
    select lane.lane, count(o.operation_id) as queued, count(*) filter (where o.not_before <= now()) as due,
      floor(extract(epoch from now() - min(o.created_at)))::int as oldest_seconds
    from (values ('urgent', true), ('bulk', false)) as lane (lane, urgent)
    left join platform_operation o on o.urgent = lane.urgent and o.status = 'queued' and not o.sent
    group by lane.lane, lane.urgent order by lane.urgent desc`.execute(db)
  return rows
}

/** What was sent, or may be sent any moment. */
export interface UnderWay {
  readonly at_work: number
  readonly outcome_pending: number
  /** Begun, and queued to be finished. */
  readonly half_applied: number
  /** Since when the oldest waits to be known. */
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

/** The communities that are paused, and what that holds. */
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

/** A worker as it was last heard of. */
export interface WorkerRow {
  readonly worker_id: string
  readonly started_at: string
  readonly beat_seconds: number
  readonly alive: boolean
}

/** The workers that were not forgotten yet, the eldest first. */
export async function listWorkers(db: Db): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select worker_id, started_at, floor(extract(epoch from now() - beat_at))::int as beat_seconds,
      beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS}) as alive
    from worker_process order by started_at, worker_id`.execute(db)
  return rows
}

/** What an owner of credentials may still ask of the platform. */
export interface BudgetRow {
  readonly owner: string
  readonly used: number
  readonly per_minute: number
  /** null: nothing stops it. */
  readonly blocked_until: string | null
}

/** The budgets as they stand this minute. */
export async function listBudgets(db: Db): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    select owner, per_minute,
      case when window_started_at > now() - interval '1 minute' then used else 0 end as used,
      case when blocked_until > now() then blocked_until end as blocked_until
    from platform_budget order by owner`.execute(db)
  return rows
}
