// A backup has all rows of one snapshot as a COPY script that psql can read. The embedded PostgreSQL lacks pg_dump.
import type { Writable } from 'node:stream'
import { Client } from 'pg'
import { putTo, type CopiedTable } from './copy-script'
import { beginFile, writeTables, type Figures, type FileKind } from './file'

export interface BackupHeader {
  readonly madeAt: string
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[]
  readonly keyFingerprint: string
  readonly auditPartitions?: readonly AuditPartition[]
}

export interface AuditPartition {
  readonly number: number
  readonly beganOn: string | null
}

export interface BackupFigures extends Figures {
  readonly madeAt: string
}

export const backupFile: FileKind = {
  headerMark: '-- community-management backup ',
  endMark: '-- end of backup ',
  name: 'a backup of this server',
}

const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(quote_ident(a.attname), ', ' order by a.attname <> 'community_id', a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker')
    and (n.nspname, c.relname) not in (('public', 'schema_migration'), ('public', 'schema_function'), ('graphile_worker', 'migrations'))
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by 1 order by 1`

/** The community comes first. */
export async function listTables(client: Client): Promise<CopiedTable[]> {
  return (await client.query<CopiedTable>(tablesQuery)).rows
}

export async function listAuditPartitions(client: Client): Promise<AuditPartition[]> {
  const { rows } = await client.query<AuditPartition>(
    'select number::float8 as number, began_on::text as "beganOn" from list_audit_partitions()',
  )
  return rows
}

/** Until the snapshot ends, no partition of the audit log begins or is dropped. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('lock table audit_entry in access share mode')
}

export async function listMigrations(client: Client): Promise<BackupHeader['migrations']> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name collate "C"',
  )
  return rows
}

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

/**
 * The backup is of one snapshot while servers keep running. `output` is not ended.
 * @param report after each table with rows
 */
export function writeBackup(
  connectionString: string,
  output: Writable,
  keyFingerprint: string,
  report: (message: string) => void,
): Promise<BackupFigures> {
  return withSession(connectionString, async (client) => {
    await beginSnapshot(client)
    const { rows } = await client.query<{ at: string }>(`select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`)
    const madeAt = rows[0]?.at ?? ''
    const auditPartitions = await listAuditPartitions(client)
    const header: BackupHeader = { madeAt, migrations: await listMigrations(client), keyFingerprint, auditPartitions }
    const { put, end } = await beginFile(backupFile, putTo(output), header)
    const figures = await writeTables(client, put, await listTables(client), report)
    for (const line of await sequenceLines(client)) await put(`${line}\n`)
    await end()
    return { madeAt, ...figures }
  })
}

const sequencesQuery = `
  select format('%I.%I', schemaname, sequencename) as name, last_value as last
  from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1`

export async function listSequences(client: Client): Promise<string[]> {
  return (await client.query<{ name: string }>(sequencesQuery)).rows.map(({ name }) => name)
}

async function sequenceLines(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('SELECT pg_catalog.setval(%L, %s, true);', name, last) as line
    from (${sequencesQuery}) as sequence where last is not null`)
  return rows.map(({ line }) => line)
}
