// SQL of the dispatch.
import { auditInsert } from '../../audit/entry'
import { actorParameters, type Ctx, type Db } from '../../context'
import { now, toJson } from '../../db/expressions'
import { columns, integers, statement } from '../../db/statements'
import { takenBy } from '../../auth/takes/queries'
import type { Excess } from '../../auth/takes/rules'
import type { KnownConnection } from '../../platform-connection/queries'
import { flagAmbiguity, type RankRow } from '../../ranks/queries'
import { timeOf } from '../../base/time'
import { endedAs, operationColumns, type OperationRow, type OperationTypes } from '../queries'
import { CALLS_PER_OPERATION, deadlineMessage, isJoinKind, type AnyStep } from '../rules'
import type { Authority, Ending, FormerRank, OperationSuspension } from './state'

/** `settle`: outcomes of sent writes; `urgent`: those that a caller waits for, and others that are claimed first. */
export type Priority = 'settle' | 'urgent' | 'bulk'

export interface Claimer {
  readonly workerId: string
  readonly leaseSeconds: number
}

export interface Claimed {
  readonly operation: OperationRow
  readonly authority: Authority
  readonly ranks: readonly RankRow[]
  readonly connection: KnownConnection | null
  readonly suspension: OperationSuspension | null
  readonly experience: number
}

/** Per community. */
const MAX_IN_FLIGHT = 8

const claimStatement = statement(
  'claim_operation',
  `select ${operationColumns('o')}, facts.authority as "authority!", facts.ranks as "ranks!", facts.connection, facts.suspension,
     facts.experience as "experience!"
   from claim_platform_operation(:claimer, :priorities::text[], :leaseSeconds, :mostInFlight, :calls) o
   cross join lateral rank_change_facts(o) facts`,
  columns<
    OperationTypes &
      Pick<Claimed, 'authority' | 'ranks' | 'suspension'> & {
        readonly connection: (Omit<KnownConnection, 'credential'> & { readonly credential: string }) | null
      }
  >(),
)

let claimCount = 0

/** Communities are served fairly. Each claim has a unique worker id, which fences the writes of earlier claims. */
export async function claimOperation(
  db: Db,
  claimer: Claimer,
  priorities: readonly Priority[],
): Promise<Claimed | null> {
  const [row] = await claimStatement(db, {
    claimer: `${claimer.workerId} ${++claimCount}`,
    priorities,
    leaseSeconds: claimer.leaseSeconds,
    mostInFlight: MAX_IN_FLIGHT,
    calls: CALLS_PER_OPERATION,
  })
  if (!row) return null
  const { authority, ranks, connection, suspension, experience, ...operation } = row
  const credential = Buffer.from(connection?.credential ?? '', 'base64')
  return {
    operation,
    authority,
    ranks,
    connection: connection && { ...connection, credential },
    suspension,
    experience,
  }
}

/** A later claim changes the lease, so a former holder stores nothing. */
const underLease =
  'community_id = :communityId and operation_id = :operationId and worker_id = :workerId and claims = :claims'

function leaseOf({ community_id: communityId, operation_id: operationId, worker_id, claims }: OperationRow) {
  return { communityId, operationId, workerId: worker_id ?? '', claims }
}

const changeLeased = ({ db }: Pick<Ctx, 'db'>, { community_id, operation_id, worker_id, claims }: OperationRow) =>
  db
    .updateTable('platform_operation')
    .where('community_id', '=', community_id)
    .where('operation_id', '=', operation_id)
    .where('worker_id', '=', worker_id)
    .where('claims', '=', claims)

const storeFormerRank = (operations: string): string => `
  update suspension s set former_unique_id = :formerRank?::bigint, former_role_ids = :formerRoles?::bigint[] from ${operations} o
  where :formerRank?::bigint is not null and s.community_id = o.community_id and s.user_id = o.user_id
    and s.operation_id = o.operation_id and s.state = 'suspending'`

const formerParameters = (former: FormerRank | null) => ({
  formerRank: former?.rank ?? null,
  formerRoles: former && integers(former.roles),
})

/** A join request has none. */
const storedTarget = ({ kind }: OperationRow, { unique_id }: RankRow): number | null =>
  isJoinKind(kind) ? null : unique_id

