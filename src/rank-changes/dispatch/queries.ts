// SQL of the dispatch: claims, transitions by the lease holder, and platform budgets.
import type { Ctx, Db } from '../../context'
import { violatedConstraint } from '../../db/errors'
import { errorMessage } from '../../error-message'
import { query } from '../../db/statements'
import type { ErrorCode } from '../../errors'
import { operationColumns, type OperationRow } from '../queries'
import { deadlineMessage, type ObservedLimits, type Step } from '../rules'

export type Lane = 'settle' | 'urgent' | 'owed' | 'bulk'

export interface Claimer {
  readonly workerId: string
  readonly leaseSeconds: number
}

/** Rank changes of one community in flight at once. */
const MAX_IN_FLIGHT = 8
/**
 * The platform limits each kind of call separately. The most frequent kind is the read, before and after the writes.
 */
export const CALLS_PER_OPERATION = 2

const claimStatement = query<OperationRow>(
  'claim_operation',
  `select ${operationColumns('o')} from claim_platform_operation($1, $2::text[], $3, $4, $5) o`,
)

let claimCount = 0

/**
 * Claims the next rank change, fairly across communities; null if there is none.
 * Each claim has a unique worker id, which fences the writes of earlier claims.
 */
export async function claimOperation(db: Db, claimer: Claimer, lanes: readonly Lane[]): Promise<OperationRow | null> {
  const [row] = await claimStatement(db, [
    `${claimer.workerId} ${++claimCount}`,
    lanes,
    claimer.leaseSeconds,
    MAX_IN_FLIGHT,
    CALLS_PER_OPERATION,
  ])
  return row ?? null
}

const claimByIdStatement = query<OperationRow>(
  'claim_operation_by_id',
  `update platform_operation o set
     status = case when o.status = 'queued' then 'dispatching' else o.status end,
     reason = case when o.status = 'queued' then null else o.reason end,
     worker_id = $3, lease_until = now() + make_interval(secs => $4), claims = claims + 1
   where o.community_id = $1 and o.operation_id = $2 and o.status in ('queued', 'outcome_pending')
     and o.lease_until is null and o.not_before <= now()
     -- other kinds are started in process, ahead of queued ones
     and (o.kind <> 'rank.restore' or not has_operation_ahead(o))
   returning ${operationColumns('o')}`,
)

/** Claims a rank change for this process; null if it is not due, already claimed, or another one of the member runs. */
export async function claimById(ctx: Ctx, operationId: string, claimer: Claimer): Promise<OperationRow | null> {
  const parameters = [ctx.community.communityId, operationId, claimer.workerId, claimer.leaseSeconds]
  try {
    return (await claimByIdStatement(ctx.db, parameters))[0] ?? null
  } catch (error) {
    // another rank change of the member was started concurrently
    if (violatedConstraint(error) === 'platform_operation_running') return null
    throw error
  }
}

/** $1 to $4: the lease of this claim. A later claim changes it, so a former holder stores nothing. */
const underLease = 'community_id = $1 and operation_id = $2 and worker_id = $3 and claims = $4'

function leaseParameters({ community_id, operation_id, worker_id, claims }: OperationRow): unknown[] {
  return [community_id, operation_id, worker_id, claims]
}

const recordStepStatement = query<{ operation_id: string }>(
  'record_operation_step',
  `update platform_operation set target_unique_id = $5, steps = steps || $6::jsonb, sent = true,
     lease_until = now() + make_interval(secs => $7)
   where ${underLease}
     and status = 'dispatching' and lease_until > now() and (sent or deadline_at > now())
   returning operation_id`,
)

/**
 * Records a write before it is sent, and renews the lease.
 * @returns false if the lease was lost or the deadline passed: nothing may be sent
 */
export async function recordStep(
  ctx: Ctx,
  operation: OperationRow,
  targetUniqueId: number,
  step: Step,
  leaseSeconds: number,
): Promise<boolean> {
  const recorded = JSON.stringify([{ ...step, at: new Date().toISOString() }])
  const parameters = [...leaseParameters(operation), targetUniqueId, recorded, leaseSeconds]
  return (await recordStepStatement(ctx.db, parameters)).length > 0
}

