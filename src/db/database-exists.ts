// Creates databases within a server.
import { Client, DatabaseError } from 'pg'

/** duplicate_database; unique_violation when two sessions create it at the same moment. */
const existsAlready = new Set(['42P04', '23505'])

/**
 * Safe for concurrent callers.
 * @param adminUrl of another database of that server, for a role that may create databases
 */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, application_name: 'ensure-database' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (!(error instanceof DatabaseError && existsAlready.has(error.code ?? ''))) throw error
  } finally {
    await client.end()
  }
}
