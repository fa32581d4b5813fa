// Backup without pg_dump, which the embedded PostgreSQL lacks: all rows of one snapshot as a COPY script that psql can
// read. Migrations create the schema.
import type { Writable } from 'node:stream'
import type { Client } from 'pg'
import { putTo } from './copy-script'
import { beginFile, writeTables, type Figures, type FileKind } from './file'
import { beginSnapshot, listTables, withSession, type Origin } from './snapshot'

export interface BackupHeader extends Origin {
  /** Identifies the encryption key without revealing it. */
  readonly keyFingerprint: string
  /** Of the audit log, the oldest first. */
  readonly auditPartitions?: readonly AuditPartition[]
}

export interface AuditPartition {
  readonly number: number
  /** The day of its first entries; null: the last one, which waits for the next month. */
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

export async function listAuditPartitions(client: Client): Promise<AuditPartition[]> {
  const { rows } = await client.query<AuditPartition>(
    'select number::float8 as number, began_on::text as "beganOn" from list_audit_partitions()',
  )
  return rows
}

/**
 * Writes a backup of one snapshot while servers keep running. Does not end `output`.
 * @param report after each table with rows
 */
export function writeBackup(
  connectionString: string,
  output: Writable,
  keyFingerprint: string,
  report: (message: string) => void,
): Promise<BackupFigures> {
  return withSession(connectionString, async (client) => {
    const origin = await beginSnapshot(client)
    const header: BackupHeader = { ...origin, keyFingerprint, auditPartitions: await listAuditPartitions(client) }
    const { put, end } = await beginFile(backupFile, putTo(output), header)
    const figures = await writeTables(client, put, await listTables(client), report)
    for (const line of await sequenceLines(client)) await put(`${line}\n`)
    await end()
    return { madeAt: origin.madeAt, ...figures }
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
