// A migrated database for each test file.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** Environment variables by which global setup tells workers about the run. */
export const environment = {
  adminUrl: 'TEST_RUN_ADMIN_URL',
  /** URL of the server, or URLs of the Citus nodes, the coordinator first, separated by spaces. */
  nodeUrls: 'TEST_RUN_NODE_URLS',
  prefix: 'TEST_RUN_PREFIX',
  password: 'TEST_RUN_PASSWORD',
} as const

export interface TestDatabase {
  readonly url: string
  /** With the role that owns the tables. */
  readonly ownerUrl: string
  /** With the role of the server, as in production. */
  readonly serverUrl: string
  /** Drops the database; call it in `afterAll`. */
  drop(): Promise<void>
}

/** A migrated database. Call `drop` in `afterAll`. */
export async function freshDatabase(): Promise<TestDatabase> {
  return makeDatabase(`${fromEnvironment('prefix')}template`)
}

export async function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(`template0 encoding 'UTF8'`)
}

/** Whether tests run on a Citus cluster. */
export const isDistributed = (): boolean => fromEnvironment('nodeUrls').includes(' ')

async function makeDatabase(template: string): Promise<TestDatabase> {
  const adminUrl = fromEnvironment('adminUrl')
  // random, so that databases which could not be dropped do no harm
  const name = `${fromEnvironment('prefix')}${randomBytes(6).toString('hex')}`
  const nodes = fromEnvironment('nodeUrls').split(' ')
  const onNode = async (client: Client): Promise<void> => {
    const { rows } = await client.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    )
    // faster for small databases without fsync; PostgreSQL 14 knows no strategy and copies files
    const strategy = (rows[0]?.number ?? 0) >= 150_000 ? 'strategy file_copy' : ''
    const { owner } = roleNames(fromEnvironment('prefix'))
    await client.query(`create database ${name} template ${template} owner ${owner} ${strategy}`)
    // a copy does not have the settings of its template
    if (nodes.length > 1) await client.query(`alter database ${name} set jit to off`)
  }
  for (const node of nodes) await withClient(node, onNode)
  const url = connectionTo(adminUrl, name)
  const as = (role: 'owner' | 'server'): string =>
    connectionAs(url, roleNames(fromEnvironment('prefix'))[role], fromEnvironment('password'))
  return {
    url,
    ownerUrl: as('owner'),
    // on Citus the server is the owner: within a transaction a node's rows are changed by one role
    serverUrl: as(nodes.length > 1 ? 'owner' : 'server'),
    async drop() {
      for (const node of nodes)
        await withClient(node, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

export function connectionTo(url: string, database: string): string {
  // "user@/database?host=/socket" is not a valid URL
  const noHost = url.includes('@/')
  const parsed = new URL(noHost ? url.replace('@/', '@localhost/') : url)
  parsed.pathname = `/${database}`
  return noHost ? parsed.toString().replace('@localhost/', '@/') : parsed.toString()
}

export const roleNames = (prefix: string) => ({ owner: `${prefix}owner`, server: `${prefix}server` })

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
