// One statement queues every operation.
import { auditInsert } from '../../audit/entry'
import {
  boundsOfCaller,
  ownerOf,
  type Caller,
  type Community,
  type Ctx,
  type Db,
  type IdempotencyKey,
  type Requirement,
  type AuthorBounds,
} from '../../context'
import { batched } from '../../db/batcher'
import { columns, statement, type RowOf } from '../../db/statements'
import { isManaged } from '../../ranks/queries'
import type { StoredRoles } from '../../ranks/rules'
import type { DomainError } from '../../base/errors'
import { ALL_IN_DOUBT, NONE_IN_DOUBT, numbersInDoubt, type InDoubt } from '../decision/rules'
import { refusal, type Need, type Refusal } from './refusals'
import { endedAs, operationColumns, type OperationReversal, type OperationRow, type OperationTypes } from '../queries'
import { deadlineMessage, isJoinKind, type OperationKind } from '../rules'
import { own } from '../../db/own'

export interface NewOperation {
  readonly operationId: string
  readonly kind: OperationKind
  readonly userId: number
  /** With both null, the execution chooses the target. */
  readonly targetUniqueId: number | null
  readonly targetRankId?: number | null
  /** A caller waits for the end: the operation is claimed first, and fails at the first error. */
  readonly awaited: boolean
  /** Claimed before others, although its first error is not final. Default: `awaited`. */
  readonly urgent?: boolean
  readonly deadlineSeconds: number
  /** Queued whatever the state of the queue, because it follows from a change that is committed. */
  readonly mustRun?: boolean
  /** Nothing is queued unless the member and the target rank are stored. */
  readonly checked?: boolean
  /** What it takes is counted by the transaction that queues it (decided.ts). */
  readonly countsTake?: boolean
  /** As far as stored facts tell, the author may make it, and it takes something that is counted now, or not (decided.ts). */
  readonly decided?: { readonly isTake: boolean }
  /**
   * What the key must still be allowed at the dispatch; default: what the request needed. Null: nothing, because the
   * operation follows from what is committed.
   */
  readonly requires?: Requirement | null
  readonly eventId?: string
  /** Of the author of what gives the rank or role; they hold beside those of the actor. */
  readonly giftBounds?: AuthorBounds | null
  readonly reversal?: OperationReversal
  /** `owner` defaults to the actor. */
  readonly idempotency?: IdempotencyKey<string> & { readonly owner?: string }
  /** Cancels what is queued for the member with the same object: its rank, or the same role. */
  readonly supersede?: boolean
  readonly reuses?: boolean
  /** The job `resolve-account` resolves the account before the dispatch; `userId` is a placeholder. */
  readonly unresolved?: { readonly username: string | null }
}

/** Only `queued` has stored something. */
export type Acceptance =
  | { readonly outcome: 'queued'; readonly operation: AcceptedRow; readonly isTake?: boolean }
  /** A queued AutoRank change serves this one too. */
  | { readonly outcome: 'reused'; readonly operationId: string }
  /** The idempotency key was used before. */
  | { readonly outcome: 'known' }
  | {
      readonly outcome: 'refused'
      readonly refusal: Refusal
      readonly retryAfterSeconds: number | null
      /** What is stored of the member, and which role was found. */
      readonly found: Found
      /** Of the decision (decided.ts). */
      readonly problem?: DomainError
    }

export interface Found extends StoredRoles {
  readonly unfinished: readonly number[]
  readonly targetUniqueId: number | null
}

export interface AcceptedRow extends OperationRow {
  readonly target_rank_id: number | null
  readonly target_name: string | null
}

export const WORKER_SILENCE_SECONDS = 30

const fields = `operation_id text, kind text, user_id bigint, named_unique_id bigint, named_rank_id smallint, awaited boolean,
  urgent boolean, needs text[], deadline_seconds float8, actor_kind text, actor_id text, owner text, required_scope text,
  required_feature text, request_id text, event_id text, key text, fingerprint text, supersede boolean, reuses boolean,
  unresolved boolean, username text, held_in_doubt smallint[], target_in_doubt smallint[], reversal jsonb, on_behalf_of bigint,
  gift_bounds jsonb, take_counted boolean`

