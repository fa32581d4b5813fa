// Files of sql/functions are applied with the migrations whenever they change.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { functionsEntry } from '../../src/db/migrations/checksums'
import { readFunctions } from '../../src/db/migrations/functions'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
let client: Client
let sqlDir: string

beforeEach(async () => {
  sqlDir = mkdtempSync(path.join(os.tmpdir(), 'functions-'))
  mkdirSync(path.join(sqlDir, 'functions'))
  database = await emptyDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  write({ '0001_one.sql': 'create table one (id int);' })
})

afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(sqlDir, { recursive: true })
})

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(sqlDir, name), text)
}

const answer = (value: number): string =>
  `create or replace function answer() returns int language sql as 'select ${value}';\n`

const run = (): Promise<string[]> => migrate(database.url, { sqlDir })

/** The single value of a query. */
async function read<T>(text: string): Promise<T> {
  const { rows } = await client.query<[T]>({ text, rowMode: 'array' })
  return rows[0]?.[0] as T
}

const value = (): Promise<number> => read('select answer()')
/** Id of the transaction that last applied the function. */
const version = (): Promise<string> => read(`select xmin::text from pg_proc where proname = 'answer'`)

test('an edited function is applied again, an unchanged one is not', async () => {
  write({ 'functions/answer.sql': answer(1) })
  await run()
  expect(await value()).toBe(1)
  const before = await version()
  await run()
  expect(await version()).toBe(before)
  write({ 'functions/answer.sql': answer(2) })
  expect(await run()).toEqual([])
  expect(await value()).toBe(2)
})

test('functions may call each other in any order', async () => {
  write({
    'functions/a.sql': `create or replace function a() returns int language sql as 'select b()';`,
    'functions/b.sql': `create or replace function b() returns int language sql as 'select count(*)::int from one';`,
  })
  await run()
  expect(await read('select a()')).toBe(0)
})

test('a failing function leaves other functions and the last migration unapplied', async () => {
  write({ 'functions/answer.sql': answer(1) })
  await run()
  write({
    '0002_two.sql': 'create table two (id int);',
    'functions/answer.sql': answer(2),
    'functions/broken.sql': `create or replace function broken() returns int language sql as $$\n  select missing from one\n$$;`,
  })
  await expect(run()).rejects.toMatchObject({
    name: 'StartError',
    message: 'the function broken.sql:2 failed: column "missing" does not exist',
  })
  expect(await value()).toBe(1)
  expect(await read(`select to_regclass('two')`)).toBeNull()
  rmSync(path.join(sqlDir, 'functions/broken.sql'))
  expect(await run()).toEqual(['0002_two.sql'])
  expect(await value()).toBe(2)
})

test('a migration drops the old signature, and the function is created in the same transaction', async () => {
  write({ 'functions/answer.sql': answer(1) })
  await run()
  write({
    '0002_answer.sql': 'drop function answer();',
    'functions/answer.sql': `create or replace function answer(more int default 5) returns bigint language sql as 'select 1 + more';`,
  })
  expect(await run()).toEqual(['0002_answer.sql'])
  expect(await value()).toBe('6')
})

test('a migration that contains an older copy of a function does not undo the file', async () => {
  write({ 'functions/answer.sql': answer(2) })
  await run()
  write({ '0002_copy.sql': answer(1) })
  await run()
  expect(await value()).toBe(2)
})

test('functions are applied after a last file outside a transaction', async () => {
  write({
    '0002_index.sql': '-- no-transaction\ncreate index concurrently if not exists one_by_id on one (id);',
    'functions/answer.sql': answer(1),
  })
  await run()
  expect(await value()).toBe(1)
})

test('an older server leaves the functions of a newer one alone', async () => {
  const release = (revision: number, text: string): Promise<string[]> => {
    write({ 'functions/answer.sql': text, 'checksums.json': JSON.stringify({ functions: { revision, sha256: '' } }) })
    return run()
  }
  await release(1, answer(1))
  await release(2, answer(2))
  await release(1, answer(1))
  expect(await value()).toBe(2)
  await release(3, answer(3))
  expect(await value()).toBe(3)
})

test('the revision grows when a file changes', () => {
  const files = [{ sha256: 'a' }]
  const first = functionsEntry(undefined, files)
  expect(first.revision).toBe(1)
  expect(functionsEntry(first, files)).toEqual(first)
  expect(functionsEntry(first, [{ sha256: 'b' }]).revision).toBe(2)
})

describe('sql/functions', () => {
  const product = path.join(__dirname, '../../sql')

  test('has a file for each function of the database', async () => {
    await migrate(database.url, { sqlDir: product })
    const { rows } = await client.query<{ file: string }>(`
      select distinct proname || '.sql' as file from pg_proc where pronamespace = 'public'::regnamespace
        -- replaced when the database moves to another cluster (src/audit/order.ts)
        and proname <> 'audit_offset'`)
    expect(readdirSync(path.join(product, 'functions')).sort()).toEqual(rows.map(({ file }) => file).sort())
  })

  test.each(readFunctions(product).files)('$name defines the function of its name', ({ name, text }) => {
    const defined = [...text.matchAll(/^create .*?(?:function|aggregate) (\w+)\(/gm)].map(([, one]) => `${one}.sql`)
    expect(defined).toEqual([name])
    expect(text).toMatch(/^create or replace (function|aggregate)/m)
  })
})