const recordStatement = statement(
  'record_operation_steps',
  `with gate as materialized (
     select not :begins::boolean or c.platform_paused_at is null as is_open from community c where c.community_id = :communityId
   ), leased as materialized (
     -- one that may not be sent any more counts nothing
     select operation_id, actor_kind, actor_id, take_counted from platform_operation
     where ${underLease} and status = 'dispatching' and lease_until > now() and (sent or deadline_at > now())
       and (select is_open from gate) for no key update
   ), ${takenBy('leased', ':takes::boolean')}, recorded as (
     update platform_operation o set target_unique_id = :target?::bigint, steps = steps || :steps::jsonb, sent = true,
       take_counted = o.take_counted or :takes, lease_until = now() + make_interval(secs => :leaseSeconds)
     from leased where o.community_id = :communityId and o.operation_id = leased.operation_id
       and not exists (select from taken where not granted)
     returning o.*
   ), former as (${storeFormerRank('recorded')})
   select case when recorded.operation_id is not null then rank_change_authority(recorded) end as authority,
     gate.is_open as "isOpen!", taken.granted, taken.remaining, taken.reset_ms as "resetMs", taken.most, taken.owner
   from gate left join taken on true left join recorded on true`,
  columns<{ readonly authority: Authority | null }>(),
)

/** Nothing may be sent: the writes to the group are stopped, or the author has taken too much. */
export type Postponed = 'paused' | (Excess & { readonly owner: string })

/**
 * The lease is renewed.
 * @returns the current authority; null if the lease was lost or the deadline passed: nothing may be sent
 */
export async function recordSteps(
  ctx: Ctx,
  operation: OperationRow,
  writes: {
    readonly target: RankRow
    readonly steps: readonly AnyStep[]
    readonly former: FormerRank | null
    readonly leaseSeconds: number
    readonly begins: boolean
    readonly takes: boolean
  },
): Promise<Authority | Postponed | null> {
  const { target, steps, former, leaseSeconds, begins, takes } = writes
  const at = timeOf(ctx.now())
  const recorded = JSON.stringify(steps.map((step) => ({ ...step, at })))
  const values = { target: storedTarget(operation, target), steps: recorded, leaseSeconds, begins, takes }
  const [row] = await recordStatement(ctx.db, { ...leaseOf(operation), ...values, ...formerParameters(former) })
  if (!row) return null
  if (!row.isOpen) return 'paused'
  const { granted, most: limit, remaining, resetMs, owner } = row
  return granted === false && limit !== null && owner !== null
    ? { limit, remaining: remaining ?? 0, resetMs, owner }
    : row.authority
}

/** An operation that is no rank change leaves an unfinished rank change as it is. */
const unfinished = `case when leased.kind not like 'rank.%' then m.unfinished_role_ids else '{}'::bigint[] end`

const succeedStatement = statement(
  'succeed_operation',
  // without `after`, nothing changed
  `with leased as (
     select community_id, operation_id, user_id, kind, reversal from platform_operation
     where ${underLease}
       and status in ('dispatching', 'outcome_pending') for no key update
   ), audited as (
     ${auditInsert({
       action: ':action',
       userId: 'user_id',
       before: ':before?::jsonb',
       after: `case when reversal is null then :after?::jsonb
         when reversal ? 'changedAt' then :after?::jsonb || jsonb_build_object('reversesByHand', reversal -> 'changedAt')
         else :after?::jsonb || jsonb_build_object('reverses', reversal -> 'entries') end`,
       reason: `reversal ->> 'reason'`,
       from: 'leased where :after?::jsonb is not null',
     })}
     returning audit_id
   ), moved as (
     update member m set rank_unique_id = :rank?::bigint, role_ids = :roles::bigint[], unfinished_role_ids = ${unfinished}, updated_at = now()
     from leased
     where m.community_id = :communityId and m.user_id = leased.user_id
       and (m.rank_unique_id, m.role_ids, m.unfinished_role_ids) is distinct from (:rank?::bigint, :roles::bigint[], ${unfinished})
   ), former as (${storeFormerRank('leased')}), ended as (
     update platform_operation o set status = 'succeeded', completed_at = now(), target_unique_id = :target?::bigint,
       result = jsonb_build_object('changed', :after?::jsonb is not null, 'auditId', (select audit_id::text from audited)),
       roles_written = :written?::jsonb, reason = null, lease_until = null
     from leased where o.community_id = leased.community_id and o.operation_id = leased.operation_id
     returning o.operation_id
   )
   select operation_id from ended`,
)

