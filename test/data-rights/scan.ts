// Searches all columns for an account.
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../src/context'

export interface Traces {
  readonly userId: number
  /** A word in lower case that every text of the account contains. */
  readonly mark: string
}

interface Table {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
}

/** All tables, with those of the job queue. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Names of all tables without those of the job queue. */
export async function listTables(db: Db): Promise<string[]> {
  const tables = await readTables(db)
  return tables.filter(({ schema }) => schema === 'public').map(({ table }) => table)
}

/**
 * Columns, as `table.column`, that contain the id or the mark: in numbers, texts, JSON, arrays or bytes (the id also as
 * eight bytes).
 */
export async function whereIs(db: Db, { userId, mark }: Traces): Promise<string[]> {
  const eightBytes = Buffer.alloc(8)
  eightBytes.writeBigInt64BE(BigInt(userId))
  const hex = [Buffer.from(mark), Buffer.from(String(userId)), eightBytes].map((bytes) => bytes.toString('hex'))
  const pattern = [`(^|[^0-9])${userId}([^0-9]|$)`, mark, ...hex].join('|')
  const found: string[] = []
  for (const { schema, table, columns } of await readTables(db)) {
    const each = columns.map((column) => `case when bool_or("${column}"::text ~* $1) then '${column}' end`)
    const text = `select array_remove(array[${each.join()}], null) as columns from ${schema}.${table}`
    const { rows } = await db.executeQuery<{ columns: string[] }>(CompiledQuery.raw(text, [pattern]))
    for (const column of rows[0]?.columns ?? []) found.push(`${table}.${column}`)
  }
  return found
}
