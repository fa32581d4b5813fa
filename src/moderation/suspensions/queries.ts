// SQL on suspensions and the suspended rank. The state changes that follow a rank change are in
// sql/0012_suspensions.sql, the queries of the dispatcher in rank-changes/dispatch/queries.ts.
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx, Db, TxCtx } from '../../context'
import type { Page, Position } from '../../db/paging'
import { query } from '../../db/statements'
import type { ErrorCode } from '../../errors'
import type { SuspensionOutcome, SuspensionState } from './rules'

/** A suspension with the current numbers and names of its ranks, null for deleted ranks. */
export interface SuspensionRow {
  readonly suspension_id: string
  readonly user_id: number
  readonly reason: string | null
  readonly state: SuspensionState
  readonly suspended_unique_id: number | null
  readonly suspended_rank_id: number | null
  readonly suspended_name: string | null
  readonly former_unique_id: number | null
  readonly former_rank_id: number | null
  readonly former_name: string | null
  readonly operation_id: string | null
  readonly actor_kind: Actor['kind']
  readonly actor_id: string
  readonly created_at: string
  readonly ends_at: string
  readonly lifted_at: string | null
  readonly lifted_by_kind: Actor['kind'] | null
  readonly lifted_by_id: string | null
  readonly ended_at: string | null
  readonly outcome: SuspensionOutcome | null
  readonly error_code: ErrorCode | null
}

const selectSuspension = `select s.suspension_id, s.user_id, s.reason, s.state, s.suspended_unique_id, s.former_unique_id,
    s.operation_id, s.actor_kind, s.actor_id, s.created_at, s.ends_at, s.lifted_at, s.lifted_by_kind, s.lifted_by_id,
    s.ended_at, s.outcome, s.error_code, sr.rank_id as suspended_rank_id, sr.name as suspended_name,
    fr.rank_id as former_rank_id, fr.name as former_name
  from suspension s
  left join rank sr on sr.community_id = s.community_id and sr.unique_id = s.suspended_unique_id
  left join rank fr on fr.community_id = s.community_id and fr.unique_id = s.former_unique_id`

const findStatement = query<SuspensionRow>(
  'find_suspension',
  `${selectSuspension} where s.community_id = $1 and s.suspension_id = $2`,
)

export async function findSuspension(ctx: Ctx, suspensionId: string): Promise<SuspensionRow | null> {
  const [row] = await findStatement(ctx.db, [ctx.community.communityId, suspensionId])
  return row ?? null
}

const lockStatement = query<SuspensionRow>(
  'lock_suspension',
  `${selectSuspension} where s.community_id = $1 and s.suspension_id = $2 for update of s`,
)

export async function lockSuspension(tx: TxCtx, suspensionId: string): Promise<SuspensionRow | null> {
  const [row] = await lockStatement(tx.db, [tx.community.communityId, suspensionId])
  return row ?? null
}

const findLiveStatement = query<SuspensionRow>(
  'find_live_suspension',
  `${selectSuspension} where s.community_id = $1 and s.user_id = $2 and s.state <> 'ended'
   and (s.suspended_unique_id is not null or s.ends_at > now())`,
)

export async function findLiveSuspension(ctx: Ctx, userId: number): Promise<SuspensionRow | null> {
  const [row] = await findLiveStatement(ctx.db, [ctx.community.communityId, userId])
  return row ?? null
}

export interface SuspensionFilter {
  /** `live`: every state but `ended`. */
  readonly state?: SuspensionState | 'live' | undefined
  readonly userId?: string | undefined
}

