// The audit log has one partition for each month, by position (sql/schema.sql).
import { sql } from 'kysely'
import type { Db } from '../../context'
import { listCommunities } from '../../db/expressions'

/** The caller sets a lock timeout. @returns false when the month has begun before */
export async function beginMonth(db: Db): Promise<boolean> {
  const { begun } = await db
    .selectNoFrom(({ fn }) => fn<boolean>('begin_audit_month', []).as('begun'))
    .executeTakeFirstOrThrow()
  return begun
}

/** Partitions whose entries are all older than `days`, oldest first. */
export async function listOldPartitions(db: Db, days: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`select number from list_old_audit_partitions(${days})`.execute(db)
  return rows.map(({ number }) => number)
}

export const listCommunitiesInPartition = (db: Db, partition: number): Promise<string[]> =>
  listCommunities(db, 'list_communities_in_partition', partition)

export async function forgetPartition(db: Db, communityId: string, partition: number, days: number): Promise<boolean> {
  const { forgotten } = await db
    .selectNoFrom(({ fn, val }) =>
      fn<boolean>('forget_audit_partition', [val(partition), val(communityId), val(days)]).as('forgotten'),
    )
    .executeTakeFirstOrThrow()
  return forgotten
}

/** The caller sets a lock timeout. @returns false when an entry must be kept */
export async function dropPartition(db: Db, partition: number, days: number): Promise<boolean> {
  const { dropped } = await db
    .selectNoFrom(({ fn, val }) => fn<boolean>('drop_audit_partition', [val(partition), val(days)]).as('dropped'))
    .executeTakeFirstOrThrow()
  return dropped
}