const gate = `select (select s.paused_at is not null from dispatch_switch s)
    or exists (select from dispatch_lane l where l.community_id = :communityId and l.paused_at is not null) as paused,
  exists (select from community g where g.community_id = :communityId and g.platform_paused_at is not null) as writes_paused,
  exists (select from worker_process w where w.beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS})) as working,
  c.status as connection, b.blocked_until
from (values (1)) as one_row
left join platform_connection c on c.community_id = :communityId
left join platform_budget b on b.owner = (platform_budget_of(c)).owner`

/** Lateral subqueries with limits keep index lookups, whatever size the planner assumes. */
const requested = `select a.*, target.rank_id as target_rank_id, target.name as target_name,
  coalesce(target.unique_id, a.named_unique_id) as target_unique_id, ${refusal} as refusal, m.rank_unique_id, m.role_ids,
  m.unfinished_role_ids,
  -- also -infinity
  case when gate.blocked_until > now() then ceil(extract(epoch from gate.blocked_until - now()))::integer end as blocked_seconds
from gate cross join json_to_recordset(:operations::json) as a (${fields})
left join lateral (select m.user_id, held.rank_id, m.rank_unique_id, m.role_ids, m.unfinished_role_ids from member m
  left join rank held on held.community_id = :communityId and held.unique_id = m.rank_unique_id and a.held_in_doubt <> '{}'
  where m.community_id = :communityId and m.user_id = a.user_id limit 1) m on true
left join lateral (select r.unique_id, r.rank_id, r.name from rank r
  where r.community_id = :communityId and (r.unique_id = a.named_unique_id or r.rank_id = a.named_rank_id)
    and r.rank_id between 1 and 254 and ${isManaged} = (a.kind like 'rank.%') limit 1) target on true`

/** One that another transaction has locked may have decided already. */
const reused = `select r.operation_id as requested_id, q.operation_id from requested r cross join lateral (
  select q.operation_id from platform_operation q
  where r.reuses and q.community_id = :communityId and q.user_id = r.user_id and q.status = 'queued' and q.kind = 'rank.auto'
    and not q.sent and not q.awaited and q.target_unique_id is null and q.deadline_at > now() + interval '1 minute'
    and q.actor_kind = r.actor_kind and q.actor_id = r.actor_id and q.on_behalf_of is not distinct from r.on_behalf_of
    and (q.take_counted or not r.take_counted)
  limit 1 for no key update skip locked) q
where r.refusal is null`

/** A fixed order prevents deadlocks. */
const claimedKeys = `insert into idempotency_key (community_id, key, owner, fingerprint, operation_id)
select :communityId, key, owner, decode(fingerprint, 'hex'), operation_id from requested where refusal is null and key is not null
order by key
on conflict do nothing returning operation_id`

const toInsert = `select r.* from requested r
where r.refusal is null and (r.key is null or r.operation_id in (select operation_id from claimed))
  and not exists (select from reused where reused.requested_id = r.operation_id)`

/** The offset keeps an index lookup for each member, because PostgreSQL then does not flatten the subquery. */
const queuedBefore = `cross join lateral (
  select q.community_id, q.operation_id from platform_operation q
  where q.community_id = :communityId and q.user_id = t.user_id and q.status = 'queued' offset 0) before`

/** SQL: whether the newer operation replaces the queued `o`. Suspensions are lifted, not superseded. */
export const supersedes = (newer: string): string => `(split_part(o.kind, '.', 1) = split_part(${newer}.kind, '.', 1)
  and o.kind not in ('rank.suspend', 'rank.restore')
  and (split_part(o.kind, '.', 1) <> 'role' or o.target_unique_id = ${newer}.target_unique_id))`

/**
 * With `supersede`, a newer change replaces what is queued for the same object. Any newer one replaces one that waits until its author
 * may take again (auth/takes): it would hold up the member for an hour, and then undo what was done meanwhile.
 */
const isReplaced = `not o.sent and (t.supersede or coalesce(o.reason = 'rate_limit_exceeded', false)) and ${supersedes('t')}`

const superseded = `update platform_operation o set status = 'cancelled', completed_at = now(),
  error_code = 'operation_superseded', error_message = 'A newer operation of this member superseded it.'
from to_insert t ${queuedBefore}
where o.community_id = before.community_id and o.operation_id = before.operation_id and o.status = 'queued'
  and ${isReplaced}`

