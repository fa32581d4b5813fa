// The server's database role has only the rights that it needs.
import { migrate } from '../../src/db/migrations/migrate'
import { startTestApp, tasksOf, type TestApp } from '../support/app'
import { ask } from '../support/cluster'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database'

const sqlDir = `${__dirname}/../../sql`

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

it.each([
  ['run a program', `copy (select 1) to program 'cat'`, /permission denied to COPY to or from an external program/],
  ['read a program', `create temp table t (line text); copy t from program 'env'`, /permission denied to COPY/],
  ['read a file of the server', `select pg_read_file('/etc/passwd')`, /permission denied/],
  ['read password hashes', 'select * from pg_authid', /permission denied/],
  ['create a role', 'create role intruder', /permission denied to create role/],
  ['create a database', 'create database intruder', /permission denied to create database/],
  [
    'become the owner',
    `do $$ begin execute format('set role %I', (select tableowner from pg_tables
    where tablename = 'member')); end $$`,
    /permission denied to set role/,
  ],
  ['switch triggers off', 'set session_replication_role to replica', /permission denied to set parameter/],
  ['change a table', 'alter table member add column extra text', /must be owner/],
  ['empty a table', 'truncate member cascade', /permission denied/],
  ['change the record of migrations', 'delete from schema_migration', /permission denied/],
])('rejects the server’s role when it tries to %s', async (_what, statement, refusal) => {
  await expect(ask(database.serverUrl, statement)).rejects.toThrow(refusal)
})

it('is neither superuser nor owner', async () => {
  const [role] = await ask<{ superuser: boolean; owned: number }>(
    database.serverUrl,
    `select rolsuper as superuser, (select count(*)::int from pg_class where relowner = r.oid) as owned
     from pg_roles r where rolname = current_user`,
  )
  expect(role).toEqual({ superuser: false, owned: 0 })
})

it('lets no other role run a function that has the rights of the owner', async () => {
  const open = await ask<{ name: string }>(
    database.ownerUrl,
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
     and has_function_privilege('public', oid, 'execute') order by 1`,
  )
  expect(open.map(({ name }) => name)).toEqual([])
})

it('gets its rights on new tables from a migration, and a second one changes nothing', async () => {
  await ask(database.ownerUrl, 'create table later (id bigint generated always as identity, word text)')
  await expect(ask(database.serverUrl, `insert into later (word) values ('a')`)).rejects.toThrow(/permission denied/)
  const { ownerUrl, serverUrl } = database
  await migrate(ownerUrl, { sqlDir, serverUrl })
  await ask(serverUrl, `insert into later (word) values ('a')`)
  const rights = `select xmin::text, relacl::text from pg_class where relname = 'later'`
  const before = await ask(ownerUrl, rights)
  await migrate(ownerUrl, { sqlDir, serverUrl })
  expect(await ask(ownerUrl, rights)).toEqual(before)
})

it('starts a server that may not migrate on a migrated database, and rejects another with the fix', async () => {
  await expect(migrate(database.serverUrl, { sqlDir })).resolves.toEqual([])
  await ask(database.url, `update schema_function set sha256 = '' where name = 'use_storage.sql'`)
  await expect(migrate(database.serverUrl, { sqlDir })).rejects.toThrow(
    'The function use_storage.sql is not up to date, and this role may not change that. Run "npm run migrate"',
  )
  await migrate(database.ownerUrl, { sqlDir })
  const [newest] = await ask<{ name: string }>(
    database.url,
    'delete from schema_migration where name = (select max(name) from schema_migration) returning name',
  )
  await expect(migrate(database.serverUrl, { sqlDir })).rejects.toThrow(
    `The migration ${newest?.name ?? ''} is not applied, and this role may not change that. Run "npm run migrate" with ` +
      'DATABASE_MIGRATION_URL set to the role that owns the tables.',
  )
})

it('may also own the tables', async () => {
  const own = await emptyDatabase()
  try {
    await migrate(own.ownerUrl, { sqlDir, serverUrl: own.ownerUrl })
    await ask(own.ownerUrl, 'select from member')
  } finally {
    await own.drop()
  }
})

describe('jobs', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('are enqueued and run by the server’s role', async () => {
    const { client } = await app.community()
    const { status } = await client.put('/v2/members/101/rank', { rankId: 50 })
    expect(status).toBe(200)
    for (const task of Object.keys(tasksOf(app)).filter((name) => name.startsWith('purge'))) {
      await tasksOf(app)[task as 'purge-batches']()
    }
  })
})
