// All SQL on operations: acceptance, the claim, every transition, what a reader sees, and what the sweep mends.
// The lifecycle itself, the history and the fair choice stand in sql/0006_platform_operations.sql.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../context'
import { query } from '../db/statements'
import type { ErrorCode } from '../errors'
import type { Bars, HeededLimits, NotedStep, OperationKind, OperationStatus, Step } from './rules'

/** An operation as the scheduler works on it. */
export interface OperationRow {
  readonly community_id: string
  readonly operation_id: string
  readonly kind: OperationKind
  readonly user_id: number
  readonly target_unique_id: number | null
  readonly status: OperationStatus
  readonly reason: string | null
  readonly awaited: boolean
  readonly urgent: boolean
  readonly worker_id: string | null
  readonly claims: number
  readonly sent: boolean
  readonly settle_at: string | null
  readonly steps: readonly NotedStep[]
  readonly failures: number
  readonly actor_kind: 'key' | 'operator' | 'job'
  readonly actor_id: string
  readonly required_scope: string | null
  readonly required_feature: string | null
  readonly request_id: string | null
  readonly created_at: string
  readonly deadline_at: string
  readonly dispatched_at: string | null
  readonly completed_at: string | null
  readonly error_code: ErrorCode | null
  readonly error_message: string | null
  readonly retry_after_seconds: number | null
  readonly result: { readonly changed: boolean; readonly auditId: string | null } | null
}

/** An operation as its reader sees it. */
export interface ShownRow extends OperationRow {
  readonly target_rank_id: number | null
  readonly target_name: string | null
  readonly history: readonly { at: string; from: OperationStatus | null; to: OperationStatus; code: string | null }[]
}

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

