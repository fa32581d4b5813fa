// SQL of the takes of an hour.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../../context'
import { own } from '../../db/own'
import { onlyRow, statement } from '../../db/statements'

/** The first key of a chain of rotations, or a person. */
export interface Taker {
  readonly communityId: string
  readonly owner: string
}

const countStatement = statement(
  'count_takes',
  `select granted as "granted!", remaining as "remaining!", reset_ms as "resetMs"
   from count_takes(:communityId, :owner, :needed::integer, :most::integer)`,
)

export async function findTaker(ctx: Pick<Ctx, 'db' | 'community'>, keyId: string) {
  const row = await own(ctx)
    .selectFrom('api_key')
    .select(({ fn }) => fn.coalesce('origin_key_id', 'key_id').as('owner'))
    .select('takes_per_hour_limit as most')
    .where('key_id', '=', keyId)
    .executeTakeFirst()
  return row ?? null
}

/** Locks the count of the taker, so in a transaction it is the last statement. */
export async function countTakes(db: Db, { communityId, owner }: Taker, needed: number, most: number) {
  return onlyRow(await countStatement(db, { communityId, owner, needed, most }))
}

/**
 * Two common table expressions. `taken` has the count of the actor of the operation in the table `operations`, if
 * `counts` holds, the actor has a number, and the operation was not counted before. Operations of the operator and of
 * jobs are not counted.
 */
export const takenBy = (operations: string, counts: string): string => `taker as materialized (
  select coalesce(k.origin_key_id, k.key_id) as owner, k.takes_per_hour_limit as most
  from ${operations} o join api_key k on k.community_id = :communityId and k.key_id = o.actor_id
  where ${counts} and o.actor_kind = 'key' and not o.take_counted and k.takes_per_hour_limit is not null
  union all
  select p.person_id, p.takes_per_hour_limit
  from ${operations} o join person p on p.community_id = :communityId and p.person_id = o.actor_id
  where ${counts} and o.actor_kind = 'person' and not o.take_counted and p.takes_per_hour_limit is not null
), taken as materialized (
  select t.granted, t.remaining, t.reset_ms, taker.most, taker.owner
  from taker cross join lateral count_takes(:communityId, taker.owner, 1, taker.most) t)`

/**
 * @param column that of what is told
 * @returns false when the same was told of the taker within the last hour
 */
export async function markTold(
  db: Db,
  { communityId, owner }: Taker,
  column: 'told_at' | 'gifts_told_at',
): Promise<boolean> {
  const now = sql<string>`now()`
  const told = await db
    .insertInto('take_window')
    .values({ community_id: communityId, owner, minute: 0, taken: sql`array_fill(0, array[61])`, [column]: now })
    .onConflict((conflict) =>
      conflict
        .columns(['community_id', 'owner'])
        .doUpdateSet({ [column]: now })
        .where(sql<boolean>`coalesce(${sql.ref(`take_window.${column}`)} <= now() - interval '1 hour', true)`),
    )
    .returning('owner')
    .executeTakeFirst()
  return told !== undefined
}

/** Counts of more than an hour ago have no effect. */
export async function deleteOldTakes(db: Db): Promise<void> {
  await db
    .deleteFrom('take_window')
    .where('minute', '<', sql<number>`extract(epoch from now()) / 60 - 61`)
    .where(sql<boolean>`coalesce(greatest(told_at, gifts_told_at) <= now() - interval '1 hour', true)`)
    .execute()
}
