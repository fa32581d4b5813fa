// SQL of asynchronous rank changes: enqueue with job and idempotency key, resolve the account, cancel.
import { sql } from 'kysely'
import { ownerOf, type Ctx, type TxCtx } from '../../context'
import { batched } from '../../db/batcher'
import { arraysOf, unnestParams, query } from '../../db/statements'
import type { DomainError } from '../../errors'
import { acceptanceCheck, jobPayload, insertColumns, type Acceptance, type NewOperation } from '../enqueue/queries'
import { promoteNextAfterCommit } from '../dispatch/queries'
import { operationColumns, type OperationWithHistory } from '../queries'
import type { OperationKind } from '../rules'

export interface AsyncOperation extends Omit<NewOperation, 'awaited'> {
  /** The account is not resolved yet; the job `resolve-account` resolves it before the dispatch. */
  readonly unresolved: boolean
  /** Of an unresolved account; `userId` is then a placeholder. */
  readonly username: string | null
}

export interface SubmitOptions {
  readonly key: string
  readonly fingerprint: Buffer
  /** Cancels the member's queued rank changes. */
  readonly supersede: boolean
}

export interface AsyncAcceptance extends Acceptance {
  readonly is_member: boolean
  /** The rank is stored and assignable, or none was given. */
  readonly has_target: boolean
}

type AcceptedRow = Omit<OperationWithHistory, 'operation_id' | 'history'>

type Accepted = AsyncAcceptance & AcceptedRow

interface BatchedOperation {
  readonly operationId: string
  readonly kind: OperationKind
  readonly userId: number
  readonly targetUniqueId: number | null
  /** Identifies the target by rank number if `targetUniqueId` is null. */
  readonly rankId: number | null
  readonly deadlineSeconds: number
  readonly actorKind: string
  readonly actorId: string | null
  readonly owner: string
  readonly scope: string | null
  readonly feature: string | null
  readonly requestId: string | null
  readonly key: string
  readonly fingerprint: Buffer
  readonly supersede: boolean
  readonly payload: string
  readonly unresolved: boolean
  readonly username: string | null
}

/** Column and type of each field, as parallel arrays from $2 on. */
const batchColumns = {
  operationId: ['operation_id', 'text'],
  kind: ['kind', 'text'],
  userId: ['user_id', 'bigint'],
  targetUniqueId: ['target_unique_id', 'bigint'],
  rankId: ['rank_id', 'smallint'],
  deadlineSeconds: ['deadline_seconds', 'float8'],
  actorKind: ['actor_kind', 'text'],
  actorId: ['actor_id', 'text'],
  owner: ['owner', 'text'],
  scope: ['required_scope', 'text'],
  feature: ['required_feature', 'text'],
  requestId: ['request_id', 'text'],
  key: ['key', 'text'],
  fingerprint: ['fingerprint', 'bytea'],
  supersede: ['supersede', 'boolean'],
  payload: ['payload', 'json'],
  unresolved: ['unresolved', 'boolean'],
  username: ['username', 'text'],
} as const satisfies Record<keyof BatchedOperation, readonly [column: string, type: string]>

const batchFields = Object.keys(batchColumns) as (keyof BatchedOperation)[]
const batchTypes = Object.values(batchColumns).map(([, type], index) => `$${index + 2}::${type}[]`)
const batchNames = Object.values(batchColumns).map(([column]) => column)
const batchTable = `${unnestParams(...batchTypes)} as a (${batchNames.join(', ')})`

const superseded = `, superseded as (
      update platform_operation o set status = 'cancelled', completed_at = now(),
        error_code = 'operation_superseded', error_message = 'A newer operation of this member superseded it.'
      from to_insert
      where to_insert.supersede and o.community_id = $1 and o.user_id = to_insert.user_id and o.status = 'queued' and not o.sent
        -- suspensions are lifted, not superseded
        and o.kind not in ('rank.suspend', 'rank.restore')
    )`