/** Member, audit entry and operation are changed in one statement. Nothing is stored if the lease was lost. */
export async function succeed(
  ctx: Ctx,
  operation: OperationRow,
  { target, rank, move, former, roles, written }: Extract<Ending, { do: 'succeed' }>,
): Promise<void> {
  const before = toJson(move && move.before)
  const after = toJson(move && move.after)
  const audited = { action: move?.action ?? '', before, after, ...actorParameters(ctx) }
  await succeedStatement(ctx.db, {
    ...leaseOf(operation),
    ...audited,
    target: storedTarget(operation, target),
    rank: rank?.unique_id ?? null,
    roles: integers(roles),
    ...formerParameters(former),
    written: toJson(written),
  })
}

export async function cancelIfOverdue(ctx: Ctx, operation: OperationRow): Promise<void> {
  await changeLeased(ctx, operation)
    .set(endedAs('cancelled', 'deadline-cancelled-before-dispatch', deadlineMessage))
    .where('status', '=', 'dispatching')
    .where('sent', '=', false)
    .where('deadline_at', '<=', now)
    .execute()
}

const endStatement = statement(
  'end_operation',
  `with ended as (
     update platform_operation set status = 'failed', completed_at = clock_timestamp(), error_code = :code,
       error_message = :message, lease_until = null, retry_after_seconds = :retryAfterSeconds?, roles_written = :written?::jsonb
     where ${underLease} and status in ('dispatching', 'outcome_pending')
     returning community_id, operation_id, user_id, kind, sent, steps
   ), unfinished as (
     -- the next rank change takes these roles for ranks, although the member holds several
     update member m set unfinished_role_ids = array(
       select distinct (step ->> 'role')::bigint from jsonb_array_elements(ended.steps) step order by 1)
     from ended where ended.sent and ended.kind like 'rank.%' and m.community_id = :communityId and m.user_id = ended.user_id
   ), ambiguous as (
     select user_id, jsonb_build_object('operationId', operation_id, 'message', :message::text) as after
     from ended where :code = 'rank_ambiguous'
   ), ${flagAmbiguity('ambiguous')}`,
)

/** Nothing is stored if the lease was lost. */
export async function endOperation(
  ctx: Ctx,
  operation: OperationRow,
  { code, message, retryAfterSeconds, written }: Extract<Ending, { do: 'fail' }>,
): Promise<void> {
  const values = { code, message, retryAfterSeconds, written: toJson(written) }
  await endStatement(ctx.db, { ...leaseOf(operation), ...actorParameters(ctx), ...values })
}

const rescheduleStatement = statement(
  'reschedule_operation',
  `update platform_operation set status = :status, reason = :reason, not_before = now() + make_interval(secs => :inSeconds),
       failures = :failures, sent = :sent, worker_id = null, lease_until = null,
       steps = case when :unsent::integer = 0 then steps else coalesce((
         select jsonb_agg(case when place > jsonb_array_length(steps) - :unsent::integer
           then step || '{"unsent": true}' else step end order by place)
         from jsonb_array_elements(steps) with ordinality as recorded (step, place)), steps) end,
       settle_at = greatest(settle_at,
         case when :settleSeconds::float8 > 0 then now() + make_interval(secs => :settleSeconds::float8) end)
   where ${underLease} and status in ('dispatching', 'outcome_pending')`,
)

/** Nothing is stored if the lease was lost. */
export async function reschedule(
  ctx: Ctx,
  operation: OperationRow,
  { status, reason, inSeconds, settleSeconds, failures, sent, unsent }: Extract<Ending, { do: 'reschedule' }>,
): Promise<void> {
  const values = { status, reason, inSeconds, settleSeconds, failures, sent, unsent }
  await rescheduleStatement(ctx.db, { ...leaseOf(operation), ...values })
}
