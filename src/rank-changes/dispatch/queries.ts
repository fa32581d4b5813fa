// All SQL on the work: the claim, every transition by the process that has the operation in hand, and what the work cost.
import type { Ctx, Db } from '../../context'
import { violatedConstraint } from '../../db/errors'
import { reasonOf } from '../../error-message'
import { query } from '../../db/statements'
import type { ErrorCode } from '../../errors'
import { operationColumns, type OperationRow } from '../queries'
import { deadlineMessage, type HeededLimits, type Step } from '../rules'

export type Lane = 'settle' | 'urgent' | 'owed' | 'bulk'

/** What a claim is made with. */
export interface Claimer {
  readonly workerId: string
  readonly leaseSeconds: number
}

/** Operations of one community that may be at work at one time. */
const MOST_IN_FLIGHT = 8
/** The platform counts each kind of call alone; the one an operation makes most is reading the roles, before and after. */
export const CALLS_PER_OPERATION = 2

const claimStatement = query<OperationRow>(
  'claim_operation',
  `select ${operationColumns('o')} from claim_platform_operation($1, $2::text[], $3, $4, $5) o`,
)

let claimsMade = 0

/**
 * Takes the next operation upon this process by the fair choice over all communities; null when there is none to take.
 * Each claim has a name of its own: the fence of what its holder stores and sends.
 */
export async function claimOperation(db: Db, claimer: Claimer, lanes: readonly Lane[]): Promise<OperationRow | null> {
  const [row] = await claimStatement(db, [
    `${claimer.workerId} ${++claimsMade}`,
    lanes,
    claimer.leaseSeconds,
    MOST_IN_FLIGHT,
    CALLS_PER_OPERATION,
  ])
  return row ?? null
}

const takeUpStatement = query<OperationRow>(
  'take_up_operation',
  `update platform_operation o set
     status = case when o.status = 'queued' then 'dispatching' else o.status end,
     reason = case when o.status = 'queued' then null else o.reason end,
     worker_id = $3, lease_until = now() + make_interval(secs => $4), claims = claims + 1
   where o.community_id = $1 and o.operation_id = $2 and o.status in ('queued', 'outcome_pending')
     and o.lease_until is null and o.not_before <= now()
     -- the others were started at once, before whatever is queued
     and (o.kind <> 'rank.restore' or not has_operation_ahead(o))
   returning ${operationColumns('o')}`,
)

/**
 * Claims an operation for this process; null while it is not due, another operation of the member runs, or another process has
 * claimed it.
 */
export async function takeUp(ctx: Ctx, operationId: string, claimer: Claimer): Promise<OperationRow | null> {
  const parameters = [ctx.community.communityId, operationId, claimer.workerId, claimer.leaseSeconds]
  try {
    return (await takeUpStatement(ctx.db, parameters))[0] ?? null
  } catch (error) {
    // another operation of the member was started after the statement looked
    if (violatedConstraint(error) === 'platform_operation_running') return null
    throw error
  }
}

/** $1 to $4: the operation as this claim has it in hand. The fence: after another claim nothing of this one is stored. */
const inHand = 'community_id = $1 and operation_id = $2 and worker_id = $3 and claims = $4'

function inHandOf({ community_id, operation_id, worker_id, claims }: OperationRow): unknown[] {
  return [community_id, operation_id, worker_id, claims]
}

const noteStepStatement = query<{ operation_id: string }>(
  'note_operation_step',
  `update platform_operation set target_unique_id = $5, steps = steps || $6::jsonb, sent = true,
     lease_until = now() + make_interval(secs => $7)
   where ${inHand}
     and status = 'dispatching' and lease_until > now() and (sent or deadline_at > now())
   returning operation_id`,
)

/**
 * Records that a write is about to go out, and renews the lease.
 * @returns false: the operation is no longer this process's to work on, or its deadline has passed; nothing may be sent
 */
export async function noteStep(
  ctx: Ctx,
  operation: OperationRow,
  targetUniqueId: number,
  step: Step,
  leaseSeconds: number,
): Promise<boolean> {
  const noted = JSON.stringify([{ ...step, at: new Date().toISOString() }])
  const parameters = [...inHandOf(operation), targetUniqueId, noted, leaseSeconds]
  return (await noteStepStatement(ctx.db, parameters)).length > 0
}

