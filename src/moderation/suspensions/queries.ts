// The state changes that follow a rank change are in sql/functions/advance_suspension.sql.
import { sql, type InferResult } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { insertOfEach, type AuditAuthor } from '../../audit/entry'
import { type Ctx, type Db, type TxCtx, type AuthorBounds } from '../../context'
import { now, toJson } from '../../db/expressions'
import { countUpTo, onPage, type Page, type Position, type Total } from '../../db/paging'
import { statement } from '../../db/statements'
import type { SuspensionState } from './rules'
import { own } from '../../db/own'

/** Numbers and names of ranks are current; null: the rank was deleted. */
const selectSuspensions = ({ db, community }: Ctx) =>
  own({ db, community })
    .selectFrom('suspension as s')
    .leftJoin('rank as sr', (join) =>
      join.on('sr.community_id', '=', community.communityId).onRef('sr.unique_id', '=', 's.suspended_unique_id'),
    )
    .leftJoin('rank as fr', (join) =>
      join.on('fr.community_id', '=', community.communityId).onRef('fr.unique_id', '=', 's.former_unique_id'),
    )
    .select(['s.suspension_id', 's.user_id', 's.reason', 's.state', 's.suspended_unique_id', 's.former_unique_id'])
    .select(['s.operation_id', 's.actor_kind', 's.actor_id', 's.created_at', 's.ends_at', 's.lifted_at'])
    .select(['s.lifted_by_kind', 's.lifted_by_id', 's.ended_at', 's.outcome', 's.error_code'])
    .select(['sr.rank_id as suspended_rank_id', 'sr.name as suspended_name'])
    .select(['fr.rank_id as former_rank_id', 'fr.name as former_name', 's.former_role_ids'])

export type SuspensionRow = InferResult<ReturnType<typeof selectSuspensions>>[number]

export async function findSuspension(ctx: Ctx, suspensionId: string): Promise<SuspensionRow | null> {
  return (await selectSuspensions(ctx).where('s.suspension_id', '=', suspensionId).executeTakeFirst()) ?? null
}

export async function lockSuspension(tx: TxCtx, suspensionId: string): Promise<SuspensionRow | null> {
  const row = await own(tx)
    .selectFrom('suspension')
    .select('suspension_id')
    .where('suspension_id', '=', suspensionId)
    .forUpdate()
    .executeTakeFirst()
  return row ? findSuspension(tx, suspensionId) : null
}

export async function findLiveSuspension(ctx: Ctx, userId: number): Promise<SuspensionRow | null> {
  const live = selectSuspensions(ctx)
    .where('s.user_id', '=', userId)
    .where('s.state', '<>', 'ended')
    .where(({ eb, or }) => or([eb('s.suspended_unique_id', 'is not', null), eb('s.ends_at', '>', now)]))
  return (await live.executeTakeFirst()) ?? null
}

export interface SuspensionFilter {
  /** `live`: every state but `ended`. */
  readonly state?: SuspensionState | 'live' | undefined
  readonly userId?: number | undefined
}

function suspensionsOf(ctx: Ctx, { state, userId }: SuspensionFilter) {
  let rows = selectSuspensions(ctx)
  if (state === 'live') rows = rows.where('s.state', '<>', 'ended')
  else if (state !== undefined) rows = rows.where('s.state', '=', state)
  return userId === undefined ? rows : rows.where('s.user_id', '=', userId)
}

export const listSuspensions = (ctx: Ctx, filter: SuspensionFilter, page: Page): Promise<SuspensionRow[]> =>
  suspensionsOf(ctx, filter)
    .$call(onPage(page, 'desc', 's.created_at', 's.suspension_id'))
    .execute()

export const countSuspensions = (ctx: Ctx, filter: SuspensionFilter): Promise<Total> =>
  countUpTo(ctx.db, suspensionsOf(ctx, filter))

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
      actor_kind: kindOf(tx),
      actor_id: tx.actor.id,
    })
    .execute()
}

export async function changeSuspension(
  tx: TxCtx,
  suspensionId: string,
  {
    endsAt,
    reason,
    bounds,
  }: {
    readonly endsAt?: string | undefined
    readonly reason?: string | null | undefined
    /** Of who chooses the end; undefined: it stays. */
    readonly bounds?: AuthorBounds | null | undefined
  },
): Promise<void> {
  await own(tx)
    .updateTable('suspension')
    .set({ ends_at: endsAt, reason, author_bounds: toJson(bounds) })
    .where('suspension_id', '=', suspensionId)
    .execute()
}

export async function markLifted(tx: TxCtx, suspensionId: string, bounds: AuthorBounds | null): Promise<void> {
  await own(tx)
    .updateTable('suspension')
    .set({ lifted_at: now, lifted_by_kind: kindOf(tx), lifted_by_id: tx.actor.id })
    .set({ author_bounds: toJson(bounds) })
    .where('suspension_id', '=', suspensionId)
    .execute()
}

