// SQL of the ranks that the staff hold on the platform.
import type { Ctx } from '../../context'
import { inSeconds } from '../../db/expressions'
import { own } from '../../db/own'

export async function listAccountsToRead(ctx: Ctx, most: number): Promise<number[]> {
  const rows = await own(ctx)
    .selectFrom('person')
    .select('user_id')
    .where('lowest_rank_unique_id', 'is not', null)
    .where('user_id', 'is not', null)
    .where('enabled', '=', true)
    .groupBy('user_id')
    .orderBy(
      ({ fn }) => fn.min('rank_read_at'),
      (order) => order.asc().nullsFirst(),
    )
    .orderBy('user_id')
    .limit(most)
    .execute()
  return rows.flatMap(({ user_id: userId }) => (userId === null ? [] : [userId]))
}

/** @param ago seconds since the platform was asked */
export async function storeReading(ctx: Ctx, userId: number, uniqueId: number | null, ago: number): Promise<void> {
  await own(ctx)
    .updateTable('person')
    .set({ rank_unique_id: uniqueId, rank_read_at: inSeconds(-ago) })
    .where('user_id', '=', userId)
    .where('lowest_rank_unique_id', 'is not', null)
    .execute()
}