const succeedStatement = query<{ operation_id: string }>(
  'succeed_operation',
  // $1 community, $2 operation, $3 worker, $4 claims, $5 rank, $6 before, $7 after: null where nothing changed, $8–$10 who, $11 action
  `with mine as (
     select community_id, operation_id, user_id from platform_operation
     where ${inHand}
       and status in ('dispatching', 'outcome_pending') for no key update
   ), audited as (
     insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
     select $1, $8, $9, $11, user_id, $6::jsonb, $7::jsonb, $10 from mine where $7::jsonb is not null
     returning audit_id
   ), moved as (
     update member m set rank_unique_id = $5, updated_at = now()
     from mine where m.community_id = $1 and m.user_id = mine.user_id and m.rank_unique_id is distinct from $5::bigint
   )
   update platform_operation o set status = 'succeeded', completed_at = clock_timestamp(), target_unique_id = $5,
     result = jsonb_build_object('changed', $7::jsonb is not null, 'auditId', (select audit_id::text from audited)),
     reason = null, lease_until = null
   from mine where o.community_id = mine.community_id and o.operation_id = mine.operation_id
   returning o.operation_id`,
)

/** The rank a change led from and to, as the audit trail shows it. */
export interface RankMove {
  /** What the trail calls it; a member's rank, where nothing else is said. */
  readonly action?: 'suspension.apply' | 'suspension.restore'
  readonly before: object
  readonly after: object
}

/**
 * Ends the operation well: the member's rank, the audit entry and the end in one statement.
 * @param move null: nothing changed
 * @returns false when the operation is no longer this process's; then nothing was stored
 */
export async function succeed(
  { db, actor, requestId }: Ctx,
  operation: OperationRow,
  rankUniqueId: number,
  move: RankMove | null,
): Promise<boolean> {
  const moved = move ? [JSON.stringify(move.before), JSON.stringify(move.after)] : [null, null]
  const who = [actor.kind, actor.id, requestId]
  const parameters = [...inHandOf(operation), rankUniqueId, ...moved, ...who, move?.action ?? 'member.rank']
  return (await succeedStatement(db, parameters)).length > 0
}

const overdueStatement = query<{ operation_id: string }>(
  'cancel_overdue_operation',
  `update platform_operation set status = 'cancelled', completed_at = clock_timestamp(),
     error_code = 'deadline-cancelled-before-dispatch', error_message = $5, lease_until = null
   where ${inHand}
     and status = 'dispatching' and not sent and deadline_at <= now()
   returning operation_id`,
)

/** Cancels an operation at work of which nothing was sent, when its deadline has passed. */
export async function cancelIfOverdue(ctx: Ctx, operation: OperationRow): Promise<void> {
  await overdueStatement(ctx.db, [...inHandOf(operation), deadlineMessage])
}

