// The session that migrates: reaching the server, refusing one this version cannot work with.
import { Client } from 'pg'
import { StartError } from '../../errors'
import { requireOwnSession } from '../pooler'
import { errorMessage } from '../../error-message'

/** PostgreSQL's `server_version_num`. */
const oldestVersion = 140_000
const firstUntestedVersion = 190_000

const connectTimeoutMs = 10_000

/**
 * Connects for a migration: session in UTC and without time limits.
 * @throws StartError when the server cannot be reached, is older than PostgreSQL 14, or the database is not in UTF-8, or when
 *   a pooler in between gives no session
 */
export async function connectForMigration(connectionString: string, log: (message: string) => void): Promise<Client> {
  const client = await connect(connectionString)
  try {
    await requireOwnSession(client, connectionString)
    await requireSupported(client, log)
    // a role or database may carry limits of its own, meant for other work
    await client.query(`
      set timezone to 'UTC';
      set statement_timeout to 0;
      set lock_timeout to 0;
      set idle_in_transaction_session_timeout to 0`)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function connect(connectionString: string): Promise<Client> {
  let client: Client
  try {
    client = new Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs, application_name: 'migrate' })
  } catch (error) {
    // the parser's own message may quote the password
    throw new StartError('DATABASE_URL is not a connection string like postgresql://user:password@host:5432/database', {
      cause: error,
    })
  }
  // a connection lost between two queries shows in the next query
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const where = `${client.host}:${client.port}, database ${client.database}`
    throw new StartError(
      `PostgreSQL cannot be reached at ${where} (${errorMessage(error)}); check that it runs and that DATABASE_URL is right`,
      { cause: error },
    )
  }
}

async function requireSupported(client: Client, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding`)
  const server = rows[0]
  if (!server) throw new StartError('the server does not tell its version')
  if (server.number < oldestVersion) {
    throw new StartError(`the server is PostgreSQL ${server.version}, which is too old: PostgreSQL 14 to 18 is needed`)
  }
  if (server.number >= firstUntestedVersion) {
    log(`the server is PostgreSQL ${server.version}, with which this version was not tested: PostgreSQL 14 to 18 is`)
  }
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `the database ${client.database} is encoded in ${server.encoding}: create it anew with "encoding 'UTF8' template template0"`,
    )
  }
}
