// A pooler in transaction mode has no notifications, session locks or session settings. What needs those uses
// DATABASE_DIRECT_URL; these checks detect at start when it is missing.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartError } from '../errors'
import { errorMessage } from '../error-message'
import { sessionOptions, sessionSettings, setTimezone } from './session'

/** Checks repeated, because a busy pooler may by chance give two clients separate connections. */
const CHECKS = 5

/**
 * Checks that the client has a session of its own with the server's settings. One query when there is no pooler. Takes no lock,
 * because a pooler would leave it with another client.
 * @throws StartError naming DATABASE_DIRECT_URL
 */
export async function requireOwnSession(client: Client, connectionString: string): Promise<void> {
  // PostgreSQL sends its process id on connect; a pooler invents one
  const { processID } = client as Client & { readonly processID: number }
  const first = await backendOf(client)
  if (first === processID) return
  const other = new Client({ connectionString, options: sessionOptions, application_name: 'migrate' })
  other.on('error', () => undefined)
  try {
    await other.connect()
    const { rows } = await other.query<{ timezone: string }>(`select current_setting('timezone') as timezone`)
    if (rows[0]?.timezone !== sessionSettings.timezone) throw noSession('it drops the settings of a session')
    for (let check = 0; check < CHECKS; check++) {
      const mine = await backendOf(client)
      if (mine !== first || mine === (await backendOf(other))) {
        throw noSession('it is in transaction mode, without notifications, session locks and prepared statements')
      }
    }
  } catch (error) {
    if (isSettingRefused(error)) throw noSession(errorMessage(error))
    throw error
  } finally {
    await other.end().catch(() => undefined)
  }
}

function noSession(reason: string): StartError {
  return new StartError(
    `DATABASE_URL names a connection pooler that does not keep sessions (${reason}). ` +
      'Set DATABASE_DIRECT_URL to PostgreSQL itself, for migrations, notifications and the job queue.',
  )
}

/** PgBouncer's error for an unknown startup parameter. */
function isSettingRefused(error: unknown): boolean {
  return /unsupported startup parameter/i.test(errorMessage(error))
}

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * Sets the session settings as defaults of the connected role in this database: a client behind a pooler cannot set them. Call it
 * under the migration lock, because concurrent ALTER ROLE statements fail.
 */
export async function settleSessionDefaults(client: Client): Promise<void> {
  const { rows } = await client.query<{ settings: string[]; role: string; database: string }>(`
    select coalesce((select s.setconfig from pg_db_role_setting s
        join pg_database d on d.oid = s.setdatabase and d.datname = current_database()
        join pg_roles r on r.oid = s.setrole and r.rolname = current_user), '{}') as settings,
      quote_ident(current_user) as role, quote_ident(current_database()) as database`)
  const [found] = rows
  if (!found) throw new Error('PostgreSQL returned no row for the defaults of the role')
  for (const [name, value] of Object.entries(sessionSettings)) {
    const isSet = found.settings.some((setting) => setting.toLowerCase() === `${name}=${value}`.toLowerCase())
    if (!isSet) await client.query(alterRole(found.role, found.database, name, value))
  }
}

const alterRole = (role: string, database: string, name: string, value: string): string =>
  `alter role ${role} in database ${database} set ${name} to '${value}'`

/** A session lent by the pooler, with the settings that differ from the required ones. */
interface LentSession {
  readonly pid: number
  readonly startedAt: string
  readonly role: string
  readonly database: string
  readonly wrong: readonly { readonly name: keyof typeof sessionSettings; readonly setting: string }[]
}

/** Sessions that a pooler may have opened before the defaults were set. */
const MAX_STALE_SESSIONS = 200

/**
 * Checks that the pooler's sessions have the required settings. Sessions opened before the defaults were set are terminated, so
 * that the pooler opens new ones.
 * @param connectionString through the pooler
 * @throws StartError with the statements that fix it
 */
export async function requireSessionDefaults(connectionString: string, directUrl: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    const session = await inspectSession(connectionString)
    if (session.wrong.length === 0) return
    if (turn === MAX_STALE_SESSIONS || !(await endSession(directUrl, session))) throw wrongDefaults(session)
  }
}