const succeedStatement = query<{ operation_id: string }>(
  'succeed_operation',
  // $1–$4 lease, $5 rank, $6 before, $7 after: null if nothing changed, $8–$10 actor and request, $11 action
  `with leased as (
     select community_id, operation_id, user_id from platform_operation
     where ${underLease}
       and status in ('dispatching', 'outcome_pending') for no key update
   ), audited as (
     insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
     select $1, $8, $9, $11, user_id, $6::jsonb, $7::jsonb, $10 from leased where $7::jsonb is not null
     returning audit_id
   ), moved as (
     update member m set rank_unique_id = $5, updated_at = now()
     from leased where m.community_id = $1 and m.user_id = leased.user_id and m.rank_unique_id is distinct from $5::bigint
   )
   update platform_operation o set status = 'succeeded', completed_at = clock_timestamp(), target_unique_id = $5,
     result = jsonb_build_object('changed', $7::jsonb is not null, 'auditId', (select audit_id::text from audited)),
     reason = null, lease_until = null
   from leased where o.community_id = leased.community_id and o.operation_id = leased.operation_id
   returning o.operation_id`,
)

/** The change of rank in the audit log. */
export interface RankMove {
  /** Default: `member.rank`. */
  readonly action?: 'suspension.apply' | 'suspension.restore'
  readonly before: object
  readonly after: object
}

/**
 * Completes the rank change: member, audit entry and operation in one statement.
 * @param move null if nothing changed
 * @returns false if the lease was lost: nothing was stored
 */
export async function succeed(
  { db, actor, requestId }: Ctx,
  operation: OperationRow,
  rankUniqueId: number,
  move: RankMove | null,
): Promise<boolean> {
  const moved = move ? [JSON.stringify(move.before), JSON.stringify(move.after)] : [null, null]
  const source = [actor.kind, actor.id, requestId]
  const parameters = [...leaseParameters(operation), rankUniqueId, ...moved, ...source, move?.action ?? 'member.rank']
  return (await succeedStatement(db, parameters)).length > 0
}

const overdueStatement = query<{ operation_id: string }>(
  'cancel_overdue_operation',
  `update platform_operation set status = 'cancelled', completed_at = clock_timestamp(),
     error_code = 'deadline-cancelled-before-dispatch', error_message = $5, lease_until = null
   where ${underLease}
     and status = 'dispatching' and not sent and deadline_at <= now()
   returning operation_id`,
)

/** Cancels the rank change if its deadline passed before a write was sent. */
export async function cancelIfOverdue(ctx: Ctx, operation: OperationRow): Promise<void> {
  await overdueStatement(ctx.db, [...leaseParameters(operation), deadlineMessage])
}

export interface Ending {
  readonly status: 'failed' | 'cancelled'
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfterSeconds: number | null
}

const endStatement = query<{ operation_id: string }>(
  'end_operation',
  `update platform_operation set status = $5, completed_at = clock_timestamp(), error_code = $6, error_message = $7,
     retry_after_seconds = $8, lease_until = null
   where ${underLease}
     and status in ('dispatching', 'outcome_pending')
   returning operation_id`,
)

/** Ends the rank change with an error; false if the lease was lost. */
export async function endOperation(
  ctx: Ctx,
  operation: OperationRow,
  { status, code, message, retryAfterSeconds }: Ending,
): Promise<boolean> {
  const parameters = [...leaseParameters(operation), status, code, message, retryAfterSeconds]
  return (await endStatement(ctx.db, parameters)).length > 0
}

export interface Reschedule {
  readonly status: 'queued' | 'outcome_pending'
  readonly reason: string
  readonly inSeconds: number
  /** Seconds in which a sent write may still take effect; 0: none was sent. */
  readonly settleSeconds: number
  readonly failures: number
  /** At least one write took effect, or may have. */
  readonly sent: boolean
}

const rescheduleStatement = query<{ operation_id: string }>(
  'reschedule_operation',
  `with rescheduled as (
     update platform_operation set status = $5, reason = $6, not_before = now() + make_interval(secs => $7),
       failures = $8, sent = $9, worker_id = null, lease_until = null,
       settle_at = greatest(settle_at, case when $11::float8 > 0 then now() + make_interval(secs => $11::float8) end)
     where ${underLease}
       and status in ('dispatching', 'outcome_pending')
     returning operation_id, urgent, not_before)
   select rescheduled.operation_id, graphile_worker.add_job(
     case when urgent then 'dispatch-urgent' else 'dispatch-bulk' end, payload => $10::json, run_at => not_before)
   from rescheduled`,
)

/** Releases the lease and schedules the next attempt with its job; false if the lease was lost. */
export async function reschedule(
  ctx: Ctx,
  operation: OperationRow,
  { status, reason, inSeconds, settleSeconds, failures, sent }: Reschedule,
): Promise<boolean> {
  const payload = JSON.stringify({ communityId: operation.community_id, operationId: operation.operation_id })
  const values = [status, reason, inSeconds, failures, sent, payload, settleSeconds]
  return (await rescheduleStatement(ctx.db, [...leaseParameters(operation), ...values])).length > 0
}

