// SQL of look-ups by username: stored names, and the health of the steps.
import type { Ctx, Db } from '../../context'
import { statement } from '../../db/statements'
import type { PlatformUser } from '../../platform/platform'

/** Accounts with one stored name; of more, all but the newest are probably renamed. */
const MAX_HOLDERS = 3

/** When the platform last gave the account its name, over the columns of `member`. */
export const namedAt = 'coalesce(named_at, synced_at)'

const findByNameStatement = statement(
  'find_member_by_username',
  // several accounts can have the same name until the renamed ones are synced: the last confirmed or reported is current
  `select n.user_id as "user_id!", n.at as named_at from (
     (select user_id, ${namedAt} as at from member where community_id = :communityId and lower(username) = lower(:username)
      order by ${namedAt} desc nulls last limit ${MAX_HOLDERS})
     union all
     (select user_id, reported_at from identity
      where community_id = :communityId and lower(username) = lower(:username) and user_id is not null
      order by reported_at desc limit 1)) n
   order by n.at desc nulls last limit ${MAX_HOLDERS}`,
)

export interface Holder {
  readonly userId: number
  readonly namedAt: string | null
}

/**
 * Members with this stored name, and the account that a game server last reported with it, ignoring case; the newest
 * first.
 */
export async function listHolders(ctx: Ctx, username: string): Promise<Holder[]> {
  const rows = await findByNameStatement(ctx.db, { communityId: ctx.community.communityId, username })
  return rows.map(({ user_id: userId, named_at }) => ({ userId, namedAt: named_at }))
}

const storeNameStatement = statement(
  'store_member_name',
  `with held as materialized (
     select now() as at from member where community_id = :communityId and user_id = :userId for no key update
   )
   update member m
   set username = :username, display_name = :displayName, named_at = held.at,
     updated_at = case when (m.username, m.display_name) is distinct from (:username::text, :displayName::text)
       then held.at else m.updated_at end
   from held where m.community_id = :communityId and m.user_id = :userId`,
)

export async function storeName(ctx: Ctx, { userId, username, displayName }: PlatformUser): Promise<void> {
  await storeNameStatement(ctx.db, { communityId: ctx.community.communityId, userId, username, displayName })
}

export async function findCommunityOfName(db: Db, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('member as m')
    .innerJoin('community as c', 'c.community_id', 'm.community_id')
    .innerJoin('platform_connection as pc', 'pc.community_id', 'm.community_id')
    .select('m.community_id')
    .where(({ eb, fn, ref, val }) => eb(fn('lower', [ref('m.username')]), '=', fn('lower', [val(username)])))
    .where('c.moved_at', 'is', null)
    .orderBy(
      ({ fn, ref }) => fn.coalesce(ref('m.named_at'), ref('m.synced_at')),
      (order) => order.desc().nullsLast(),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.community_id ?? null
}

export interface StepState {
  readonly reason: string
  /** When it was switched off; null: it is asked. */
  readonly offAt: string | null
  readonly retryAt: string | null
}

export async function findStepState(db: Db, scope: string, step: string): Promise<StepState | null> {
  const row = await db
    .selectFrom('name_step')
    .select(['reason', 'off_at as offAt', 'retry_at as retryAt'])
    .where('scope', '=', scope)
    .where('step', '=', step)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false: another process makes the attempt, or it is not due */
export async function claimAttempt(db: Db, scope: string, step: string, due: Date, next: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('name_step')
    .set({ retry_at: next.toISOString() })
    .where('scope', '=', scope)
    .where('step', '=', step)
    .where('retry_at', '<=', due.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface FailureCount {
  /** In a row. */
  readonly failures: number
  readonly since: string
}

export async function countFailure(
  db: Db,
  { scope, step, reason, now }: { scope: string; step: string; reason: string; now: Date },
): Promise<FailureCount> {
  return db
    .insertInto('name_step')
    .values({ scope, step, failures: 1, failing_since: now.toISOString(), reason })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'step'])
        .doUpdateSet(({ eb }) => ({ failures: eb('name_step.failures', '+', 1), reason })),
    )
    .returning(['failures', 'failing_since as since'])
    .executeTakeFirstOrThrow()
}

export async function switchOff(db: Db, scope: string, step: string, at: Date, retryAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('name_step')
    .set({ off_at: at.toISOString(), retry_at: retryAt.toISOString() })
    .where('scope', '=', scope)
    .where('step', '=', step)
    .where('off_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function forgetFailures(db: Db, scope: string, step: string): Promise<boolean> {
  const row = await db
    .deleteFrom('name_step')
    .where('scope', '=', scope)
    .where('step', '=', step)
    .returning('off_at')
    .executeTakeFirst()
  return row !== undefined && row.off_at !== null
}

export type StepOff = Awaited<ReturnType<typeof listStepsOff>>[number]

export async function listStepsOff(db: Db) {
  return db
    .selectFrom('name_step')
    .select(['scope', 'step', 'reason', 'off_at', 'retry_at'])
    .where('off_at', 'is not', null)
    .orderBy('scope')
    .orderBy('step')
    .execute()
}
