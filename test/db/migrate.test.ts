import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
let client: Client
let sqlDir: string

beforeEach(async () => {
  sqlDir = mkdtempSync(path.join(os.tmpdir(), 'migrate-'))
  database = await emptyDatabase()
  client = new Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(sqlDir, { recursive: true })
})

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(sqlDir, name), text)
}

function remove(name: string): void {
  rmSync(path.join(sqlDir, name))
}

function run(log?: (message: string, level?: 'debug') => void): Promise<string[]> {
  return migrate(database.url, { sqlDir, ...(log && { log }) })
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema\\_%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** A StartError with this message. */
function refusal(message: string): unknown {
  return expect.objectContaining({ name: 'StartError', message })
}

const two = { '0001_one.sql': 'create table one (id int);\n', '0002_two.sql': 'create table two (id int);\n' }

test('applies new files once and in order, and the job queue’s tables', async () => {
  write(two)
  const messages: string[] = []
  const log = (message: string, level = 'info') => void messages.push(`${level}: ${message}`)
  expect(await run(log)).toEqual(['0001_one.sql', '0002_two.sql'])
  expect(messages).toEqual([
    'info: applying 2 migrations',
    'debug: applied the migration 0001_one.sql',
    'debug: applied the migration 0002_two.sql',
  ])
  write({ '0003_three.sql': 'create table three (id int)' })
  expect(await run()).toEqual(['0003_three.sql'])
  expect(await run()).toEqual([])
  expect(await tables()).toEqual(['one', 'three', 'two'])
  await client.query(`select graphile_worker.add_job('task')`)
})

test('applies the product’s schema', async () => {
  const product = path.join(__dirname, '..', '..', 'sql')
  const later = readdirSync(product).filter((name) => /^\d{4}_/.test(name))
  expect(await migrate(database.url, { sqlDir: product })).toEqual(['schema.sql', ...later])
})

test('applies each file once with four concurrent callers on an empty database', async () => {
  write({
    ...two,
    '0003_index.sql': '-- no-transaction\ncreate index concurrently if not exists one_by_id on one (id);\n',
    '0004_slow.sql': 'select pg_sleep(0.2);\n',
  })
  const messages: string[] = []
  const applied = await Promise.all(Array.from({ length: 4 }, () => run((message) => messages.push(message))))
  expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql', '0003_index.sql', '0004_slow.sql'])
  expect(messages).toContain('waiting for another process that is migrating the database')
})

test('a migrated database is checked while another process holds the lock of migrations', async () => {
  write(two)
  await run()
  await client.query('select pg_advisory_lock(7301884112)')
  expect(await run()).toEqual([])
})

test('a job queue that is missing or of an older version is migrated, though no file is pending', async () => {
  write(two)
  await run()
  await client.query('drop schema graphile_worker cascade')
  expect(await run()).toEqual([])
  await client.query(`select graphile_worker.add_job('task')`)
  await client.query('drop schema graphile_worker cascade; create schema graphile_worker')
  await client.query(
    'create table graphile_worker.migrations (id int primary key, ts timestamptz default now() not null)',
  )
  await client.query('alter table graphile_worker.migrations add column breaking boolean not null default false')
  expect(await run()).toEqual([])
  await client.query(`select graphile_worker.add_job('task')`)
})

test('runs in UTC and without time limits of the role', async () => {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  await client.query(`alter database ${name} set timezone to 'Asia/Tokyo'`)
  await client.query(`alter database ${name} set statement_timeout to '200ms'`)
  write({
    '0001_zone.sql': `create table zone as select current_setting('timezone') as name;\nselect pg_sleep(0.3);`,
  })
  await run()
  expect((await client.query('select name from zone')).rows).toEqual([{ name: 'UTC' }])
})

test('rejects an applied file that was changed', async () => {
  write(two)
  await run()
  write({ '0001_one.sql': 'create table one (id bigint);\n' })
  await expect(run()).rejects.toEqual(
    refusal('The applied migration 0001_one.sql was changed. Restore it and put the change in a new file.'),
  )
})

test('ignores CRLF line ends', async () => {
  write({ '0001_one.sql': 'create table one (\nid int\n);\n' })
  await run()
  write({ '0001_one.sql': 'create table one (\r\nid int\r\n);\r\n' })
  expect(await run()).toEqual([])
})

test('rejects a database that is newer than the files', async () => {
  write(two)
  await run()
  remove('0002_two.sql')
  await expect(run()).rejects.toEqual(
    refusal(
      'The database has the migration 0002_two.sql of a newer version, which this version does not have. Run the newer version, or restore a backup made before that migration.',
    ),
  )
})

test('rejects a job queue that is newer than this version', async () => {
  write(two)
  await run()
  await client.query('insert into graphile_worker.migrations (id, breaking) values (1000, true)')
  await expect(run()).rejects.toEqual(
    refusal(expect.stringMatching(/^the database could not be migrated: .*1000/) as unknown as string),
  )
})

test('rejects an invalid index of an interrupted migration, and names the fix', async () => {
  write({ '0001_one.sql': 'create table one (id int);\ninsert into one values (1), (1);\n' })
  await run()
  // an interrupted build leaves an invalid index
  await expect(client.query('create unique index concurrently one_by_id on one (id)')).rejects.toThrow(
    'could not create',
  )
  await client.query('delete from one')
  write({
    '0002_index.sql': '-- no-transaction\ncreate unique index concurrently if not exists one_by_id on one (id);\n',
  })
  await expect(run()).rejects.toEqual(
    refusal(
      'The migration 0002_index.sql was interrupted and left an invalid index. ' +
        'Run "drop index concurrently one_by_id", then start again.',
    ),
  )
  await client.query('drop index concurrently one_by_id')
  expect(await run()).toEqual(['0002_index.sql'])
})

test('rejects a new file that precedes an applied one', async () => {
  write({ '0002_two.sql': two['0002_two.sql'] })
  await run()
  write({ '0001_one.sql': two['0001_one.sql'] })
  await expect(run()).rejects.toEqual(
    refusal('The migration 0001_one.sql precedes 0002_two.sql, which is applied. Give it a higher number.'),
  )
  expect(await tables()).toEqual(['two'])
})

test('names the line of a failing file, which changes nothing; files before it stay applied', async () => {
  write({
    '0001_one.sql': two['0001_one.sql'],
    '0002_two.sql': `create table two (id int);\n-- 😀 one character, two code units\ninsert into two\nvalues (nothing);\n`,
  })
  await expect(run()).rejects.toEqual(refusal('the migration 0002_two.sql:4 failed: column "nothing" does not exist'))
  expect(await tables()).toEqual(['one'])
  write({ '0002_two.sql': two['0002_two.sql'] })
  expect(await run()).toEqual(['0002_two.sql'])
})

test('does not record a file that fails outside a transaction', async () => {
  write({ '0001_one.sql': '-- no-transaction\ncreate index concurrently missing_by_id on missing (id)' })
  await expect(run()).rejects.toThrow('the migration 0001_one.sql failed: relation "missing" does not exist')
  write({ '0001_one.sql': '-- no-transaction\nvacuum' })
  expect(await run()).toEqual(['0001_one.sql'])
})

test.each([
  ['a name without a number', { 'one.sql': '' }, 'The migration one.sql in %s must have a name like 0001_words.sql.'],
  [
    'two files of one number',
    { '0001_a.sql': '', '0001_b.sql': '' },
    'The migrations 0001_a.sql and 0001_b.sql in %s have the same number. Change one.',
  ],
  ['no files', {}, 'There are no migrations in %s.'],
])('rejects %s', async (_what, files: Record<string, string>, message) => {
  write(files)
  await expect(run()).rejects.toEqual(refusal(message.replace('%s', sqlDir)))
})

test('rejects a database in another encoding', async () => {
  write(two)
  await pretend({ server_encoding: 'LATIN1' })
  await expect(run()).rejects.toThrow(/^The database test_\w+ has the encoding LATIN1\./)
})

describe('connectForMigration rejects', () => {
  beforeEach(() => write(two))

  test('an unreachable server', async () => {
    await expect(migrate('postgresql://someone:secret@localhost:1/nothing', { sqlDir })).rejects.toThrow(
      /^PostgreSQL cannot be reached at localhost:1, database nothing \((connect ECONNREFUSED [^ ]+:1(, )?)+\)\. Check that it is running and that DATABASE_URL is correct\.$/,
    )
  })

  test('a missing database', async () => {
    const url = database.url.replace(/\/test_[^?]*/, '/missing')
    await expect(migrate(url, { sqlDir })).rejects.toThrow('database "missing" does not exist')
  })

  test('an invalid connection string, without repeating it', async () => {
    await expect(migrate('postgresql://someone:secret@host:not-a-port/database', { sqlDir })).rejects.toEqual(
      refusal('DATABASE_URL is not a connection string like postgresql://user:password@host:5432/database'),
    )
  })

  test('a server that is too old', async () => {
    await pretend({ server_version: '13.18', server_version_num: '130018' })
    await expect(run()).rejects.toEqual(refusal('PostgreSQL 13.18 is too old. Use PostgreSQL 14 to 18.'))
    expect(await tables()).toEqual([])
  })
})

test('logs a server newer than the tested versions, and continues', async () => {
  write(two)
  await pretend({ server_version: '19.1', server_version_num: '190001' })
  const messages: string[] = []
  expect(await run((message) => messages.push(message))).toEqual(['0001_one.sql', '0002_two.sql'])
  expect(messages[0]).toBe('PostgreSQL 19.1 was not tested with this version, only PostgreSQL 14 to 18')
})

/** Shadows current_setting with a function that pretends these settings. */
async function pretend(settings: Record<string, string>): Promise<void> {
  const cases = Object.entries(settings).map(([name, value]) => `when '${name}' then '${value}'`)
  await client.query(`
    create function current_setting(name text) returns text language sql as $$
      select case name ${cases.join(' ')} else pg_catalog.current_setting(name) end
    $$;
    do $$ begin
      execute format('alter database %I set search_path to public, pg_catalog', current_database());
    end $$`)
}
