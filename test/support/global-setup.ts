// Runs before the first file: starts PostgreSQL and makes a migrated template database.
import { accessSync, chmodSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startEmbedded, type EmbeddedPostgres } from '../../src/db-embedded'
import { isRunning, ownIdentity } from '../../src/base/process-identity'
import { auditOrder } from '../../src/audit/order'
import { migrate } from '../../src/db/migrations/migrate'
import { closeTemplate, distributeAll, joinNodes, nodeUrls } from './citus'
import { connectionAs, connectionTo, environment, roleNames } from './database'

/** What the teardown needs. */
export interface TestRun {
  readonly adminUrl: string
  /** One, or those of a Citus cluster, the coordinator first. */
  readonly nodeUrls: readonly string[]
  readonly prefix: string
  /** Absent if TEST_DATABASE_URL or CITUS_URL names a server. */
  readonly embedded?: { readonly postgres: EmbeddedPostgres; readonly directory: string }
}

declare global {
  var testRun: TestRun | undefined
}

const root = path.join(__dirname, '..', '..')
const directoryPrefix = 'community-management-tests-'

/** In memory, copying the template for each test file takes a tenth of the processor time; used if 4 GiB are free. */
const place = inMemory('/dev/shm', 4 * 1024 ** 3) ?? os.tmpdir()

/** @returns the directory, if it is writable and has that many bytes free; otherwise null */
function inMemory(directory: string, bytes: number): string | null {
  try {
    accessSync(directory, constants.W_OK)
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize >= bytes ? directory : null
  } catch {
    return null
  }
}

export default async function globalSetup(): Promise<void> {
  // fresh in a tenth of a second; a fault of a page fails the tests of the pages alone
  spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs'), '--site'], { stdio: 'inherit' })
  const citus = process.env['CITUS_URL']
  const external = citus ?? process.env['TEST_DATABASE_URL']
  const embedded = external ? undefined : await startForRun()
  const adminUrl = external ?? embedded?.postgres.url('postgres') ?? ''
  const prefix = `test_${process.pid}_${randomBytes(3).toString('hex')}_`
  const nodes = citus ? await nodeUrls(citus) : [adminUrl]
  globalThis.testRun = { adminUrl, nodeUrls: nodes, prefix, ...(embedded && { embedded }) }

  const template = `${prefix}template`
  const { owner, server } = roleNames(prefix)
  const password = randomBytes(12).toString('hex')
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await makePasswordsCheap(client)
    if (embedded) await client.query(`alter role postgres password '${new URL(adminUrl).password}'`)
    for (const role of [owner, server]) await client.query(`create role ${role} login password '${password}'`)
    for (const node of nodes) {
      await run(node, `create database ${template} template template0 encoding 'UTF8' owner ${owner}`)
    }
    if (citus) await joinNodes(nodes.map((node) => connectionTo(node, template)))
    const url = connectionTo(adminUrl, template)
    await migrate(connectionAs(url, owner, password), {
      sqlDir: path.join(root, 'sql'),
      serverUrl: connectionAs(url, server, password),
      upkeep: auditOrder,
    })
    if (citus) await distributeAll(connectionAs(url, owner, password))
    // a template must have no connections when it is copied
    for (const node of nodes) await closeTemplate(node, template)
  } finally {
    await client.end()
  }
  process.env[environment.adminUrl] = adminUrl
  process.env[environment.nodeUrls] = nodes.join(' ')
  process.env[environment.prefix] = prefix
  process.env[environment.password] = password
}

/** A connection then takes a twentieth of the processor time. The setting exists since PostgreSQL 16. */
async function makePasswordsCheap(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_settings where name = 'scram_iterations'`)
  if (rowCount) await client.query('set scram_iterations = 1')
}

async function run(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** Starts a cluster for this run alone, so that concurrent runs do not interfere. */
async function startForRun(): Promise<{ postgres: EmbeddedPostgres; directory: string }> {
  removeLeftovers()
  const { pid, startTime } = ownIdentity()
  const directory = mkdtempSync(path.join(place, `${directoryPrefix}${pid}-${startTime}-`))
  // PostgreSQL does not run as root, and its account must enter
  chmodSync(directory, 0o755)
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres'), fast: true })
  return { postgres, directory }
}

/** Removes directories that interrupted runs have left. */
function removeLeftovers(): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(directoryPrefix))) {
    const directory = path.join(place, name)
    const [pid = 0, startTime = 0] = name.slice(directoryPrefix.length).split('-').map(Number)
    const found = lstatSync(directory, { throwIfNoEntry: false })
    if (found?.uid !== process.getuid?.() || isRunning({ pid, startTime })) continue
    rmSync(directory, { recursive: true, force: true })
  }
}