const lockDueStatement = statement(
  'lock_due_suspensions',
  // one suspension, or all that are due without an id
  `select community_id, suspension_id, user_id, former_unique_id, author_bounds from suspension
   where state = 'active' and least(ends_at, lifted_at) <= now() and suspended_unique_id is not null
     -- on another server
     and not exists (select from community c where c.community_id = suspension.community_id and c.moved_at is not null)
     and (:communityId?::text is null or (community_id = :communityId? and suspension_id = :suspensionId?))
   order by least(ends_at, lifted_at) limit :most for update skip locked`,
)

export type Scope = { readonly communityId: string; readonly suspensionId: string } | 'all'

/** Locks suspensions that are due or lifted and moved the member. Concurrent calls take different ones. */
export function lockDue(tx: Db, scope: Scope, most: number) {
  const { communityId, suspensionId } = scope === 'all' ? { communityId: null, suspensionId: null } : scope
  return lockDueStatement(tx, { communityId, suspensionId, most })
}

const markStatement = statement(
  'mark_suspensions_restoring',
  `update suspension s set state = 'restoring', operation_id = r.operation_id
   from unnest(:communityIds::text[], :suspensionIds::text[], :operationIds::text[]) as r (community_id, suspension_id, operation_id)
   where s.community_id = r.community_id and s.suspension_id = r.suspension_id and s.state = 'active'`,
)

export interface Restore {
  readonly communityId: string
  readonly suspensionId: string
  /** Of the rank change that restores the rank. */
  readonly operationId: string
}

/** The suspensions are locked. */
export async function markRestoring(tx: Db, restores: readonly Restore[]): Promise<void> {
  await markStatement(tx, {
    communityIds: restores.map((one) => one.communityId),
    suspensionIds: restores.map((one) => one.suspensionId),
    operationIds: restores.map((one) => one.operationId),
  })
}

/** Ends due suspensions that did not move the member. @param scope one member, or `all`: at most 50 of every community */
export async function endKeptSuspensions(
  db: Db,
  scope: { readonly communityId: string; readonly userId: number } | 'all',
  by: AuditAuthor,
): Promise<void> {
  await db
    .with(
      (name) => name('due').materialized(),
      (cte) => {
        const due = cte
          .selectFrom('suspension')
          .select(['community_id', 'suspension_id'])
          .where('state', '=', 'active')
          .where(({ eb, fn }) => eb(fn<string>('least', ['ends_at', 'lifted_at']), '<=', now))
          .where('suspended_unique_id', 'is', null)
          .orderBy(({ fn }) => fn('least', ['ends_at', 'lifted_at']))
          .limit(50)
          .forUpdate()
          .skipLocked()
        if (scope === 'all') return due
        return due.where('community_id', '=', scope.communityId).where('user_id', '=', scope.userId)
      },
    )
    .with('over', (cte) =>
      cte
        .updateTable('suspension as s')
        .from('due')
        .set(({ fn }) => ({
          state: 'ended',
          outcome: 'kept',
          ended_at: fn<string>('least', ['s.ends_at', 's.lifted_at']),
        }))
        .whereRef('s.community_id', '=', 'due.community_id')
        .whereRef('s.suspension_id', '=', 'due.suspension_id')
        .returning(['s.community_id', 's.suspension_id', 's.user_id']),
    )
    .with('audited', (cte) =>
      insertOfEach(cte, by, cte.selectFrom('over'), ({ ref }) => {
        const facts = { suspensionId: ref('suspension_id') }
        return {
          communityId: ref('community_id'),
          action: 'suspension.end',
          userId: ref('user_id'),
          before: jsonBuildObject({ ...facts, state: sql.lit('active') }),
          after: jsonBuildObject({ ...facts, state: sql.lit('ended'), outcome: sql.lit('kept') }),
        }
      }).returning('audit_id'),
    )
    .selectFrom('audited')
    .select('audit_id')
    .execute()
}

export type SuspendedRankRow = NonNullable<Awaited<ReturnType<typeof findSuspendedRank>>>

export async function findSuspendedRank({ db, community }: Pick<Ctx, 'db' | 'community'>) {
  const row = await own({ db, community })
    .selectFrom('suspension_settings as s')
    .leftJoin('rank as r', (join) =>
      join.on('r.community_id', '=', community.communityId).onRef('r.unique_id', '=', 's.rank_unique_id'),
    )
    .select(['s.rank_unique_id as unique_id', 's.author_bounds', 'r.rank_id', 'r.name'])
    .executeTakeFirst()
  return row ?? null
}

export async function storeSuspendedRank(
  tx: TxCtx,
  rankUniqueId: number | null,
  bounds: AuthorBounds | null,
): Promise<void> {
  const { communityId } = tx.community
  if (rankUniqueId === null) {
    await own(tx).deleteFrom('suspension_settings').execute()
    return
  }
  const stored = { rank_unique_id: rankUniqueId, author_bounds: toJson(bounds) }
  await tx.db
    .insertInto('suspension_settings')
    .values({ community_id: communityId, ...stored })
    .onConflict((conflict) => conflict.column('community_id').doUpdateSet({ ...stored, updated_at: now }))
    .execute()
}

function kindOf({ actor: { kind } }: TxCtx) {
  if (kind === 'applicant') throw new Error('an applicant suspends nobody')
  return kind
}