export async function listSuspensions(
  ctx: Ctx,
  { state, userId }: SuspensionFilter,
  { after, limit }: Page,
): Promise<SuspensionRow[]> {
  const conditions: RawBuilder<unknown>[] = [sql`s.community_id = ${ctx.community.communityId}`]
  if (state === 'live') conditions.push(sql`s.state <> 'ended'`)
  else if (state !== undefined) conditions.push(sql`s.state = ${state}`)
  if (userId !== undefined) conditions.push(sql`s.user_id = ${userId}::bigint`)
  if (after) conditions.push(sql`(s.created_at, s.suspension_id) < (${after.at}::timestamptz, ${after.id})`)
  const { rows } = await sql<SuspensionRow>`${sql.raw(selectSuspension)} where ${sql.join(conditions, sql` and `)}
    order by s.created_at desc, s.suspension_id desc limit ${limit}`.execute(ctx.db)
  return rows
}

export const positionOfSuspension = ({ created_at, suspension_id }: SuspensionRow): Position => ({
  at: created_at,
  id: suspension_id,
})

export interface NewSuspension {
  readonly suspensionId: string
  readonly userId: number
  readonly reason: string | null
  readonly endsAt: string
  /** The move to the suspended rank; null: the member keeps its rank. */
  readonly move: { readonly suspendedUniqueId: number; readonly operationId: string } | null
}

/** Inserts a suspension: `suspending` with a move, `active` without. */
export async function insertSuspension(tx: TxCtx, suspension: NewSuspension): Promise<void> {
  const { suspensionId, userId, reason, endsAt, move } = suspension
  await tx.db
    .insertInto('suspension')
    .values({
      community_id: tx.community.communityId,
      suspension_id: suspensionId,
      user_id: userId,
      reason,
      ends_at: endsAt,
      state: move ? 'suspending' : 'active',
      suspended_unique_id: move?.suspendedUniqueId ?? null,
      operation_id: move?.operationId ?? null,
      actor_kind: tx.actor.kind,
      actor_id: tx.actor.id,
    })
    .execute()
}

export async function changeSuspension(
  tx: TxCtx,
  suspensionId: string,
  { endsAt, reason }: { readonly endsAt?: string | undefined; readonly reason?: string | null | undefined },
): Promise<void> {
  await tx.db
    .updateTable('suspension')
    .set({ ...(endsAt === undefined ? {} : { ends_at: endsAt }), ...(reason === undefined ? {} : { reason }) })
    .where('community_id', '=', tx.community.communityId)
    .where('suspension_id', '=', suspensionId)
    .execute()
}

export async function markLifted(tx: TxCtx, suspensionId: string): Promise<void> {
  await tx.db
    .updateTable('suspension')
    .set({ lifted_at: sql<string>`now()`, lifted_by_kind: tx.actor.kind, lifted_by_id: tx.actor.id })
    .where('community_id', '=', tx.community.communityId)
    .where('suspension_id', '=', suspensionId)
    .execute()
}

const isDue = `state = 'active' and least(ends_at, lifted_at) <= now()`

/** A restore is retried until it succeeds or fails permanently. */
const NO_DEADLINE = `interval '100 years'`

const restoreStatement = query<{ operation_id: string }>(
  'enqueue_suspension_restores',
  // $1 ids of the rank changes, $2–$3 one suspension or null for all that are due, $4–$6 actor and request
  `with due as materialized (
     select community_id, suspension_id, user_id, former_unique_id from suspension
     where ${isDue} and suspended_unique_id is not null and ($2::text is null or (community_id = $2 and suspension_id = $3))
     order by least(ends_at, lifted_at) limit cardinality($1::text[]) for update skip locked
   ), numbered as (
     select due.*, ($1::text[])[(row_number() over ())::int] as operation_id from due
   ), hurried as (
     update platform_operation o set urgent = true from due
     where o.community_id = due.community_id and o.user_id = due.user_id and o.status = 'queued' and not o.urgent
   ), restoring as (
     update suspension s set state = 'restoring', operation_id = n.operation_id
     from numbered n where s.community_id = n.community_id and s.suspension_id = n.suspension_id
   ), accepted as (
     insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
       deadline_at, actor_kind, actor_id, request_id, first_in_line)
     select community_id, operation_id, 'rank.restore', user_id, former_unique_id, false, true,
       now() + ${NO_DEADLINE}, $4, $5, $6,
       not exists (select from platform_operation ahead where ahead.community_id = n.community_id
         and ahead.user_id = n.user_id and ahead.status in ('queued', 'dispatching', 'outcome_pending'))
     from numbered n
     returning community_id, operation_id)
   select operation_id, graphile_worker.add_job('dispatch-urgent',
     payload => json_build_object('communityId', community_id, 'operationId', operation_id))
   from accepted`,
)

