// Searches every column for an account.
import { sql } from 'kysely'
import type { Db } from '../../src/context'

export interface Traces {
  readonly userId: number
  /** In every text, lower case. */
  readonly mark: string
}

interface Column {
  readonly schema: string
  readonly table: string
  readonly column: string
}

/** With the job queue's. */
export async function listColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    order by 1, 2, 3`.execute(db)
  return rows
}

/** Without the job queue's. */
export async function listTables(db: Db): Promise<string[]> {
  const columns = await listColumns(db)
  return [...new Set(columns.filter(({ schema }) => schema === 'public').map(({ table }) => table))]
}

/** `table.column` with id or mark: numbers, texts, JSON, arrays, bytes. */
export async function whereIs(db: Db, { userId, mark }: Traces): Promise<string[]> {
  const eightBytes = Buffer.alloc(8)
  eightBytes.writeBigInt64BE(BigInt(userId))
  const hex = [Buffer.from(mark), Buffer.from(String(userId)), eightBytes].map((bytes) => bytes.toString('hex'))
  const pattern = [`(^|[^0-9])${userId}([^0-9]|$)`, mark, ...hex].join('|')
  const found: string[] = []
  for (const { schema, table, column } of await listColumns(db)) {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)} where ${sql.ref(column)}::text ~* ${pattern} limit 1`.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