/** What an idempotency key stands for. */
export interface Intent {
  readonly key: string
  readonly fingerprint: Buffer
  /** Cancels the member's operations that are still queued. */
  readonly supersede: boolean
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

const gate = `gate as materialized (
    select (select s.paused_at is not null from dispatch_switch s)
        or exists (select from dispatch_lane l where l.community_id = $1 and l.paused_at is not null) as paused,
      exists (select from worker_process w
        where w.beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS})) as working)`

const newColumns = `community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent, deadline_at,
  actor_kind, actor_id, required_scope, required_feature, request_id, first_in_line`

/** $1 community, $2 operation, $3 kind, $4 user, $5 target, $6 awaited, $7 deadline in seconds, $8–$12 who and what for. */
const newValues = (besides = '', target = '$5::bigint'): string =>
  `$1, $2, $3, $4::bigint, ${target}, $6::boolean, $6::boolean, now() + make_interval(secs => $7::float8),
    $8, $9, $10, $11, $12,
    not exists (select from platform_operation ahead
      where ahead.community_id = $1 and ahead.user_id = $4 and ahead.status in ('queued', 'dispatching', 'outcome_pending')
        ${besides})`

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
      select ${newValues()} from gate where not paused and working and not exists (select from blocked)
      returning operation_id, first_in_line)
    select gate.paused, gate.working, accepted.operation_id, accepted.first_in_line, (select seconds from blocked) as blocked_seconds
    from gate left join accepted on true
    left join lateral (select graphile_worker.add_job('dispatch-urgent', payload => $13::json)
      where accepted.operation_id is not null) job on true`,
)

/** Queues an operation that somebody waits for, with its job. */
export async function acceptAwaited(ctx: Ctx, operation: NewOperation): Promise<Acceptance> {
  const [row] = await acceptAwaitedStatement(ctx.db, [...newParameters(ctx, operation), jobPayload(ctx, operation)])
  if (row?.first_in_line === false) await mendLine(ctx, operation.operationId)
  return row as Acceptance
}

/** How the acceptance of an intent went. */
export interface IntentAcceptance extends Acceptance {
  /** The account is a member of the community. */
  readonly is_member: boolean
  /** The rank is stored and may be given, or none was named. */
  readonly has_target: boolean
}

const acceptIntentStatement = query<IntentAcceptance & AcceptedRow>(
  'accept_intent',
  // $14 key, $15 fingerprint, $16 supersede, $17 rank number
  `with ${gate}, target as (
      select unique_id, rank_id, name from rank
      where community_id = $1 and (unique_id = $5::bigint or rank_id = $17::smallint) and rank_id between 1 and 254 limit 1
    ), ground as materialized (
      select exists (select from member where community_id = $1 and user_id = $4::bigint) as is_member,
        ($5::bigint is null and $17::smallint is null) or exists (select from target) as has_target
    ), claimed as (
      insert into idempotency_key (community_id, key, fingerprint, operation_id)
      select $1, $14, $15, $2 from gate, ground where not paused and working and is_member and has_target
      on conflict do nothing returning operation_id
    ), superseded as (
      update platform_operation set status = 'cancelled', completed_at = now(),
        error_code = 'operation_superseded', error_message = 'A newer operation of this member took its place.'
      where community_id = $1 and user_id = $4 and status = 'queued' and not sent and $16::boolean
        and exists (select from claimed)
    ), accepted as (
      insert into platform_operation (${newColumns})
      select ${newValues(`and (ahead.status <> 'queued' or not $16)`, '(select unique_id from target)')} from claimed
      returning *)
    select gate.paused, gate.working, ground.is_member, ground.has_target, accepted.*,
      target.rank_id as target_rank_id, target.name as target_name
    from gate cross join ground left join accepted on true left join target on true
    left join lateral (select graphile_worker.add_job('dispatch-bulk', payload => $13::json)
      where accepted.operation_id is not null) job on true`,
)

type AcceptedRow = Omit<ShownRow, 'operation_id' | 'history'>

/**
 * Queues an operation with its idempotency record and its job, all or nothing; refused without a trace when the key is in
 * use, the account is no member, or the rank is not stored.
 * @param rankId names the target by its rank number, where the operation has no target
 */
export async function acceptIntent(
  ctx: Ctx,
  operation: NewOperation,
  intent: Intent,
  rankId: number | null = null,
): Promise<IntentAcceptance & { readonly accepted: ShownRow | null }> {
  const [row] = await acceptIntentStatement(ctx.db, [
    ...newParameters(ctx, operation),
    jobPayload(ctx, operation),
    intent.key,
    intent.fingerprint,
    intent.supersede,
    rankId,
  ])
  if (!row) throw new Error('the acceptance of an operation was not answered')
  if (row.first_in_line === false) await mendLine(ctx, operation.operationId)
  return { ...row, accepted: row.operation_id === null ? null : justAccepted(row, row.operation_id) }
}

/** What there is to read of an operation the moment it was accepted. */
function justAccepted(row: AcceptedRow, operationId: string): ShownRow {
  return {
    ...row,
    operation_id: operationId,
    history: [{ at: row.created_at, from: null, to: 'queued', code: null }],
  }
}

const startStatement = query<OperationRow>(
  'start_operation',
  `insert into platform_operation (${newColumns}, status, worker_id, lease_until, claims, dispatched_at)
   select ${newValues()}, 'dispatching', $13, now() + make_interval(secs => $14), 1, now()
   on conflict (community_id, user_id) where status in ('dispatching', 'outcome_pending') do nothing
   returning *`,
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

const jobPayload = ({ community }: Ctx, { operationId }: NewOperation): string =>
  JSON.stringify({ communityId: community.communityId, operationId })

export const deadlineMessage =
  'Nothing was sent to the platform before the deadline, and nothing will be. Send the request again.'

const findIntentStatement = query<{ operation_id: string; fingerprint: Buffer }>(
  'find_intent',
  `select k.operation_id, k.fingerprint
   from idempotency_key k join platform_operation o using (community_id, operation_id)
   where k.community_id = $1 and k.key = $2
     and (o.completed_at is null or o.completed_at > now() - interval '24 hours')`,
)

/** What the key stands for, until 24 hours after its operation's end; null: nothing. */
export async function findIntent(
  ctx: Ctx,
  key: string,
): Promise<{ readonly operationId: string; readonly fingerprint: Buffer } | null> {
  const [row] = await findIntentStatement(ctx.db, [ctx.community.communityId, key])
  return row ? { operationId: row.operation_id, fingerprint: row.fingerprint } : null
}

/** Frees a key whose 24 hours are over. */
export async function forgetIntent(ctx: Ctx, key: string): Promise<void> {
  await sql`
    delete from idempotency_key k using platform_operation o
    where k.community_id = ${ctx.community.communityId} and k.key = ${key}
      and o.community_id = k.community_id and o.operation_id = k.operation_id
      and o.completed_at <= now() - interval '24 hours'`.execute(ctx.db)
}

/** Forgets every key whose 24 hours are over, and every operation that ended 30 days ago. A job's view, across communities. */
export async function forgetOldOperations(db: Db): Promise<void> {
  await sql`
    delete from idempotency_key k using platform_operation o
    where o.community_id = k.community_id and o.operation_id = k.operation_id
      and o.completed_at <= now() - interval '24 hours'`.execute(db)
  await sql`delete from platform_operation where completed_at <= now() - interval '30 days'`.execute(db)
}

const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** More transitions than an operation can come by within its longest deadline; the newest are shown. */
const MOST_SHOWN = 500

const showStatement = query<ShownRow>(
  'show_operation',
  `select o.*, r.rank_id as target_rank_id, r.name as target_name, (
     select json_agg(json_build_object('at', ${utc('h.at')}, 'from', h.from_status, 'to', h.to_status, 'code', h.reason)
       order by h.history_id)
     from (select * from platform_operation_history h
       where h.community_id = o.community_id and h.operation_id = o.operation_id
       order by h.history_id desc limit ${MOST_SHOWN}) h) as history
   from platform_operation o
   left join rank r on r.community_id = o.community_id and r.unique_id = o.target_unique_id
   where o.community_id = $1 and o.operation_id = $2`,
)

/** The operation with its history, or null. */
export async function showOperation(ctx: Ctx, operationId: string): Promise<ShownRow | null> {
  const [row] = await showStatement(ctx.db, [ctx.community.communityId, operationId])
  return row ?? null
}

const findStatement = query<OperationRow>(
  'find_operation',
  'select * from platform_operation where community_id = $1 and operation_id = $2',
)

/** The operation without its history, or null. */
export async function findOperation(ctx: Ctx, operationId: string): Promise<OperationRow | null> {
  const [row] = await findStatement(ctx.db, [ctx.community.communityId, operationId])
  return row ?? null
}

/** Which of the communities' operations are live, the oldest first, up to `most`: how deep the queue is. */
export async function countQueued(ctx: Ctx, most: number): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select count(*) as queued from (
      select from platform_operation where community_id = ${ctx.community.communityId} and status = 'queued' limit ${most}
    ) q`.execute(ctx.db)
  return rows[0]?.queued ?? 0
}

