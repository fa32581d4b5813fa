// A database for a test file: real, migrated, empty and its own.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** How the global setup tells the workers, which are processes of their own. */
export const environment = {
  adminUrl: 'TEST_RUN_ADMIN_URL',
  prefix: 'TEST_RUN_PREFIX',
  password: 'TEST_RUN_PASSWORD',
} as const

export interface TestDatabase {
  /** As a superuser: what a test arranges and looks at. */
  readonly url: string
  /** As the role that owns the tables. */
  readonly ownerUrl: string
  /** As the role that the server has in production. */
  readonly serverUrl: string
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>
}

/** A clone of the run's migrated database. Call `drop` in `afterAll`. */
export async function freshDatabase(): Promise<TestDatabase> {
  return makeDatabase(`${fromEnvironment('prefix')}template`)
}

/** A database without a single table, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(`template0 encoding 'UTF8'`)
}

async function makeDatabase(template: string): Promise<TestDatabase> {
  const adminUrl = fromEnvironment('adminUrl')
  // of chance: the count would start anew in each file, and a file that could not drop its own must not fail the next ones
  const name = `${fromEnvironment('prefix')}${randomBytes(6).toString('hex')}`
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    )
    // copying the files is the faster way when they are few and not synced; PostgreSQL 14 knows no other
    const strategy = (rows[0]?.number ?? 0) >= 150_000 ? 'strategy file_copy' : ''
    const { owner } = roleNames(fromEnvironment('prefix'))
    await client.query(`create database ${name} template ${template} owner ${owner} ${strategy}`)
  })
  const url = connectionTo(adminUrl, name)
  const as = (role: 'owner' | 'server'): string =>
    connectionAs(url, roleNames(fromEnvironment('prefix'))[role], fromEnvironment('password'))
  return {
    url,
    ownerUrl: as('owner'),
    serverUrl: as('server'),
    drop: () => withClient(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** The connection string with another database in it. */
export function connectionTo(url: string, database: string): string {
  // "user@/database?host=/socket" is a connection string but no URL
  const noHost = url.includes('@/')
  const parsed = new URL(noHost ? url.replace('@/', '@localhost/') : url)
  parsed.pathname = `/${database}`
  return noHost ? parsed.toString().replace('@localhost/', '@/') : parsed.toString()
}

/** The roles of a run: one owns the tables, the other serves. */
export const roleNames = (prefix: string) => ({ owner: `${prefix}owner`, server: `${prefix}server` })

/** The connection string with another role in it. */
export function connectionAs(url: string, role: string, password: string): string {
  const noHost = url.includes('@/')
  const parsed = new URL(noHost ? url.replace('@/', '@localhost/') : url)
  parsed.username = role
  parsed.password = password
  return noHost ? parsed.toString().replace('@localhost/', '@/') : parsed.toString()
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function fromEnvironment(key: keyof typeof environment): string {
  const value = process.env[environment[key]]
  if (!value) throw new Error('the tests run under jest, whose global setup starts the database')
  return value
}
