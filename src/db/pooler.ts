// Behind a pooler in transaction mode, notifications, session locks and session settings need DATABASE_DIRECT_URL.
// These checks detect at start when it is missing.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { withTimeout } from '../base/async'
import { StartError } from '../base/errors'
import { errorMessage } from '../base/error-message'
import { planSettings, sessionOptions, sessionSettings, setTimezone } from './session'

/** Without a pooler in between, a notification takes milliseconds. */
const NOTIFICATION_MS = 2_000

/**
 * Checks that a session keeps its settings and receives notifications.
 * @throws StartError naming DATABASE_DIRECT_URL
 */
export async function requireOwnSession(client: Client, connectionString: string): Promise<void> {
  const other = new Client({ connectionString, options: sessionOptions, application_name: 'migrate' })
  other.on('error', () => undefined)
  try {
    await other.connect()
    const { rows } = await other.query<{ timezone: string }>(`select current_setting('timezone') as timezone`)
    if (rows[0]?.timezone !== sessionSettings.timezone) throw noSession('it drops the settings of a session')
    if (!(await receives(client, other))) throw noSession('LISTEN receives no notifications, as in transaction mode')
  } catch (error) {
    // PgBouncer's error
    if (/unsupported startup parameter/i.test(errorMessage(error))) throw noSession(errorMessage(error))
    throw error
  } finally {
    await other.end().catch(() => undefined)
  }
}

async function receives(client: Client, sender: Client): Promise<boolean> {
  const channel = `session_check_${randomBytes(8).toString('hex')}`
  const received = new Promise<true>((resolve) => client.once('notification', () => resolve(true)))
  await client.query(`listen ${channel}`)
  await sender.query(`notify ${channel}`)
  const isReceived = await withTimeout(received, NOTIFICATION_MS).catch(() => false)
  await client.query(`unlisten ${channel}`)
  return isReceived
}

function noSession(reason: string): StartError {
  return new StartError(
    `DATABASE_URL names a connection pooler that does not keep sessions (${reason}). ` +
      'Set DATABASE_DIRECT_URL to PostgreSQL itself, for migrations, notifications and the job queue.',
  )
}

/**
 * Sets the session settings as defaults of the role, because a client behind a pooler cannot set them. The caller holds
 * the migration lock, because concurrent ALTER ROLE statements fail.
 */
export async function settleSessionDefaults(client: Client): Promise<void> {
  const { rows } = await client.query<{ settings: string[]; role: string; database: string }>(`
    select coalesce((select s.setconfig from pg_db_role_setting s
        join pg_database d on d.oid = s.setdatabase and d.datname = current_database()
        join pg_roles r on r.oid = s.setrole and r.rolname = current_user), '{}') as settings,
      quote_ident(current_user) as role, quote_ident(current_database()) as database`)
  const [found] = rows
  if (!found) throw new Error('PostgreSQL returned no row for the defaults of the role')
  for (const [name, value] of Object.entries({ ...sessionSettings, ...planSettings })) {
    const isSet = found.settings.some((setting) => setting.toLowerCase() === `${name}=${value}`.toLowerCase())
    if (!isSet) await client.query(alterRole(found.role, found.database, name, value))
  }
}

const alterRole = (role: string, database: string, name: string, value: string): string =>
  `alter role ${role} in database ${database} set ${name} to '${value}'`

/**
 * @param connectionString through the pooler
 * @throws StartError with the statements that fix it
 */
export async function requireSessionDefaults(connectionString: string): Promise<void> {
  const options = { connectionString, application_name: 'community-server-start', connectionTimeoutMillis: 10_000 }
  const client = new Client(options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(setTimezone)
    await assertSettings(client)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The pooler at ${client.host}:${client.port}, database ${client.database}, cannot be used (${errorMessage(error)}). ` +
        'Check that it is running and that DATABASE_URL is correct.',
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function assertSettings(client: Client): Promise<void> {
  // pg_settings has milliseconds; current_setting() would return 15s
  const { rows } = await client.query<{
    name: keyof typeof sessionSettings
    setting: string
    role: string
    database: string
  }>(
    `select lower(name) as name, setting, quote_ident(current_user) as role, quote_ident(current_database()) as database
     from pg_settings where lower(name) = any ($1)`,
    [Object.keys(sessionSettings)],
  )
  const wrong = rows.filter(({ name, setting }) => setting !== sessionSettings[name])
  if (wrong.length === 0) return
  const found = wrong.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  const fix = wrong.map(({ name, role, database }) => alterRole(role, database, name, sessionSettings[name])).join('; ')
  throw new StartError(
    `The pooler's sessions lack required settings (${found}). Run "${fix}" unless that is done, ` +
      "then RECONNECT in the pooler's console, because open sessions keep their settings.",
  )
}
