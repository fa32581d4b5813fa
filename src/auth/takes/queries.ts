// SQL of the takes of an hour.
import { sql } from 'kysely'
import type { Db } from '../../context'
import { onlyRow, statement } from '../../db/statements'

/** A key or a person. Others are not counted. */
export interface Taker {
  readonly communityId: string
  readonly kind: string
  readonly id: string
}

const countStatement = statement(
  'count_takes',
  `select granted as "granted!", remaining, reset_ms as "resetMs", most, owner
   from count_takes_of(:communityId, :kind, :id, :needed::integer)`,
)

/**
 * Counts for the taker and for those that made it (sql/functions/count_takes_of.sql). Locks their counts, so in a
 * transaction it is the last statement.
 */
export async function countTakes(db: Db, { communityId, kind, id }: Taker, needed: number) {
  return onlyRow(await countStatement(db, { communityId, kind, id, needed }))
}

/**
 * A common table expression. `taken` has the count of the actor of the operation in the table `operations`, if `counts`
 * holds, and the operation was not counted before. Operations of the operator and of jobs are not counted.
 */
export const takenBy = (operations: string, counts: string): string => `taken as materialized (
  select t.* from ${operations} o cross join lateral count_takes_of(:communityId, o.actor_kind, o.actor_id, 1) t
  where ${counts} and o.actor_kind in ('key', 'person') and not o.take_counted)`

/**
 * @param column that of what is told
 * @returns false when the same was told of the taker within the last hour
 */
export async function markTold(
  db: Db,
  { communityId, owner }: { readonly communityId: string; readonly owner: string },
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