// lateral subqueries with limits keep index lookups, whatever size the planner assumes for the community
const enqueueSql = (supersededIf: string): string => `with ${acceptanceCheck}, requested as materialized (
      select a.operation_id, a.kind, a.user_id, a.deadline_seconds, a.actor_kind, a.actor_id, a.owner, a.required_scope,
        a.required_feature, a.request_id, a.key, a.fingerprint, a.supersede, a.payload, a.unresolved, a.username,
        m.user_id is not null as is_member,
        (a.target_unique_id is null and a.rank_id is null) or target.unique_id is not null as has_target,
        target.unique_id as target_unique_id, target.rank_id as target_rank_id, target.name as target_name
      from ${batchTable}
      left join lateral (select m.user_id from member m where m.community_id = $1 and m.user_id = a.user_id limit 1) m on true
      left join lateral (select r.unique_id, r.rank_id, r.name from rank r
        where r.community_id = $1 and (r.unique_id = a.target_unique_id or r.rank_id = a.rank_id)
          and r.rank_id between 1 and 254 limit 1) target on true
    ), claimed as (
      insert into idempotency_key (community_id, key, owner, fingerprint, operation_id)
      select $1, key, owner, fingerprint, operation_id from acceptance_check, requested
      where not paused and working and (is_member or unresolved) and has_target
      -- a fixed order prevents deadlocks
      order by key
      on conflict do nothing returning operation_id
    ), to_insert as materialized (
      select requested.*, ahead.operation_id is null as is_first
      from claimed join requested on requested.operation_id = claimed.operation_id
      left join lateral (select o.operation_id from platform_operation o
        where o.community_id = $1 and o.user_id = requested.user_id and o.status in ('queued', 'dispatching', 'outcome_pending')
          -- without those that are superseded
          and (o.status <> 'queued' or not requested.supersede or o.kind in ('rank.suspend', 'rank.restore')) limit 1) ahead on true
    )${supersededIf}, accepted as (
      insert into platform_operation (${insertColumns}, not_before, username, supersede)
      select $1, operation_id, kind, user_id, target_unique_id, false, false, now() + make_interval(secs => deadline_seconds),
        actor_kind, actor_id, required_scope, required_feature, request_id, is_first,
        case when unresolved then 'infinity' else now() end, username, supersede
      from to_insert
      returning *
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, after, request_id)
      select $1, actor_kind, actor_id, 'operation.submit', case when user_id > 0 then user_id end, jsonb_build_object('operationId', operation_id, 'kind', kind,
        'status', status, 'targetUniqueId', target_unique_id), request_id
      from accepted)
    select requested.operation_id as requested_id, acceptance_check.paused, acceptance_check.working, requested.is_member, requested.has_target, accepted.first_in_line,
      ${operationColumns('accepted')}, requested.target_rank_id, requested.target_name
    from acceptance_check
    -- one call: each scans the whole queue of graphile-worker
    cross join (select count(*) from graphile_worker.add_jobs(array(
      select (case when to_insert.unresolved then 'resolve-account' else 'dispatch-bulk' end, to_insert.payload, null, null, null, null, null, null)::graphile_worker.job_spec
      from to_insert join accepted on accepted.operation_id = to_insert.operation_id))) jobs
    cross join requested left join accepted on accepted.operation_id = requested.operation_id`

type BatchedRow = Accepted & { readonly requested_id: string }

const enqueueStatement = query<BatchedRow>('enqueue_async_operations', enqueueSql(''))
// separate statements: with the superseding CTE the planner scans the whole queue
const enqueueSupersedingStatement = query<BatchedRow>('enqueue_superseding_operations', enqueueSql(superseded))

/**
 * Batches concurrent requests: PostgreSQL serializes commits that notify, so small commits wait for each other.
 * Rank changes of one member stay in separate batches.
 */
const enqueueBatched = batched<BatchedOperation, Accepted>({
  name: 'accept_operation',
  maxSize: 20,
  keyOf: ({ userId }) => userId,
  async load(db, communityId, operations) {
    const statement = operations.some(({ supersede }) => supersede) ? enqueueSupersedingStatement : enqueueStatement
    const rows = await statement(db, [communityId, ...arraysOf(operations, batchFields)])
    const rowOf = new Map(rows.map((row) => [row.requested_id, row]))
    return operations.map(({ operationId }) => rowOf.get(operationId) as Accepted)
  },
})

/**
 * Enqueues a rank change with its idempotency key and job. Inserts nothing if the key is used, the account is no
 * member, or the rank is not stored.
 * @param rankId identifies the target by rank number if `targetUniqueId` is null
 */
export async function enqueueAsync(
  ctx: Ctx,
  operation: AsyncOperation,
  options: SubmitOptions,
  rankId: number | null = null,
): Promise<AsyncAcceptance & { readonly accepted: OperationWithHistory | null }> {
  const { operationId, kind, userId, targetUniqueId, deadlineSeconds, unresolved, username } = operation
  const { community, actor, requires, requestId } = ctx
  const row = await enqueueBatched(ctx.db, community.communityId, {
    operationId,
    kind,
    userId,
    targetUniqueId,
    rankId,
    deadlineSeconds,
    actorKind: actor.kind,
    actorId: actor.id,
    owner: ownerOf(actor),
    scope: requires?.scope ?? null,
    feature: requires?.feature ?? null,
    requestId,
    ...options,
    payload: jobPayload(ctx, operation),
    unresolved,
    username,
  })
  if (row.first_in_line === false) await promoteNextAfterCommit(ctx, operationId)
  return { ...row, accepted: row.operation_id === null ? null : newlyQueued(row, row.operation_id) }
}

function newlyQueued(row: AcceptedRow, operationId: string): OperationWithHistory {
  return {
    ...row,
    operation_id: operationId,
    history: [{ at: row.created_at, from: null, to: 'queued', code: null }],
  }
}

const findKeyStatement = query<{ operation_id: string; fingerprint: Buffer }>(
  'find_idempotency_key',
  `select k.operation_id, k.fingerprint
   from idempotency_key k join platform_operation o using (community_id, operation_id)
   where k.community_id = $1 and k.key = $2 and k.owner in ($3, '')
     and (o.completed_at is null or o.completed_at > now() - interval '24 hours')`,
)