const claimStatement = query<OperationRow>(
  'claim_operation',
  'select * from claim_platform_operation($1, $2::text[], $3, $4, $5)',
)

export type Lane = 'settle' | 'urgent' | 'bulk'

/** What a claim is made with. */
export interface Claimer {
  readonly workerId: string
  readonly leaseSeconds: number
}

/** Operations of one community that may be at work at one time. */
const MOST_IN_FLIGHT = 8
/** The platform counts each kind of call alone; the one an operation makes most is reading the roles, before and after. */
export const CALLS_PER_OPERATION = 2

const takeUpStatement = query<OperationRow>(
  'take_up_operation',
  `update platform_operation o set
     status = case when o.status = 'queued' then 'dispatching' else o.status end,
     reason = case when o.status = 'queued' then null else o.reason end,
     worker_id = $3, lease_until = now() + make_interval(secs => $4), claims = claims + 1
   where o.community_id = $1 and o.operation_id = $2 and o.status in ('queued', 'outcome_pending')
     and o.lease_until is null and o.not_before <= now()
   returning o.*`,
)

/** Takes up an operation again that this process started and gave back; null while it is not due, or another's. */
export async function takeUp(ctx: Ctx, operationId: string, claimer: Claimer): Promise<OperationRow | null> {
  const parameters = [ctx.community.communityId, operationId, claimer.workerId, claimer.leaseSeconds]
  return (await takeUpStatement(ctx.db, parameters))[0] ?? null
}

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

const noteStepStatement = query<{ operation_id: string }>(
  'note_operation_step',
  `update platform_operation set target_unique_id = $5, steps = steps || $6::jsonb, sent = true,
     lease_until = now() + make_interval(secs => $7)
   where community_id = $1 and operation_id = $2 and worker_id = $3 and claims = $4
     and status = 'dispatching' and lease_until > now() and (sent or deadline_at > now())
     -- the first write must be known before it goes out; after a crash the roles are read anyway, whatever followed it
     and (not sent or set_config('synchronous_commit', 'off', true) is not null)
   returning operation_id`,
)

/**
 * Records that a write is about to go out, and renews the lease.
 * @returns false: the operation is no longer this process's to work on, or its deadline has passed; nothing may be sent
 */
