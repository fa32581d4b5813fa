// DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_MIGRATION_URL of one database, and of two.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { requireSameDatabase } from '../../src/db/same-database'
import { startToEnd } from '../ops/process'
import { ask } from '../support/cluster'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database'

let ours: TestDatabase
let other: TestDatabase
let folder: string

beforeAll(async () => {
  ours = await freshDatabase()
  other = await emptyDatabase()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'same-database-'))
})
afterAll(async () => {
  await ours.drop()
  await other.drop()
  fs.rmSync(folder, { recursive: true })
})

const nameOf = ({ url }: TestDatabase): string => new URL(url.replace('@/', '@h/')).pathname.slice(1)
const env = (more: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: other.serverUrl,
  DATABASE_MIGRATION_URL: ours.ownerUrl,
  ENCRYPTION_KEY: 'ab'.repeat(32),
  PLATFORM_API_URL: 'http://127.0.0.1:9',
  PORT: '0',
  ...more,
})
const refusal = (one: string, two: string): RegExp =>
  new RegExp(
    `${one} and ${two} are of two databases: ${nameOf(ours)} at .+, and ${nameOf(other)} at .+\\. Set both to the database that this server uses\\.$`,
  )
const tables = ({ url }: TestDatabase) =>
  ask(url, `select tablename from pg_tables where schemaname = 'public' order by 1`)

it('accepts two roles of one database, also while another process compares them', async () => {
  const owner = { variable: 'DATABASE_MIGRATION_URL', url: ours.ownerUrl }
  const server = { variable: 'DATABASE_URL', url: ours.serverUrl }
  await Promise.all(Array.from({ length: 4 }, () => requireSameDatabase(owner, server)))
})

it.each([
  ['the server', 'main.js', []],
  ['migrate', 'migrate.js', []],
  ['backup restore', 'admin/main.js', ['backup', 'restore', '--from', 'no-file']],
  ['community import', 'admin/main.js', ['community', 'import', '--from', 'no-file', '--identity-file', 'none']],
  ['community list', 'admin/main.js', ['community', 'list']],
])('%s refuses URLs of two databases, and changes neither', async (_, script, args) => {
  const before = [await tables(ours), await tables(other)]
  const { code, lines } = await startToEnd(env(), script, args)
  expect([code, lines]).toEqual([1, [expect.stringMatching(refusal('DATABASE_MIGRATION_URL', 'DATABASE_URL'))]])
  expect([await tables(ours), await tables(other)]).toEqual(before)
})

it('refuses a DATABASE_DIRECT_URL of another database', async () => {
  const direct = env({ DATABASE_DIRECT_URL: other.ownerUrl, DATABASE_URL: ours.ownerUrl, DATABASE_MIGRATION_URL: '' })
  const { code, lines } = await startToEnd(direct)
  expect([code, lines[0]]).toEqual([
    1,
    expect.stringContaining('DATABASE_DIRECT_URL and DATABASE_URL are of two databases'),
  ])
})

it('names the variable of a database that cannot be reached', async () => {
  const missing = ours.ownerUrl.replace(nameOf(ours), 'no_such_database')
  const { code, lines } = await startToEnd(env({ DATABASE_MIGRATION_URL: missing }))
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/no_such_database.+ and that DATABASE_MIGRATION_URL is correct\.$/)],
  ])
})
