// SQL of a full erasure, from src/db/tables.ts.
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../context'
import { setTimeoutOf } from '../../db/session'
import { erasureOf, everyTable } from '../../db/tables'

const jobsOfAccount = `delete from graphile_worker._private_jobs where audit_names(payload::jsonb, $1)`

/** Rows by table; zeros are absent. */
export type ErasedRows = Readonly<Record<string, number>>

/** Needs a transaction of `retryOnLockTimeout`. */
export async function eraseEverywhere(db: Db, userId: number): Promise<ErasedRows> {
  await lockRows(db, userId)
  await db.executeQuery(CompiledQuery.raw(jobsOfAccount, [userId]))
  const erased: Record<string, number> = {}
  for (const table of everyTable) {
    const erasure = erasureOf(table)
    if (!erasure) continue
    if (erasure.audit) await setTimeoutOf(db, 'lock_timeout', 0)
    const { numAffectedRows, rows } = await db.executeQuery<{ erased?: number }>(
      CompiledQuery.raw(erasure.statement, [userId]),
    )
    const count = erasure.audit ? (rows[0]?.erased ?? 0) : Number(numAffectedRows ?? 0n)
    if (count > 0) erased[table.name] = count
  }
  return erased
}

/** An account's own audit log does not count, because it has the commands of the operator. */
export async function findAccountsWithData(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const table of everyTable) {
    const open = userIds.filter((userId) => !found.has(userId))
    if (open.length === 0) break
    const column = erasureOf(table)?.account
    if (column === undefined) continue
    const { rows } = await db.executeQuery<{ user_id: number }>(
      CompiledQuery.raw(`select distinct ${column} as user_id from ${table.name} where ${column} = any($1::bigint[])`, [
        open,
      ]),
    )
    for (const { user_id } of rows) found.add(user_id)
  }
  return found
}

/** In the order of other writers: an award locks the member before it inserts rows that refer to it. */
async function lockRows(db: Db, userId: number): Promise<void> {
  // audit logs are long; `community.erasing` permits changes of events that have ended (sql/functions/guard_event.sql)
  await sql`set local statement_timeout to 600000`.execute(db)
  // to the nodes of the rows
  await sql`set local citus.propagate_set_commands to 'local'`.execute(db)
  await sql`set local community.erasing to 'on'`.execute(db)
  const { dynamic } = db
  for (const table of ['application_response', 'platform_operation', 'member'] as const) {
    const communities = await db
      .selectFrom(dynamic.table(table).as('own'))
      .select(sql<string>`own.community_id`.as('community_id'))
      .distinct()
      .where('own.user_id', '=', userId)
      .orderBy('community_id')
      .execute()
    for (const { community_id: communityId } of communities) {
      await db
        .selectFrom(dynamic.table(table).as('own'))
        .where('own.community_id', '=', communityId)
        .where('own.user_id', '=', userId)
        .forUpdate()
        .execute()
    }
  }
}