export type Scope = { readonly communityId: string; readonly suspensionId: string } | 'all'

/**
 * Moves due and lifted suspensions to `restoring` and enqueues the rank change that restores the rank. Concurrent calls
 * take different suspensions. A restore needs no permission of a key or plan.
 * @param operationIds ids of the rank changes; their number limits the suspensions taken
 * @returns the ids of the enqueued rank changes
 */
export async function enqueueRestores(
  db: Db,
  operationIds: readonly string[],
  scope: Scope,
  by: { readonly actor: Actor; readonly requestId: string | null },
): Promise<string[]> {
  const which = scope === 'all' ? [null, null] : [scope.communityId, scope.suspensionId]
  const rows = await restoreStatement(db, [operationIds, ...which, by.actor.kind, by.actor.id, by.requestId])
  return rows.map((row) => row.operation_id)
}

/**
 * Ends due suspensions that did not move the member, each with its audit entry.
 * @param scope one member, or `all`: every community, at most 50 suspensions in one call
 */
export async function endKeptSuspensions(
  db: Db,
  scope: { readonly communityId: string; readonly userId: number } | 'all',
  by: { readonly actor: Actor; readonly requestId: string | null },
): Promise<void> {
  const which =
    scope === 'all' ? sql`true` : sql`community_id = ${scope.communityId} and user_id = ${scope.userId}::bigint`
  await sql`
    with due as materialized (
      select community_id, suspension_id from suspension
      where ${sql.raw(isDue)} and suspended_unique_id is null and ${which}
      order by least(ends_at, lifted_at) limit 50 for update skip locked
    ), over as (
      update suspension s set state = 'ended', outcome = 'kept', ended_at = least(s.ends_at, s.lifted_at)
      from due where s.community_id = due.community_id and s.suspension_id = due.suspension_id
      returning s.community_id, s.suspension_id, s.user_id)
    insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
    select community_id, ${by.actor.kind}, ${by.actor.id}, 'suspension.end', user_id,
      jsonb_build_object('suspensionId', suspension_id, 'state', 'active'),
      jsonb_build_object('suspensionId', suspension_id, 'state', 'ended', 'outcome', 'kept'), ${by.requestId}::text
    from over`.execute(db)
}

export interface SuspendedRankRow {
  readonly unique_id: number
  readonly rank_id: number | null
  readonly name: string | null
}

export async function findSuspendedRank(ctx: Pick<Ctx, 'db' | 'community'>): Promise<SuspendedRankRow | null> {
  const { rows } = await sql<SuspendedRankRow>`
    select s.rank_unique_id as unique_id, r.rank_id, r.name from suspension_settings s
    left join rank r on r.community_id = s.community_id and r.unique_id = s.rank_unique_id
    where s.community_id = ${ctx.community.communityId}`.execute(ctx.db)
  return rows[0] ?? null
}

export async function storeSuspendedRank(tx: TxCtx, rankUniqueId: number | null): Promise<void> {
  const { communityId } = tx.community
  if (rankUniqueId === null) {
    await tx.db.deleteFrom('suspension_settings').where('community_id', '=', communityId).execute()
    return
  }
  await tx.db
    .insertInto('suspension_settings')
    .values({ community_id: communityId, rank_unique_id: rankUniqueId })
    .onConflict((conflict) =>
      conflict.column('community_id').doUpdateSet({ rank_unique_id: rankUniqueId, updated_at: sql<string>`now()` }),
    )
    .execute()
}