/** How an operation ends otherwise. */
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
   where ${inHand}
     and status in ('dispatching', 'outcome_pending')
   returning operation_id`,
)

/** Ends the operation with an error; false when it is no longer this process's. */
export async function endOperation(
  ctx: Ctx,
  operation: OperationRow,
  { status, code, message, retryAfterSeconds }: Ending,
): Promise<boolean> {
  const parameters = [...inHandOf(operation), status, code, message, retryAfterSeconds]
  return (await endStatement(ctx.db, parameters)).length > 0
}

/** Where an operation goes that has not ended. */
export interface Postponement {
  readonly status: 'queued' | 'outcome_pending'
  readonly reason: string
  readonly inSeconds: number
  /** Seconds for which a write may still be on its way; 0: none is. */
  readonly settleSeconds: number
  readonly failures: number
  /** Whether some of its writes may have had, or have had, their effect. */
  readonly sent: boolean
}

const postponeStatement = query<{ operation_id: string }>(
  'postpone_operation',
  `with postponed as (
     update platform_operation set status = $5, reason = $6, not_before = now() + make_interval(secs => $7),
       failures = $8, sent = $9, worker_id = null, lease_until = null,
       settle_at = greatest(settle_at, case when $11::float8 > 0 then now() + make_interval(secs => $11::float8) end)
     where ${inHand}
       and status in ('dispatching', 'outcome_pending')
     returning operation_id, urgent, not_before)
   select postponed.operation_id, graphile_worker.add_job(
     case when urgent then 'dispatch-urgent' else 'dispatch-bulk' end, payload => $10::json, run_at => not_before)
   from postponed`,
)

/** Gives the operation back, to be taken up later, with the job that will; false when it is no longer this process's. */
export async function postpone(
  ctx: Ctx,
  operation: OperationRow,
  { status, reason, inSeconds, settleSeconds, failures, sent }: Postponement,
): Promise<boolean> {
  const payload = JSON.stringify({ communityId: operation.community_id, operationId: operation.operation_id })
  const values = [status, reason, inSeconds, failures, sent, payload, settleSeconds]
  return (await postponeStatement(ctx.db, [...inHandOf(operation), ...values])).length > 0
}

const mendLineStatement = query<{ freed: boolean }>(
  'mend_line',
  // the lock: an operation that another transaction is ending is passed over once that has committed
  `with next as (
     select o.community_id, o.operation_id, o.status, o.first_in_line from platform_operation o
     where o.community_id = $1
       and o.user_id = (select user_id from platform_operation where community_id = $1 and operation_id = $2)
       and o.status in ('queued', 'dispatching', 'outcome_pending')
     order by o.seq limit 1 for no key update
   ), mended as (
     update platform_operation o set first_in_line = true from next
     where o.community_id = next.community_id and o.operation_id = next.operation_id
       and next.status = 'queued' and not next.first_in_line
   )
   select status = 'queued' as freed from next`,
)

/**
 * Lets the next operation of the same member go. One that was accepted while the one before it was ending did not see the
 * end and was not seen by it; call it after either was committed: the later call sees both.
 * @returns whether one may go now; its own job may have come too early
 */
export async function mendLine(ctx: Ctx, operationId: string): Promise<boolean> {
  const [next] = await mendLineStatement(ctx.db, [ctx.community.communityId, operationId])
  return next?.freed ?? false
}

/**
 * `mendLine` for a request whose change is committed already. A failure is logged and not thrown, because the caller must
 * not read an error for something that was done; the sweep (`mendLines`) repeats the work within seconds.
 */
export async function mendLineLater(ctx: Ctx, operationId: string): Promise<void> {
  try {
    await mendLine(ctx, operationId)
  } catch (error) {
    ctx.log.warn({ operationId, reason: reasonOf(error) }, 'the next operation of the member is left to the sweep')
  }
}

const spendStatement = query<never>(
  'note_platform_calls',
  `update platform_budget b set
     per_minute = coalesce($4, b.per_minute),
     used = greatest(b.used + $2 - ${CALLS_PER_OPERATION}, coalesce(coalesce($4, b.per_minute) - $5, 0), 0),
     throttles = case when $6 then b.throttles + 1 else 0 end,
     blocked_until = greatest(b.blocked_until, now() + make_interval(secs =>
       coalesce($3::float8, case when $6 then least(60, 2 ^ least(b.throttles, 6)) else 0 end)))
   from platform_connection c
   where c.community_id = $1 and b.owner = (platform_budget_of(c)).owner`,
)

/** Charges the owner of the community's credential what an operation really cost, and heeds what the platform said. */
export async function noteSpent(db: Db, communityId: string, calls: number, limits: HeededLimits): Promise<void> {
  const { blockedSeconds, perMinute, remaining, throttled } = limits
  await spendStatement(db, [communityId, calls, blockedSeconds, perMinute, remaining, throttled])
}

/** The suspension an operation belongs to. */
export interface OperationSuspension {
  readonly suspension_id: string
  readonly suspended_unique_id: number | null
  /** null until the move to the suspended rank was made. */
  readonly former_unique_id: number | null
}

const findSuspensionStatement = query<OperationSuspension>(
  'find_suspension_of_operation',
  `select suspension_id, suspended_unique_id, former_unique_id from suspension
   where community_id = $1 and user_id = $2 and operation_id = $3 and state <> 'ended'`,
)

/** The live suspension that the operation begins or ends; null: there is none any more. */
export async function findSuspensionOf(ctx: Ctx, operation: OperationRow): Promise<OperationSuspension | null> {
  const { community_id, user_id, operation_id } = operation
  return (await findSuspensionStatement(ctx.db, [community_id, user_id, operation_id]))[0] ?? null
}

const noteFormerStatement = query<never>(
  'note_former_rank',
  // locked, not only looked at: a claim that takes the operation over meanwhile would make this rank a stale one
  `with mine as (select community_id, operation_id from platform_operation where ${inHand} for no key update)
   update suspension s set former_unique_id = $5 from mine
   where s.community_id = mine.community_id and s.operation_id = mine.operation_id and s.state = 'suspending'
     and s.user_id = $6`,
)

/** Records the rank that is about to be taken away, as the platform shows it now; nothing when the work is another's. */
export async function noteFormerRank(ctx: Ctx, operation: OperationRow, rankUniqueId: number): Promise<void> {
  await noteFormerStatement(ctx.db, [...inHandOf(operation), rankUniqueId, operation.user_id])
}