export async function noteStep(
  ctx: Ctx,
  { community_id, operation_id, worker_id, claims }: OperationRow,
  targetUniqueId: number,
  step: Step,
  leaseSeconds: number,
): Promise<boolean> {
  const noted = JSON.stringify([{ ...step, at: new Date().toISOString() }])
  const parameters = [community_id, operation_id, worker_id, claims, targetUniqueId, noted, leaseSeconds]
  return (await noteStepStatement(ctx.db, parameters)).length > 0
}

const succeedStatement = query<{ operation_id: string }>(
  'succeed_operation',
  // $1 community, $2 operation, $3 worker, $4 claims, $5 rank, $6 before, $7 after: null where nothing changed, $8–$10 who
  `with mine as (
     select community_id, operation_id, user_id from platform_operation
     where community_id = $1 and operation_id = $2 and worker_id = $3 and claims = $4
       and status in ('dispatching', 'outcome_pending') for no key update
   ), audited as (
     insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
     select $1, $8, $9, 'member.rank', user_id, $6::jsonb, $7::jsonb, $10 from mine where $7::jsonb is not null
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
  { community_id, operation_id, worker_id, claims }: OperationRow,
  rankUniqueId: number,
  move: RankMove | null,
): Promise<boolean> {
  const moved = move ? [JSON.stringify(move.before), JSON.stringify(move.after)] : [null, null]
  const mine = [community_id, operation_id, worker_id, claims]
  return (await succeedStatement(db, [...mine, rankUniqueId, ...moved, actor.kind, actor.id, requestId])).length > 0
}

const overdueStatement = query<{ operation_id: string }>(
  'cancel_overdue_operation',
  `update platform_operation set status = 'cancelled', completed_at = clock_timestamp(),
     error_code = 'deadline-cancelled-before-dispatch', error_message = $5, lease_until = null
   where community_id = $1 and operation_id = $2 and worker_id = $3 and claims = $4
     and status = 'dispatching' and not sent and deadline_at <= now()
   returning operation_id`,
)

/** Cancels an operation at work of which nothing was sent, when its deadline has passed. */
export async function cancelIfOverdue(ctx: Ctx, operation: OperationRow): Promise<void> {
  const { community_id, operation_id, worker_id, claims } = operation
  await overdueStatement(ctx.db, [community_id, operation_id, worker_id, claims, deadlineMessage])
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
   where community_id = $1 and operation_id = $2 and worker_id = $3 and claims = $4
     and status in ('dispatching', 'outcome_pending')
   returning operation_id`,
)

