// All SQL on acceptance that somebody waits for: with its job, or at work at once; and whether anything is accepted.
import { sql } from 'kysely'
import type { Ctx } from '../../context'
import { query } from '../../db/statements'
import { mendLineLater, type Claimer } from '../dispatch/queries'
import { operationColumns, type OperationRow } from '../queries'
import { deadlineMessage, type OperationKind } from '../rules'

/** What is to be accepted. */
export interface NewOperation {
  readonly operationId: string
  readonly kind: OperationKind
  readonly userId: number
  readonly targetUniqueId: number | null
  /** Somebody waits for the end. */
  readonly awaited: boolean
  readonly deadlineSeconds: number
}

/** How the acceptance went; `operation_id` is null when it was not accepted. */
export interface Acceptance {
  readonly operation_id: string | null
  /** The operator has paused the community or the whole deployment. */
  readonly paused: boolean
  /** A worker has been heard of lately. */
  readonly working: boolean
  /** Whether it waits for nobody; null when it was not accepted. */
  readonly first_in_line: boolean | null
  /** Whole seconds for which the platform takes nothing, if that is beyond the deadline; asked for what is awaited only. */
  readonly blocked_seconds?: number | null
}

/** A worker that has not beaten for so long is gone. */
export const WORKER_SILENCE_SECONDS = 30

/** A CTE of one row: whether new operations are refused; $1 is the community. */
export const gate = `gate as materialized (
    select (select s.paused_at is not null from dispatch_switch s)
        or exists (select from dispatch_lane l where l.community_id = $1 and l.paused_at is not null) as paused,
      exists (select from worker_process w
        where w.beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS})) as working)`

/** The columns of what is accepted. */
export const newColumns = `community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent, deadline_at,
  actor_kind, actor_id, required_scope, required_feature, request_id, first_in_line`

/** $1 community, $2 operation, $3 kind, $4 user, $5 target, $6 awaited, $7 deadline in seconds, $8–$12 who and what for. */
const newValues = `$1, $2, $3, $4::bigint, $5::bigint, $6::boolean, $6::boolean, now() + make_interval(secs => $7::float8),
    $8, $9, $10, $11, $12,
    not exists (select from platform_operation ahead
      where ahead.community_id = $1 and ahead.user_id = $4 and ahead.status in ('queued', 'dispatching', 'outcome_pending'))`

const acceptAwaitedStatement = query<Acceptance>(
  'accept_awaited_operation',
  // what waits behind a member's older operations pulls them to the front
  `with ${gate}, blocked as materialized (
      select ceil(extract(epoch from b.blocked_until - now()))::integer as seconds
      from platform_connection c join platform_budget b on b.owner = (platform_budget_of(c)).owner
      where c.community_id = $1 and b.blocked_until > now() + make_interval(secs => $7::float8)
    ), hurried as (
      update platform_operation set urgent = true
      where community_id = $1 and user_id = $4 and status = 'queued' and not urgent
    ), accepted as (
      insert into platform_operation (${newColumns})
      select ${newValues} from gate where not paused and working and not exists (select from blocked)
      returning operation_id, first_in_line)
    select gate.paused, gate.working, accepted.operation_id, accepted.first_in_line, (select seconds from blocked) as blocked_seconds
    from gate left join accepted on true
    left join lateral (select graphile_worker.add_job('dispatch-urgent', payload => $13::json)
      where accepted.operation_id is not null) job on true`,
)

/** Queues an operation that a caller waits for, with its job. Where `first_in_line` is false, call `mendLineLater` after the commit. */
export async function acceptAwaited(ctx: Ctx, operation: NewOperation): Promise<Acceptance> {
  const [row] = await acceptAwaitedStatement(ctx.db, [...newParameters(ctx, operation), jobPayload(ctx, operation)])
  return row as Acceptance
}

const startStatement = query<OperationRow>(
  'start_operation',
  `insert into platform_operation (${newColumns}, status, worker_id, lease_until, claims, dispatched_at)
   select ${newValues}, 'dispatching', $13, now() + make_interval(secs => $14), 1, now()
   on conflict (community_id, user_id) where status in ('dispatching', 'outcome_pending') do nothing
   returning ${operationColumns('platform_operation')}`,
)

/** Starts an operation in this process, at once; null while another one of the member runs. */
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

/** What its job says. */
export const jobPayload = ({ community }: Ctx, { operationId }: Pick<NewOperation, 'operationId'>): string =>
  JSON.stringify({ communityId: community.communityId, operationId })

const giveUpStatement = query<{ operation_id: string }>(
  'give_up_operation',
  `update platform_operation set status = 'cancelled', completed_at = clock_timestamp(),
     error_code = 'deadline-cancelled-before-dispatch', error_message = $3, lease_until = null
   where community_id = $1 and operation_id = $2 and status in ('queued', 'dispatching') and not sent
   returning operation_id`,
)

/** Cancels an operation of which nothing was sent, because nobody waits for it any longer; false when something was. */
export async function giveUp(ctx: Ctx, operationId: string): Promise<boolean> {
  const ended = await giveUpStatement(ctx.db, [ctx.community.communityId, operationId, deadlineMessage])
  if (ended.length > 0) await mendLineLater(ctx, operationId)
  return ended.length > 0
}

/** Which of the communities' operations are live, the oldest first, up to `most`: how deep the queue is. */
export async function countQueued(ctx: Ctx, most: number): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select count(*) as queued from (
      select from platform_operation where community_id = ${ctx.community.communityId} and status = 'queued' limit ${most}
    ) q`.execute(ctx.db)
  return rows[0]?.queued ?? 0
}
