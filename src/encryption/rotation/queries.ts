// SQL that lists and replaces stored secrets, across communities.
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../generated/database'
import { ownerOfSecret, type SealedColumn } from '../../db/tables'

export interface SealedRow {
  readonly key: readonly string[]
  readonly owner: string
  readonly sealed: Buffer
}

export interface Replacement {
  readonly key: readonly string[]
  readonly old: Buffer
  readonly fresh: Buffer
}

/** In the order of the key. @param after the last key read; empty: from the first */
export async function listSealed(
  db: Kysely<DB>,
  sealed: SealedColumn,
  after: readonly string[],
  limit: number,
): Promise<SealedRow[]> {
  const { table, key } = sealed
  const column = sql.ref(sealed.column)
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const texts = sql.join(key.map((name) => sql`${sql.ref(name)}::text`))
  const values = sql.join(key.map((_, index) => after[index] ?? ''))
  const { rows } = await sql<Omit<SealedRow, 'owner'>>`
    select array[${texts}] as key, ${column} as sealed from ${sql.table(table)}
    where ${column} is not null and (${columns}) > (${values}) order by ${columns} limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, owner: ownerOfSecret(sealed, row.key) }))
}

/**
 * Skips a ciphertext that changed since it was read, and one that a process is refreshing, which stores its result only
 * over the ciphertext it has read. The credential of a moved community is held without end (transfer/communities) and
 * is not refreshed, so it is replaced.
 * @returns the number replaced
 */
export async function replaceSealed(
  db: Kysely<DB>,
  { table, column, key, lockedUntil: heldUntil }: SealedColumn,
  row: Replacement,
): Promise<number> {
  const matches = key.map((name, index) => sql`${sql.ref(name)} = ${row.key[index]}`)
  const locked = sql.ref(heldUntil ?? '')
  const isFree = heldUntil ? sql`(${locked} is null or ${locked} <= now() or ${locked} = 'infinity')` : sql`true`
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${row.fresh}
    where ${sql.join(matches, sql` and `)} and ${sql.ref(column)} = ${row.old} and ${isFree}`.execute(db)
  return Number(numAffectedRows)
}

export async function keepDigestKey(db: Kysely<DB>, keyId: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto('erasure_digest_key')
    .values({ key_id: keyId, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listKeyIds(db: Kysely<DB>): Promise<string[]> {
  const rows = await db.selectFrom('encryption_key').select('key_id').orderBy('key_id').execute()
  return rows.map(({ key_id }) => key_id)
}

/** Without the lock, two first starts with different keys could both succeed. */
export async function lockKeyIds(tx: Kysely<DB>): Promise<void> {
  await sql`lock table encryption_key in exclusive mode`.execute(tx)
}

export async function addKeyId(db: Kysely<DB>, keyId: string): Promise<void> {
  await db
    .insertInto('encryption_key')
    .values({ key_id: keyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeOtherKeyIds(db: Kysely<DB>, keyId: string): Promise<void> {
  await db.deleteFrom('encryption_key').where('key_id', '<>', keyId).execute()
}
