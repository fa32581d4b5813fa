// A statement without an answer fails in time, and its connection is not used again.
import { CompiledQuery, sql } from 'kysely'
import { openDatabase, type Database } from '../../src/db/database'
import { isDatabaseUnavailable } from '../../src/db/errors'
import { preparedNames } from '../../src/db/statements'
import { makeLogger } from '../../src/base/logger'
import { freshDatabase, type TestDatabase } from '../support/database'

let target: TestDatabase
beforeAll(async () => {
  target = await freshDatabase()
})
afterAll(() => target.drop())

const opened: Database[] = []
const open = (size: number, answersWithinMs: number): Database => {
  const database = openDatabase(target.url, size, makeLogger('silent'), { answersWithinMs })
  opened.push(database)
  return database
}
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

const backendOf = async ({ db }: Database): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
const sleepOn = ({ db }: Database, seconds: number): Promise<unknown> => sql`select pg_sleep(${seconds})`.execute(db)

test('a statement without an answer fails, and the next one gets another connection', async () => {
  const database = open(1, 300)
  const first = await backendOf(database)
  const error: unknown = await sleepOn(database, 20).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: 'PostgreSQL did not answer within 0.3 s' })
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await backendOf(database)).not.toBe(first)
})

test('a statement without an answer in a transaction fails and changes nothing', async () => {
  const database = open(1, 300)
  await sql`create table kept (number int)`.execute(database.db)
  const transaction = database.db.transaction().execute(async (tx) => {
    await sql`insert into kept values (1)`.execute(tx)
    await sql`select pg_sleep(20)`.execute(tx)
  })
  // the error of the rollback, which the caller did not start
  expect(isDatabaseUnavailable(await transaction.catch((thrown: unknown) => thrown))).toBe(true)
  const { rows } = await sql<{ number: number }>`select number from kept`.execute(database.db)
  expect(rows).toEqual([])
})

test('a plan that was made for a small table reads the index of the large one', async () => {
  const { db } = open(1, 10_000)
  await sql`create table grown (number int primary key)`.execute(db)
  await sql`insert into grown select generate_series(1, 10)`.execute(db)
  await sql`vacuum analyze grown`.execute(db)
  await sql`prepare find_number (int) as select from grown where number = $1`.execute(db)
  // PostgreSQL uses a generic plan from the sixth execution on
  for (let i = 0; i < 6; i++) await sql`execute find_number (5)`.execute(db)
  await sql`insert into grown select generate_series(11, 5000)`.execute(db)
  const { rows } = await sql<Record<string, string>>`explain execute find_number (5)`.execute(db)
  expect(rows.flatMap((row) => Object.values(row)).join('\n')).toMatch(
    /^Index Only Scan using grown_pkey[^]*number = \$1/,
  )
})

test('a prepared statement gives the same rows at each execution, and fails after a change of its columns', async () => {
  const text = 'select n as number, at, note from kind where n > $1 order by n'
  preparedNames.set(text, 'read_kinds')
  const { db } = open(1, 10_000)
  await sql`create table kind (n bigint, at timestamptz, note text)`.execute(db)
  const read = async (after: number) => (await db.executeQuery(CompiledQuery.raw(text, [after]))).rows
  expect(await read(0)).toEqual([])
  await sql`insert into kind values (1, '2026-03-01 12:00:00.5+00', 'one'), (2, null, null)`.execute(db)
  const both = [
    { number: 1, at: '2026-03-01T12:00:00.500000Z', note: 'one' },
    { number: 2, at: null, note: null },
  ]
  expect(await read(0)).toEqual(both)
  expect(await read(1)).toEqual(both.slice(1))
  expect(await read(0)).toEqual(both)
  await sql`alter table kind alter column note type integer using 7`.execute(db)
  await expect(read(0)).rejects.toThrow('cached plan must not change result type')
  // another connection prepares the statement anew
  const [other] = (await open(1, 10_000).db.executeQuery(CompiledQuery.raw(text, [0]))).rows
  expect(other).toEqual({ ...both[0], note: 7 })
  preparedNames.delete(text)
})

test.each([
  'failure on connection marked as essential: node1:5432',
  'postmaster was shut down, exiting',
  'terminating connection due to unexpected postmaster exit',
  'connection to the remote node postgres@node1:5432 failed with the following error: Connection refused',
])('takes a lost node of Citus for a lost database: %s', (message) => {
  const code = message.startsWith('connection') ? '08006' : 'XX000'
  expect(isDatabaseUnavailable(Object.assign(new Error(message), { code }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('cache lookup failed'), { code: 'XX000' }))).toBe(false)
})

test('keeps connections that are idle or that answer every statement', async () => {
  const [idle, busy, clock] = [open(1, 200), open(1, 200), open(1, 10_000)]
  const kept = [await backendOf(idle), await backendOf(busy)]
  let isOver = false
  const over = sleepOn(clock, 0.6).then(() => (isOver = true))
  while (!isOver) await sleepOn(busy, 0.01)
  await over
  expect([await backendOf(idle), await backendOf(busy)]).toEqual(kept)
})