/** An urgent rank change waits for the member's older ones, so these become urgent too. A row is updated once in a statement. */
const expedited = `update platform_operation o set urgent = true
from (select * from to_insert where urgent) t ${queuedBefore}
where o.community_id = before.community_id and o.operation_id = before.operation_id and o.status = 'queued' and not o.urgent
  and not (${isReplaced})`

const inserted = `insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent, deadline_at,
  actor_kind, actor_id, required_scope, required_feature, request_id, event_id, not_before, username, supersede, reversal, on_behalf_of,
  gift_bounds, take_counted)
select :communityId, operation_id, kind, user_id, target_unique_id, awaited, urgent, now() + make_interval(secs => deadline_seconds),
  actor_kind, actor_id, required_scope, required_feature, request_id, event_id,
  case when unresolved then 'infinity' else now() end, username, supersede, reversal, on_behalf_of, gift_bounds, take_counted
from to_insert
returning *`

const audited = auditInsert({
  by: 'o',
  action: 'operation.submit',
  userId: 'case when o.user_id > 0 then o.user_id end',
  after: `jsonb_build_object('operationId', o.operation_id, 'kind', o.kind, 'status', o.status, 'targetUniqueId', o.target_unique_id)`,
  from: 'inserted o join claimed using (operation_id)',
})

const resolutionJobs = `select count(graphile_worker.add_job('resolve-account',
  json_build_object('communityId', :communityId::text, 'operationId', operation_id)))
from to_insert where unresolved`

const enqueueStatement = statement(
  'enqueue_operations',
  `with gate as materialized (${gate}), requested as materialized (${requested}), reused as materialized (${reused}),
    claimed as (${claimedKeys}), to_insert as materialized (${toInsert}), superseded as (${superseded}), expedited as (${expedited}),
    inserted as (${inserted}), audited as (${audited})
  select requested.operation_id as "requested_id!", reused.operation_id as reused_id, requested.refusal, requested.blocked_seconds,
    inserted.operation_id as queued_id, ${operationColumns('inserted')}, requested.target_rank_id, requested.target_name,
    requested.rank_unique_id as held_unique_id, requested.role_ids as held_role_ids, requested.unfinished_role_ids,
    requested.target_unique_id as found_unique_id
  from requested cross join (${resolutionJobs}) jobs
  left join reused on reused.requested_id = requested.operation_id
  left join inserted on inserted.operation_id = requested.operation_id`,
  columns<OperationTypes & { readonly refusal: Refusal | null }>(),
)

/** Without `queued_id` nothing was queued, and the columns of the operation are null. */
type EnqueuedRow = RowOf<typeof enqueueStatement>

const enqueueBatched = batched<object, EnqueuedRow>({
  name: 'enqueue_operations',
  maxSize: 100,
  // most of its time is the same for one rank change and for many: those that arrive during a commit share the next
  maxStatements: 1,
  // two rank changes of one member need two statements: the second is behind the first
  keyOf: (operation) => (operation as { user_id: number }).user_id,
  load: enqueueRows,
})

async function enqueueRows(db: Db, communityId: string, operations: readonly object[]): Promise<EnqueuedRow[]> {
  const rows = await enqueueStatement(db, { communityId, operations: JSON.stringify(operations) })
  const rowOf = new Map(rows.map((row) => [row.requested_id, row]))
  return operations.map((operation) => rowOf.get((operation as { operation_id: string }).operation_id) as EnqueuedRow)
}

export type QueueCtx = Pick<Ctx, 'db' | 'log' | 'actor' | 'caller' | 'requestId' | 'rankChanges'> & {
  readonly community: Pick<Community, 'communityId'>
}

export async function enqueueOne(ctx: QueueCtx, operation: NewOperation): Promise<Acceptance> {
  const row = await enqueueBatched(ctx.db, ctx.community.communityId, toJson(ctx, operation))
  return toAcceptance(row)
}

/**
 * Queues rank changes of different members.
 * @returns what became of each, in the same order
 */
export async function enqueueAll(ctx: QueueCtx, operations: readonly NewOperation[]): Promise<Acceptance[]> {
  if (operations.length === 0) return []
  const requested = operations.map((operation) => toJson(ctx, operation))
  return (await enqueueRows(ctx.db, ctx.community.communityId, requested)).map(toAcceptance)
}

