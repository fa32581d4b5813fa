// A pooler in transaction mode lends a connection for one transaction: no notices, no session locks, no settings of a session.
// What needs those goes to PostgreSQL directly (DATABASE_DIRECT_URL); this file finds out in time where that was forgotten.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartError } from '../errors'
import { errorMessage } from '../error-message'
import { sessionOptions, sessionSettings, setTimezone } from './session'

/** A pooler that is busy with others may give each of two clients a connection of its own, once or twice by chance. */
const LOOKS = 5

/**
 * Makes sure that the client's session is its own and takes the server's settings. Costs one question where no pooler stands
 * between; never takes a lock, which a pooler would leave behind with whoever comes next.
 * @throws StartError naming DATABASE_DIRECT_URL
 */
export async function requireOwnSession(client: Client, connectionString: string): Promise<void> {
  // PostgreSQL tells a client its process when it connects; a pooler makes that number up
  const { processID } = client as Client & { readonly processID: number }
  const first = await backendOf(client)
  if (first === processID) return
  const other = new Client({ connectionString, options: sessionOptions, application_name: 'migrate' })
  other.on('error', () => undefined)
  try {
    await other.connect()
    const { rows } = await other.query<{ timezone: string }>(`select current_setting('timezone') as timezone`)
    if (rows[0]?.timezone !== sessionSettings.timezone) throw noSession('it drops the settings of a session')
    for (let look = 0; look < LOOKS; look++) {
      const mine = await backendOf(client)
      if (mine !== first || mine === (await backendOf(other))) {
        throw noSession('it is in transaction mode, in which notices, locks and named statements are lost')
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
    `a connection pooler stands before the database and gives no session of its own (${reason}); leave it in DATABASE_URL ` +
      'and set DATABASE_DIRECT_URL to PostgreSQL itself, for migrations, notices and the job queue',
  )
}

/** PgBouncer, to a startup parameter that it does not know. */
function isSettingRefused(error: unknown): boolean {
  return /unsupported startup parameter/i.test(errorMessage(error))
}

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * Makes the settings of a session the defaults of the connected role in this database: behind a pooler no client can ask for
 * them. To be called under the migration lock: two who alter a role at once disturb each other.
 */
export async function settleSessionDefaults(client: Client): Promise<void> {
  const { rows } = await client.query<{ settings: string[]; role: string; database: string }>(`
    select coalesce((select s.setconfig from pg_db_role_setting s
        join pg_database d on d.oid = s.setdatabase and d.datname = current_database()
        join pg_roles r on r.oid = s.setrole and r.rolname = current_user), '{}') as settings,
      quote_ident(current_user) as role, quote_ident(current_database()) as database`)
  const [found] = rows
  if (!found) throw new Error('the database does not tell the defaults of the role')
  for (const [name, value] of Object.entries(sessionSettings)) {
    const isSet = found.settings.some((setting) => setting.toLowerCase() === `${name}=${value}`.toLowerCase())
    if (!isSet) await client.query(alterRole(found.role, found.database, name, value))
  }
}

const alterRole = (role: string, database: string, name: string, value: string): string =>
  `alter role ${role} in database ${database} set ${name} to '${value}'`

/** What the pooler lent, and how far it is from what the server needs. */
interface LentSession {
  readonly pid: number
  readonly startedAt: string
  readonly role: string
  readonly database: string
  readonly wrong: readonly { readonly name: keyof typeof sessionSettings; readonly setting: string }[]
}

/** Sessions that a pooler may hold from before the defaults were settled. */
const MOST_HELD = 200

/**
 * Makes sure that what the pooler lends is as the server needs it. Sessions it holds keep what they began with: those from
 * before the defaults were settled are ended, so that it makes new ones.
 * @param connectionString through the pooler
 * @throws StartError with the statements that mend it
 */
export async function requireSessionDefaults(connectionString: string, directUrl: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    const session = await lookThrough(connectionString)
    if (session.wrong.length === 0) return
    if (turn === MOST_HELD || !(await endSession(directUrl, session))) throw unsettled(session)
  }
}

async function lookThrough(connectionString: string): Promise<LentSession> {
  const options = { connectionString, application_name: 'community-server-start', connectionTimeoutMillis: 10_000 }
  const client = new Client(options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(setTimezone)
    return await readSession(client)
  } catch (error) {
    throw new StartError(
      `the pooler at ${client.host}:${client.port}, database ${client.database}, does not answer (${errorMessage(error)}); ` +
        'check that it runs, and what DATABASE_URL says',
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readSession(client: Client): Promise<LentSession> {
  // in milliseconds, as they are set: current_setting() would say 15s
  const { rows } = await client.query<Omit<LentSession, 'wrong'> & { name: string; setting: string }>(
    `select lower(s.name) as name, s.setting, a.pid, a.backend_start::text as "startedAt",
       quote_ident(current_user) as role, quote_ident(current_database()) as database
     from pg_settings s, pg_stat_activity a where a.pid = pg_backend_pid()`,
  )
  const [session] = rows
  if (!session) throw new Error('it does not tell its settings')
  const wrong = Object.entries(sessionSettings).flatMap(([name, value]) => {
    const setting = rows.find((row) => row.name === name)?.setting ?? 'unknown'
    return setting === value ? [] : [{ name: name as keyof typeof sessionSettings, setting }]
  })
  return { ...session, wrong }
}

/** @returns false when it is not there to be ended, or not ours to end */
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

function unsettled({ wrong, role, database }: LentSession): StartError {
  const found = wrong.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  const mend = wrong.map(({ name }) => alterRole(role, database, name, sessionSettings[name])).join('; ')
  return new StartError(
    `the sessions behind the pooler are not as this server needs them (${found}); run "${mend}" if that is not so yet, ` +
      "and RECONNECT in the pooler's console: the sessions it holds keep what they began with",
  )
}

/** In a pool of one connection nobody else's transaction may be waited for. */
const ELSEWHERE_MS = 1_000

/**
 * Makes sure that the pooler carries named statements from one of its sessions to another, as PgBouncer 1.21 and later do
 * where `max_prepared_statements` is set.
 * @param connectionString through the pooler
 * @throws StartError naming DATABASE_PREPARED_STATEMENTS
 */
export async function requireNamedStatements(connectionString: string): Promise<void> {
  const [client, other] = [1, 2].map(() => new Client({ connectionString, application_name: 'community-server-start' }))
  if (!client || !other) return
  for (const each of [client, other]) each.on('error', () => undefined)
  const named = { name: 'which_session', text: 'select pg_backend_pid() as pid' }
  const ask = async (): Promise<unknown> => (await client.query<{ pid: number }>(named)).rows[0]?.pid
  try {
    await Promise.all([client.connect(), other.connect()])
    for (let look = 0, first = await ask(); look < LOOKS; look++) {
      // whoever comes next is lent the session that was given back last: the statement must then run in another one
      await other.query('begin')
      await other.query('select 1')
      const elsewhere = ask()
      await Promise.race([elsewhere.catch(() => undefined), sleep(ELSEWHERE_MS)])
      await other.query('commit')
      if ((await elsewhere) !== first) return
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== '26000' && code !== '42P05') throw error
    throw new StartError(
      `the pooler loses named statements (${errorMessage(error)}); set DATABASE_PREPARED_STATEMENTS to off, or ` +
        'max_prepared_statements in a PgBouncer of 1.21 or later',
      { cause: error },
    )
  } finally {
    await Promise.all([client, other].map((each) => each.end().catch(() => undefined)))
  }
}