const promoteNextStatement = query<{ is_claimable: boolean }>(
  'promote_next_operation',
  // waits for a transaction that is ending the head, which is then skipped
  `with next as (
     select o.community_id, o.operation_id, o.status, o.first_in_line from platform_operation o
     where o.community_id = $1
       and o.user_id = (select user_id from platform_operation where community_id = $1 and operation_id = $2)
       and o.status in ('queued', 'dispatching', 'outcome_pending')
     order by o.seq limit 1 for no key update
   ), promoted as (
     update platform_operation o set first_in_line = true from next
     where o.community_id = next.community_id and o.operation_id = next.operation_id
       and next.status = 'queued' and not next.first_in_line
   )
   select status = 'queued' as is_claimable from next`,
)

/**
 * Makes the next queued rank change of the member claimable. Call it after the commit of an end or an enqueue: two such
 * transactions that run concurrently do not see each other.
 * @returns whether one is claimable; its own job may have run too early
 */
export async function promoteNext(ctx: Ctx, operationId: string): Promise<boolean> {
  const [next] = await promoteNextStatement(ctx.db, [ctx.community.communityId, operationId])
  return next?.is_claimable ?? false
}

/**
 * `promoteNext` after the commit of a request: an error is logged, not thrown, because the request succeeded. The sweep
 * (`promoteWaiting`) repeats it within seconds.
 */
export async function promoteNextAfterCommit(ctx: Ctx, operationId: string): Promise<void> {
  try {
    await promoteNext(ctx, operationId)
  } catch (error) {
    ctx.log.warn(
      { operationId, reason: errorMessage(error) },
      'promoting the next rank change failed; the sweep repeats it',
    )
  }
}

const platformCallsStatement = query<never>(
  'record_platform_calls',
  `update platform_budget b set
     per_minute = coalesce($4, b.per_minute),
     used = greatest(b.used + $2 - ${CALLS_PER_OPERATION}, coalesce(coalesce($4, b.per_minute) - $5, 0), 0),
     throttles = case when $6 then b.throttles + 1 else 0 end,
     blocked_until = greatest(b.blocked_until, now() + make_interval(secs =>
       coalesce($3::float8, case when $6 then least(60, 2 ^ least(b.throttles, 6)) else 0 end)))
   from platform_connection c
   where c.community_id = $1 and b.owner = (platform_budget_of(c)).owner`,
)

/** Charges the owner of the credential for the calls made, and stores the reported rate limits. */
export async function recordPlatformCalls(
  db: Db,
  communityId: string,
  calls: number,
  limits: ObservedLimits,
): Promise<void> {
  const { blockedSeconds, perMinute, remaining, throttled } = limits
  await platformCallsStatement(db, [communityId, calls, blockedSeconds, perMinute, remaining, throttled])
}

export interface OperationSuspension {
  readonly suspension_id: string
  readonly suspended_unique_id: number | null
  /** Null until the member was moved to the suspended rank. */
  readonly former_unique_id: number | null
}

const findSuspensionStatement = query<OperationSuspension>(
  'find_suspension_of_operation',
  `select suspension_id, suspended_unique_id, former_unique_id from suspension
   where community_id = $1 and user_id = $2 and operation_id = $3 and state <> 'ended'`,
)

/** The live suspension that this rank change starts or ends, or null. */
export async function findSuspensionOf(ctx: Ctx, operation: OperationRow): Promise<OperationSuspension | null> {
  const { community_id, user_id, operation_id } = operation
  return (await findSuspensionStatement(ctx.db, [community_id, user_id, operation_id]))[0] ?? null
}

const recordFormerRankStatement = query<never>(
  'record_former_rank',
  // locked, so that a concurrent claim cannot store a stale rank
  `with leased as (select community_id, operation_id from platform_operation where ${underLease} for no key update)
   update suspension s set former_unique_id = $5 from leased
   where s.community_id = leased.community_id and s.operation_id = leased.operation_id and s.state = 'suspending'
     and s.user_id = $6`,
)

/** Stores the rank held before the suspension; nothing if the lease was lost. */
export async function recordFormerRank(ctx: Ctx, operation: OperationRow, rankUniqueId: number): Promise<void> {
  await recordFormerRankStatement(ctx.db, [...leaseParameters(operation), rankUniqueId, operation.user_id])
}
