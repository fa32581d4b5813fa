// SQL of rank changes that follow from an event: enqueue, list, list due.
import { sql } from 'kysely'
import type { Ctx, Requirement, TxCtx } from '../../context'
import { unnestParams, query } from '../../db/statements'
import { operationColumns, type OperationRow } from '../queries'
import type { OperationKind } from '../rules'

export interface FollowUp {
  readonly operationId: string
  readonly kind: OperationKind
  readonly userId: number
  readonly targetUniqueId: number | null
  /** Requirements that the key that finished the event must still meet at the dispatch. */
  readonly requires: Requirement
}

/** Not repeatable by the caller, so it has the longest deadline of the asynchronous endpoint. */
const DEADLINE_SECONDS = 3_600
/** Each dispatch job runs until nothing is left to claim. */
const MAX_DISPATCH_JOBS = 8

const enqueueStatement = query<never>(
  'enqueue_follow_ups',
  // $1 community, $2 event, $3 ids, $4 kinds, $5 users, $6 targets, $7 urgent, $8 seconds, $9–$10 actor, $11–$12
  // requirements, $13 request
  `insert into platform_operation (community_id, event_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
     deadline_at, actor_kind, actor_id, required_scope, required_feature, request_id, first_in_line)
   select $1, $2, o.operation_id, o.kind, o.user_id, o.target_unique_id, false, $7, now() + make_interval(secs => $8),
     $9, $10, o.required_scope, o.required_feature, $13,
     not exists (select from platform_operation ahead where ahead.community_id = $1 and ahead.user_id = o.user_id
       and ahead.status in ('queued', 'dispatching', 'outcome_pending'))
   from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $11::text[], $12::text[])
     as o (operation_id, kind, user_id, target_unique_id, required_scope, required_feature)
   order by o.user_id`,
)

/**
 * Enqueues rank changes, at most one for each member, with the dispatch jobs.
 * @param urgent a caller waits: claimed before the others
 */
export async function enqueueFollowUps(
  tx: TxCtx,
  eventId: string,
  operations: readonly FollowUp[],
  urgent: boolean,
): Promise<void> {
  const { community, actor, requestId } = tx
  await enqueueStatement(tx.db, [
    community.communityId,
    eventId,
    operations.map(({ operationId }) => operationId),
    operations.map(({ kind }) => kind),
    operations.map(({ userId }) => userId),
    operations.map(({ targetUniqueId }) => targetUniqueId),
    urgent,
    DEADLINE_SECONDS,
    actor.kind,
    actor.id,
    operations.map(({ requires }) => requires.scope),
    operations.map(({ requires }) => requires.feature),
    requestId,
  ])
  const task = urgent ? 'dispatch-urgent' : 'dispatch-bulk'
  await sql`select graphile_worker.add_job(${task}, payload => '{}')
    from generate_series(1, ${Math.min(operations.length, MAX_DISPATCH_JOBS)}::integer)`.execute(tx.db)
}

const listStatement = query<OperationRow>(
  'list_operations_by_id',
  `select ${operationColumns('o')} from ${unnestParams('$2::text[]')} as requested (operation_id)
   cross join lateral (
     select * from platform_operation where community_id = $1 and operation_id = requested.operation_id limit 1) o
   order by user_id, seq`,
)

/** By user id. */
export function listOperationsById(ctx: Ctx, operationIds: readonly string[]): Promise<OperationRow[]> {
  return listStatement(ctx.db, [ctx.community.communityId, operationIds])
}

const dueStatement = query<OperationRow>(
  'list_due_follow_ups',
  `select ${operationColumns('o')} from platform_operation o
   where community_id = $1 and event_id = $2 and status in ('queued', 'outcome_pending')
     and lease_until is null and not_before <= now()
   order by seq limit $3`,
)

/** Due rank changes of the event, oldest first. */
export function listDueFollowUps(ctx: Ctx, eventId: string, most: number): Promise<OperationRow[]> {
  return dueStatement(ctx.db, [ctx.community.communityId, eventId, most])
}

const liveStatement = query<{ live: boolean }>(
  'has_live_follow_ups',
  `select exists (select from platform_operation where community_id = $1 and event_id = $2
     and status in ('queued', 'dispatching', 'outcome_pending')) as live`,
)

export async function hasLiveFollowUps(ctx: Ctx, eventId: string): Promise<boolean> {
  const [row] = await liveStatement(ctx.db, [ctx.community.communityId, eventId])
  return row?.live ?? false
}