async function inspectSession(connectionString: string): Promise<LentSession> {
  const options = { connectionString, application_name: 'community-server-start', connectionTimeoutMillis: 10_000 }
  const client = new Client(options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(setTimezone)
    return await readSession(client)
  } catch (error) {
    throw new StartError(
      `The pooler at ${client.host}:${client.port}, database ${client.database}, cannot be used (${errorMessage(error)}). ` +
        'Check that it is running and that DATABASE_URL is correct.',
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readSession(client: Client): Promise<LentSession> {
  // pg_settings has milliseconds; current_setting() would return 15s
  const { rows } = await client.query<Omit<LentSession, 'wrong'> & { name: string; setting: string }>(
    `select lower(s.name) as name, s.setting, a.pid, a.backend_start::text as "startedAt",
       quote_ident(current_user) as role, quote_ident(current_database()) as database
     from pg_settings s, pg_stat_activity a where a.pid = pg_backend_pid()`,
  )
  const [session] = rows
  if (!session) throw new Error('PostgreSQL returned no settings')
  const wrong = Object.entries(sessionSettings).flatMap(([name, value]) => {
    const setting = rows.find((row) => row.name === name)?.setting ?? 'unknown'
    return setting === value ? [] : [{ name: name as keyof typeof sessionSettings, setting }]
  })
  return { ...session, wrong }
}

/** @returns false when the session is gone or may not be terminated */
async function endSession(directUrl: string, { pid, startedAt }: LentSession): Promise<boolean> {
  const client = new Client({ connectionString: directUrl, application_name: 'community-server-start' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ ended: boolean }>(
      'select pg_terminate_backend(pid, 1000) as ended from pg_stat_activity where pid = $1 and backend_start = $2',
      [pid, startedAt],
    )
    return rows[0]?.ended === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function wrongDefaults({ wrong, role, database }: LentSession): StartError {
  const found = wrong.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  const fix = wrong.map(({ name }) => alterRole(role, database, name, sessionSettings[name])).join('; ')
  return new StartError(
    `The pooler's sessions lack required settings (${found}). Run "${fix}" unless that is done, ` +
      "then RECONNECT in the pooler's console, because open sessions keep their settings.",
  )
}

/** Timeout of the check, because in a pool of one connection it would wait for the other client. */
const OTHER_SESSION_MS = 1_000

/**
 * Checks that the pooler supports named prepared statements, as PgBouncer 1.21 and later do with `max_prepared_statements`.
 * @param connectionString through the pooler
 * @throws StartError naming DATABASE_PREPARED_STATEMENTS
 */
export async function requireNamedStatements(connectionString: string): Promise<void> {
  const [client, other] = [1, 2].map(() => new Client({ connectionString, application_name: 'community-server-start' }))
  if (!client || !other) return
  for (const one of [client, other]) one.on('error', () => undefined)
  const named = { name: 'which_session', text: 'select pg_backend_pid() as pid' }
  const run = async (): Promise<unknown> => (await client.query<{ pid: number }>(named)).rows[0]?.pid
  try {
    await Promise.all([client.connect(), other.connect()])
    for (let check = 0, first = await run(); check < CHECKS; check++) {
      // occupy the session returned last, which the pooler lends first, so that the statement runs in another one
      await other.query('begin')
      await other.query('select 1')
      const elsewhere = run()
      await Promise.race([elsewhere.catch(() => undefined), sleep(OTHER_SESSION_MS)])
      await other.query('commit')
      if ((await elsewhere) !== first) return
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== '26000' && code !== '42P05') throw error
    throw new StartError(
      `The pooler does not support named prepared statements (${errorMessage(error)}). Set DATABASE_PREPARED_STATEMENTS to ` +
        'off, or max_prepared_statements in PgBouncer 1.21 or later.',
      { cause: error },
    )
  } finally {
    await Promise.all([client, other].map((one) => one.end().catch(() => undefined)))
  }
}