/** The operation of an idempotency key, until 24 hours after its end, or null. */
export async function findIdempotencyKey(
  ctx: Ctx,
  key: string,
): Promise<{ readonly operationId: string; readonly fingerprint: Buffer } | null> {
  const [row] = await findKeyStatement(ctx.db, [ctx.community.communityId, key, ownerOf(ctx.actor)])
  return row ? { operationId: row.operation_id, fingerprint: row.fingerprint } : null
}

export async function deleteExpiredIdempotencyKey(ctx: Ctx, key: string): Promise<void> {
  await sql`
    delete from idempotency_key k using platform_operation o
    where k.community_id = ${ctx.community.communityId} and k.key = ${key} and k.owner in (${ownerOf(ctx.actor)}, '')
      and o.community_id = k.community_id and o.operation_id = k.operation_id
      and o.completed_at <= now() - interval '24 hours'`.execute(ctx.db)
}

const cancelStatement = query<{ audit_id: number }>(
  'cancel_operation',
  `with cancelled as (
     update platform_operation set status = 'cancelled', completed_at = clock_timestamp(),
       error_code = 'operation_cancelled', error_message = 'The operation was cancelled before anything was sent.'
     where community_id = $1 and operation_id = $2 and status = 'queued' and not sent
     returning user_id, kind
   )
   insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
   select $1, $3, $4, 'operation.cancel', user_id, jsonb_build_object('operationId', $2::text, 'status', 'queued'),
     jsonb_build_object('operationId', $2::text, 'kind', kind, 'status', 'cancelled'), $5
   from cancelled returning audit_id`,
)

/** False unless it is queued and nothing was sent. */
export async function cancelQueued(ctx: Ctx, operationId: string): Promise<boolean> {
  const { community, actor, requestId } = ctx
  const parameters = [community.communityId, operationId, actor.kind, actor.id, requestId]
  const isCancelled = (await cancelStatement(ctx.db, parameters)).length > 0
  if (isCancelled) await promoteNextAfterCommit(ctx, operationId)
  return isCancelled
}

const unresolved = `status = 'queued' and not_before = 'infinity'`

const findUnresolvedStatement = query<{ user_id: number; username: string | null }>(
  'find_unresolved_operation',
  `select user_id, username from platform_operation where community_id = $1 and operation_id = $2 and ${unresolved}`,
)

/** The account of a rank change that waits for its resolution, or null. */
export async function findUnresolved(ctx: Ctx, operationId: string) {
  const [row] = await findUnresolvedStatement(ctx.db, [ctx.community.communityId, operationId])
  return row ?? null
}

const releaseStatement = query<{ operation_id: string }>(
  'release_resolved_operation',
  // not the head yet: promoteNext decides
  `with released as (
     update platform_operation set user_id = $3, username = null, not_before = now(), first_in_line = false
     where community_id = $1 and operation_id = $2 and ${unresolved}
     returning operation_id)
   select operation_id, graphile_worker.add_job('dispatch-bulk', payload => $4::json) from released`,
)

/** Stores the resolved account and adds the dispatch job; false if the account is resolved already. */
export async function releaseResolved(tx: TxCtx, operationId: string, userId: number): Promise<boolean> {
  const { communityId } = tx.community
  const payload = JSON.stringify({ communityId, operationId })
  return (await releaseStatement(tx.db, [communityId, operationId, userId, payload])).length > 0
}

const supersedeStatement = query<never>(
  'supersede_resolved_operation',
  `update platform_operation o set status = 'cancelled', completed_at = clock_timestamp(),
     error_code = 'operation_superseded', error_message = 'A newer operation of this member superseded it.'
   from platform_operation resolved
   where resolved.community_id = $1 and resolved.operation_id = $2 and o.community_id = $1 and o.user_id = resolved.user_id
     and o.status = 'queued' and not o.sent and o.kind not in ('rank.suspend', 'rank.restore')
     and ((resolved.supersede and o.seq < resolved.seq)
       or (o.operation_id = $2 and exists (select from platform_operation newer
         where newer.community_id = $1 and newer.user_id = resolved.user_id and newer.supersede and newer.seq > resolved.seq)))`,
)

/** Applies `supersede` after the resolution: cancels older rank changes, or this one if a newer one supersedes it. */
export async function supersedeResolved(tx: TxCtx, operationId: string): Promise<void> {
  await supersedeStatement(tx.db, [tx.community.communityId, operationId])
}

const failUnresolvedStatement = query<never>(
  'fail_unresolved_operation',
  `update platform_operation set status = 'failed', completed_at = clock_timestamp(), error_code = $3, error_message = $4
   where community_id = $1 and operation_id = $2 and ${unresolved}`,
)

export async function failUnresolved(
  ctx: Ctx,
  operationId: string,
  { code, message }: Pick<DomainError, 'code' | 'message'>,
): Promise<void> {
  await failUnresolvedStatement(ctx.db, [ctx.community.communityId, operationId, code, message])
}
