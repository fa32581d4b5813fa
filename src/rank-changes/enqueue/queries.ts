// SQL that queues synchronous rank changes, or starts them in this process without a scheduler.
import { sql } from 'kysely'
import type { Ctx } from '../../context'
import { query } from '../../db/statements'
import { promoteNextAfterCommit, type Claimer } from '../dispatch/queries'
import { operationColumns, type OperationRow } from '../queries'
import { deadlineMessage, type OperationKind } from '../rules'

export interface NewOperation {
  readonly operationId: string
  readonly kind: OperationKind
  readonly userId: number
  readonly targetUniqueId: number | null
  /** A caller waits for the end. */
  readonly awaited: boolean
  readonly deadlineSeconds: number
}

/** Result of an enqueue; `operation_id` is null if nothing was queued. */
export interface Acceptance {
  readonly operation_id: string | null
  /** An operator paused the community or the deployment. */
  readonly paused: boolean
  /** A worker has sent a heartbeat recently. */
  readonly working: boolean
  /** False if another rank change of the member is ahead; null if nothing was queued. */
  readonly first_in_line: boolean | null
  /** Seconds until the platform accepts calls, if beyond the deadline; for synchronous rank changes only. */
  readonly blocked_seconds?: number | null
}

/** A worker whose last heartbeat is older counts as dead. */
export const WORKER_SILENCE_SECONDS = 30

/** CTE of one row: whether rank changes are accepted. $1 is the community. */
export const acceptanceCheck = `acceptance_check as materialized (
    select (select s.paused_at is not null from dispatch_switch s)
        or exists (select from dispatch_lane l where l.community_id = $1 and l.paused_at is not null) as paused,
      exists (select from worker_process w
        where w.beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS})) as working)`

export const insertColumns = `community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent, deadline_at,
  actor_kind, actor_id, required_scope, required_feature, request_id, first_in_line`

/**
 * $1 community, $2 operation, $3 kind, $4 user, $5 target, $6 awaited, $7 deadline in seconds, $8–$12 actor,
 * requirement and request.
 */
const insertValues = `$1, $2, $3, $4::bigint, $5::bigint, $6::boolean, $6::boolean, now() + make_interval(secs => $7::float8),
    $8, $9, $10, $11, $12,
    not exists (select from platform_operation ahead
      where ahead.community_id = $1 and ahead.user_id = $4 and ahead.status in ('queued', 'dispatching', 'outcome_pending'))`

const enqueueStatement = query<Acceptance>(
  'enqueue_awaited_operation',
  // older queued rank changes of the member become urgent, because the new one waits for them
  `with ${acceptanceCheck}, blocked as materialized (
      select ceil(extract(epoch from b.blocked_until - now()))::integer as seconds
      from platform_connection c join platform_budget b on b.owner = (platform_budget_of(c)).owner
      where c.community_id = $1 and b.blocked_until > now() + make_interval(secs => $7::float8)
    ), expedited as (
      update platform_operation set urgent = true
      where community_id = $1 and user_id = $4 and status = 'queued' and not urgent
    ), accepted as (
      insert into platform_operation (${insertColumns})
      select ${insertValues} from acceptance_check where not paused and working and not exists (select from blocked)
      returning operation_id, first_in_line)
    select acceptance_check.paused, acceptance_check.working, accepted.operation_id, accepted.first_in_line, (select seconds from blocked) as blocked_seconds
    from acceptance_check left join accepted on true
    left join lateral (select graphile_worker.add_job('dispatch-urgent', payload => $13::json)
      where accepted.operation_id is not null) job on true`,
)

/**
 * Queues a synchronous rank change with its job. If `first_in_line` is false, call `promoteNextAfterCommit` after the
 * commit.
 */
export async function enqueueAwaited(ctx: Ctx, operation: NewOperation): Promise<Acceptance> {
  const [row] = await enqueueStatement(ctx.db, [...newParameters(ctx, operation), jobPayload(ctx, operation)])
  return row as Acceptance
}

const startStatement = query<OperationRow>(
  'start_operation',
  `insert into platform_operation (${insertColumns}, status, worker_id, lease_until, claims, dispatched_at)
   select ${insertValues}, 'dispatching', $13, now() + make_interval(secs => $14), 1, now()
   on conflict (community_id, user_id) where status in ('dispatching', 'outcome_pending') do nothing
   returning ${operationColumns('platform_operation')}`,
)

/** Starts a rank change in this process; null while another one of the member runs. */
export async function startOperation(
  ctx: Ctx,
  operation: NewOperation,
  { workerId, leaseSeconds }: Claimer,
): Promise<OperationRow | null> {
  const [row] = await startStatement(ctx.db, [...newParameters(ctx, operation), workerId, leaseSeconds])
  return row ?? null
}

function newParameters({ community, actor, requires, requestId }: Ctx, operation: NewOperation): unknown[] {
  return [
    community.communityId,
    operation.operationId,
    operation.kind,
    operation.userId,
    operation.targetUniqueId,
    operation.awaited,
    operation.deadlineSeconds,
    actor.kind,
    actor.id,
    requires?.scope ?? null,
    requires?.feature ?? null,
    requestId,
  ]
}

/** Payload of the dispatch job. */
export const jobPayload = ({ community }: Ctx, { operationId }: Pick<NewOperation, 'operationId'>): string =>
  JSON.stringify({ communityId: community.communityId, operationId })

const cancelStatement = query<{ operation_id: string }>(
  'cancel_unsent_operation',
  `update platform_operation set status = 'cancelled', completed_at = clock_timestamp(),
     error_code = 'deadline-cancelled-before-dispatch', error_message = $3, lease_until = null
   where community_id = $1 and operation_id = $2 and status in ('queued', 'dispatching') and not sent
   returning operation_id`,
)

/** Cancels a rank change if no write was sent, because the caller stopped waiting; false otherwise. */
export async function cancelIfUnsent(ctx: Ctx, operationId: string): Promise<boolean> {
  const ended = await cancelStatement(ctx.db, [ctx.community.communityId, operationId, deadlineMessage])
  if (ended.length > 0) await promoteNextAfterCommit(ctx, operationId)
  return ended.length > 0
}

/** The number of queued rank changes of the community, counted up to `most`. */
export async function countQueued(ctx: Ctx, most: number): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select count(*) as queued from (
      select from platform_operation where community_id = ${ctx.community.communityId} and status = 'queued' limit ${most}
    ) q`.execute(ctx.db)
  return rows[0]?.queued ?? 0
}