function toAcceptance(row: EnqueuedRow): Acceptance {
  const { queued_id: queuedId, reused_id: operationId, refusal, blocked_seconds } = row
  if (queuedId !== null) return { outcome: 'queued', operation: row }
  if (operationId !== null) return { outcome: 'reused', operationId }
  if (refusal === null) return { outcome: 'known' }
  const retryAfterSeconds = refusal === 'throttled' ? blocked_seconds : null
  const { held_unique_id, held_role_ids, unfinished_role_ids, found_unique_id: targetUniqueId } = row
  const stored = { rankUniqueId: held_unique_id, roleIds: held_role_ids ?? [], unfinished: unfinished_role_ids ?? [] }
  return { outcome: 'refused', refusal, retryAfterSeconds, found: { ...stored, targetUniqueId } }
}

const requirementOf = (caller: Caller): Requirement | null => ('requirement' in caller ? caller.requirement : null)

function needsOf({ rankChanges }: QueueCtx, { mustRun, awaited, checked, unresolved }: NewOperation): Need[] {
  if (mustRun) return []
  return [
    ...(awaited ? (['connection', 'budget', 'open-group'] as const) : []),
    'open-queue',
    ...(rankChanges.scheduler ? (['worker'] as const) : []),
    ...(checked ? (['target'] as const) : []),
    ...(checked && !unresolved ? (['member'] as const) : []),
  ]
}

/** AutoRank and what must run are decided when they run. */
function inDoubt(ctx: QueueCtx, { kind, mustRun, decided, countsTake }: NewOperation): InDoubt {
  if (decided || mustRun || kind === 'rank.auto' || isJoinKind(kind)) return NONE_IN_DOUBT
  if (countsTake) return ALL_IN_DOUBT
  const bounds = boundsOfCaller(ctx)
  return bounds === null ? NONE_IN_DOUBT : numbersInDoubt(kind, bounds)
}

function toJson(ctx: QueueCtx, operation: NewOperation): object {
  const { actor, caller, requestId } = ctx
  const { held, target } = inDoubt(ctx, operation)
  const { idempotency, unresolved, requires: needed = requirementOf(caller) } = operation
  return {
    operation_id: operation.operationId,
    kind: operation.kind,
    user_id: operation.userId,
    named_unique_id: operation.targetUniqueId,
    named_rank_id: operation.targetRankId ?? null,
    awaited: operation.awaited,
    urgent: operation.urgent ?? operation.awaited,
    needs: needsOf(ctx, operation),
    deadline_seconds: operation.deadlineSeconds,
    actor_kind: actor.kind,
    actor_id: actor.id,
    on_behalf_of: actor.onBehalfOf ?? null,
    owner: idempotency?.owner ?? ownerOf(actor),
    required_scope: needed?.scope ?? null,
    required_feature: needed?.feature ?? null,
    request_id: requestId,
    event_id: operation.eventId ?? null,
    reversal: operation.reversal ?? null,
    gift_bounds: operation.giftBounds ?? null,
    key: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint.toString('hex') ?? null,
    supersede: operation.supersede ?? false,
    reuses: operation.reuses ?? false,
    unresolved: unresolved !== undefined,
    username: unresolved?.username ?? null,
    held_in_doubt: held,
    target_in_doubt: target,
    // what was confirmed is no take
    take_counted: operation.decided?.isTake === true || (caller.kind === 'person' && caller.isConfirmed),
  }
}

/** The caller has stopped waiting. @returns false when a write was sent */
export async function cancelIfUnsent(ctx: Ctx, operationId: string): Promise<boolean> {
  const { numUpdatedRows } = await own(ctx)
    .updateTable('platform_operation')
    .set(endedAs('cancelled', 'deadline-cancelled-before-dispatch', deadlineMessage))
    .where('operation_id', '=', operationId)
    .where('status', 'in', ['queued', 'dispatching'])
    .where('sent', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countQueued({ db, community }: Ctx, most: number): Promise<number> {
  const queued = own({ db, community })
    .selectFrom('platform_operation')
    .select('status')
    .where('status', '=', 'queued')
    .limit(most)
  const counted = db.selectFrom(queued.as('q')).select(({ fn }) => fn.countAll<number>().as('queued'))
  return (await counted.executeTakeFirstOrThrow()).queued
}
