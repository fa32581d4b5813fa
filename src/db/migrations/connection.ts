// The connection that migrates, with checks of the server's version and encoding.
import { Client } from 'pg'
import { StartError } from '../../base/errors'
import { isDistributed } from '../distributed'
import { errorMessage } from '../../base/error-message'

/** PostgreSQL's `server_version_num`. */
const oldestVersion = 140_000
const firstUntestedVersion = 190_000

const connectTimeoutMs = 10_000

/**
 * In UTC and without time limits.
 * @throws StartError when the server is unreachable or older than PostgreSQL 14, and when the database is not in UTF-8
 */
export async function connectForMigration(
  connectionString: string,
  log: (message: string) => void,
  variable = 'DATABASE_URL',
): Promise<Client> {
  const client = await connectTo(connectionString, variable)
  try {
    await requireSupported(client, log)
    // overrides limits of the role or database
    await client.query(`
      set timezone to 'UTC';
      set statement_timeout to 0;
      set lock_timeout to 0;
      set idle_in_transaction_session_timeout to 0`)
    if (await isDistributed(client)) {
      // triggers of distributed tables touch rows of the same community only; a file also changes functions
      await client.query(`
        set citus.enable_unsafe_triggers to on;
        set citus.multi_shard_modify_mode to 'sequential'`)
    }
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** @param variable the one with the connection string, for errors */
export async function connectTo(connectionString: string, variable: string): Promise<Client> {
  let client: Client
  try {
    client = new Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs, application_name: 'migrate' })
  } catch (error) {
    // without the parser's message, which may quote the password
    throw new StartError(`${variable} is not a connection string like postgresql://user:password@host:5432/database`, {
      cause: error,
    })
  }
  // a lost connection fails the next query
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const where = `${client.host}:${client.port}, database ${client.database}`
    throw new StartError(
      `PostgreSQL cannot be reached at ${where} (${errorMessage(error)}). Check that it is running and that ${variable} is correct.`,
      { cause: error },
    )
  }
}

async function requireSupported(client: Client, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding`)
  const server = rows[0]
  if (!server) throw new StartError('PostgreSQL returned no version')
  if (server.number < oldestVersion) {
    throw new StartError(`PostgreSQL ${server.version} is too old. Use PostgreSQL 14 to 18.`)
  }
  if (server.number >= firstUntestedVersion) {
    log(`PostgreSQL ${server.version} was not tested with this version, only PostgreSQL 14 to 18`)
  }
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database ${client.database} has the encoding ${server.encoding}. Create it with "encoding 'UTF8' template template0".`,
    )
  }
}