/** Ends the operation with an error; false when it is no longer this process's. */
export async function endOperation(
  ctx: Ctx,
  { community_id, operation_id, worker_id, claims }: OperationRow,
  { status, code, message, retryAfterSeconds }: Ending,
): Promise<boolean> {
  const parameters = [community_id, operation_id, worker_id, claims, status, code, message, retryAfterSeconds]
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
     where community_id = $1 and operation_id = $2 and worker_id = $3 and claims = $4
       and status in ('dispatching', 'outcome_pending')
     returning operation_id, urgent, not_before)
   select postponed.operation_id, graphile_worker.add_job(
     case when urgent then 'dispatch-urgent' else 'dispatch-bulk' end, payload => $10::json, run_at => not_before)
   from postponed`,
)

/** Gives the operation back, to be taken up later, with the job that will; false when it is no longer this process's. */
export async function postpone(
  ctx: Ctx,
  { community_id, operation_id, worker_id, claims }: OperationRow,
  { status, reason, inSeconds, settleSeconds, failures, sent }: Postponement,
): Promise<boolean> {
  const payload = JSON.stringify({ communityId: community_id, operationId: operation_id })
  const where = [community_id, operation_id, worker_id, claims]
  const values = [status, reason, inSeconds, failures, sent, payload, settleSeconds]
  return (await postponeStatement(ctx.db, [...where, ...values])).length > 0
}

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
  if (ended.length > 0) await mendLine(ctx, operationId)
  return ended.length > 0
}

/** Cancels an operation that is queued and of which nothing was sent; false when it is not. */
export async function cancelQueued(ctx: Ctx, operationId: string): Promise<boolean> {
  const result = await ctx.db
    .updateTable('platform_operation')
    .set({
      status: 'cancelled',
      completed_at: sql`clock_timestamp()`,
      error_code: 'operation_cancelled',
      error_message: 'The operation was cancelled before anything was sent.',
    })
    .where('community_id', '=', ctx.community.communityId)
    .where('operation_id', '=', operationId)
    .where('status', '=', 'queued')
    .where('sent', '=', false)
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) await mendLine(ctx, operationId)
  return result.numUpdatedRows > 0n
}

const barsStatement = query<Bars>(
  'find_rank_bars',
  `select exists (select from blacklist_entry where community_id = $1 and user_id = $2
       and lifted_at is null and (expires_at is null or expires_at > now())) as blacklisted,
     exists (select from suspension where community_id = $1 and user_id = $2
       and lifted_at is null and ends_at > now()) as suspended`,
)

/** What the community holds against the account now. */
export async function findBars(ctx: Ctx, userId: number): Promise<Bars> {
  const [row] = await barsStatement(ctx.db, [ctx.community.communityId, userId])
  return row as Bars
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

/** No write of it ever went out, not even one that turned out to have had no effect. */
const untried = sql`(o.steps = '[]' or coalesce(o.reason, 'worker-lost') = 'worker-lost')`

/** Ends what is queued past its deadline: nothing of it was sent. */
export async function cancelOverdue(db: Db): Promise<void> {
  await sql`
    update platform_operation o set completed_at = clock_timestamp(), lease_until = null,
      status = case when ${untried} then 'cancelled' else 'failed' end,
      error_code = case when ${untried} then 'deadline-cancelled-before-dispatch' else o.reason end,
      error_message = case when ${untried} then ${deadlineMessage}
        else 'The platform did not take the change before the deadline; what was tried had no effect.' end
    from (select community_id, operation_id from platform_operation
      where status = 'queued' and deadline_at <= now() and not sent
      order by deadline_at limit 500 for update skip locked) overdue
    where o.community_id = overdue.community_id and o.operation_id = overdue.operation_id`.execute(db)
}

/** Takes back what processes have at work that died or lost the database: what was sent is read first, the rest is queued. */
export async function takeBackLost(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update platform_operation o set worker_id = null, lease_until = null, not_before = now(),
      reason = case when o.status = 'dispatching' then 'worker-lost' else o.reason end,
      status = case when o.status = 'dispatching' and not o.sent then 'queued' else 'outcome_pending' end
    from (select community_id, operation_id from platform_operation
      where status in ('dispatching', 'outcome_pending') and lease_until < now()
      order by lease_until limit 500 for update skip locked) lost
    where o.community_id = lost.community_id and o.operation_id = lost.operation_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const mendLineStatement = query<{ freed: boolean }>(
  'mend_line',
  `with next as (
     select o.community_id, o.operation_id, o.status, o.first_in_line from platform_operation o
     where o.community_id = $1
       and o.user_id = (select user_id from platform_operation where community_id = $1 and operation_id = $2)
       and o.status in ('queued', 'dispatching', 'outcome_pending')
     order by o.seq limit 1
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

/** The same for every member, in case a process died before it asked. */
export async function mendLines(db: Db): Promise<void> {
  await sql`
    update platform_operation o set first_in_line = true
    from (select distinct on (q.community_id, q.user_id) q.community_id, q.operation_id
      from platform_operation q
      where q.status = 'queued' and not q.first_in_line and not exists (
        select from platform_operation older where older.community_id = q.community_id and older.user_id = q.user_id
          and older.status in ('queued', 'dispatching', 'outcome_pending')
          and (older.status <> 'queued' or older.seq < q.seq))
      order by q.community_id, q.user_id, q.seq limit 500) freed
    where o.community_id = freed.community_id and o.operation_id = freed.operation_id
      and o.status = 'queued'`.execute(db)
}

/** Adds jobs for what is due and may have lost its own, at most `most` a lane. */
export async function wakeDispatch(db: Db, most: number): Promise<void> {
  await sql`
    select graphile_worker.add_job(due.task, payload => '{}')
    from (
      (select 'dispatch-urgent' as task from platform_operation
        where status = 'queued' and first_in_line and urgent and not_before <= now() limit ${most})
      union all
      (select 'dispatch-bulk' from platform_operation
        where status = 'queued' and first_in_line and not urgent and not_before <= now() limit ${most})
      union all
      (select 'dispatch-urgent' from platform_operation
        where status = 'outcome_pending' and not_before <= now() and lease_until is null limit ${most})
    ) due`.execute(db)
}

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
