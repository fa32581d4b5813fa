// The snapshot that a file is made from, and the database that can read the file.
import { Client } from 'pg'
import { StartError } from '../base/errors'
import type { CopiedTable } from './copy-script'

/** In the header of every file. */
export interface Origin {
  /** RFC 3339, in UTC, to the second. */
  readonly madeAt: string
  /** Every applied migration, in order; `sha256` in hex. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[]
}

/** Runs `work` on a connection in UTC and without time limits. */
export async function withSession<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, application_name: 'backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      `set timezone to 'UTC'; set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`,
    )
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Until the snapshot ends, no partition of the audit log begins or is dropped. */
export async function beginSnapshot(client: Client): Promise<Origin> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('lock table audit_entry in access share mode')
  const { rows } = await client.query<{ at: string }>(`select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`)
  return { madeAt: rows[0]?.at ?? '', migrations: await listMigrations(client) }
}

const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(quote_ident(a.attname), ', ' order by a.attname <> 'community_id', a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker')
    and (n.nspname, c.relname) not in (('public', 'schema_migration'), ('public', 'schema_function'), ('graphile_worker', 'migrations'))
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by 1 order by 1`

/** In the order of their names; of the columns, `community_id` first. */
export async function listTables(client: Client): Promise<CopiedTable[]> {
  return (await client.query<CopiedTable>(tablesQuery)).rows
}

async function listMigrations(client: Client): Promise<Origin['migrations']> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name collate "C"',
  )
  return rows
}

export const isOrigin = <Header extends Partial<Origin>>(header: Header): header is Header & Origin =>
  isLike(header.madeAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) &&
  isListOf(
    header.migrations,
    ({ name, sha256 }) => isLike(name, /^\w{1,100}\.sql$/) && isLike(sha256, /^[0-9a-f]{64}$/),
  )

export const isLike = (text: unknown, pattern: RegExp): boolean => typeof text === 'string' && pattern.test(text)

export const isListOf = <T>(list: readonly T[] | undefined, isOne: (one: Partial<T>) => boolean): boolean =>
  Array.isArray(list) && list.every((one: unknown) => typeof one === 'object' && one !== null && isOne(one))

/** @param todo the last sentence of the error @throws StartError when the file is of another version */
export async function requireSameMigrations(client: Client, { migrations }: Origin, todo: string): Promise<void> {
  const here = await listMigrations(client)
  if (JSON.stringify(here) === JSON.stringify(migrations)) return
  const newest = (list: Origin['migrations']): string => list.at(-1)?.name ?? 'none'
  throw new StartError(
    `The file's newest migration is ${newest(migrations)}, this server's is ${newest(here)}. ${todo}`,
  )
}
