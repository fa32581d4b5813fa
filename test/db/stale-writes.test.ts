// Statements that decide in one place and write in another. test/rank-changes/lock-waits.test.ts and the rooms' tests hold the
// locks; this file keeps the list of writes complete.
import { Client } from 'pg'
import { statementsOfFunction } from '../../scripts/statements/reading'
import { everyStatement } from '../../scripts/statements/statements'
import { freshDatabase, type TestDatabase } from '../support/database'
import { reviewedWrites } from '../../scripts/statements/reviewed-writes'
import { tablesWrittenByKey } from '../../scripts/statements/writes-by-key'

let database: TestDatabase
let client: Client
let keys: ReadonlyMap<string, ReadonlySet<string>>

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select i.indrelid::regclass::text as table, array_agg(a.attname::text) as columns
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary group by 1`)
  keys = new Map(rows.map(({ table, columns }) => [table, new Set([...columns, 'community_id', 'user_id'])]))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const keysOf = (table: string): ReadonlySet<string> => keys.get(table) ?? new Set()

async function functionStatements(): Promise<{ from: string; text: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select p.proname as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and l.lanname = 'plpgsql'`)
  const found = rows.map(async ({ name, definition }) =>
    (await statementsOfFunction(definition)).map((text) => ({ from: `${name}()`, text })),
  )
  return (await Promise.all(found)).flat()
}

it('every write by key alone is on the review list with the reason why its decision cannot be stale', async () => {
  const { statements } = await everyStatement()
  const found: Record<string, string[]> = {}
  for (const { from, text } of [...statements, ...(await functionStatements())]) {
    const tables = await tablesWrittenByKey(text, keysOf)
    if (tables.length > 0) found[from] = [...new Set([...(found[from] ?? []), ...tables])].sort()
  }
  const reviewed = Object.fromEntries(Object.entries(reviewedWrites).map(([from, { tables }]) => [from, [...tables]]))
  expect(found).toEqual(reviewed)
})

describe('the reader', () => {
  const read = (text: string) => tablesWrittenByKey(text, () => new Set(['community_id', 'operation_id']))

  it.each([
    [
      'a decision in a CTE',
      `with next as (select community_id, operation_id, status from platform_operation)
       update platform_operation o set urgent = true from next
       where o.community_id = next.community_id and o.operation_id = next.operation_id and next.status = 'queued'`,
    ],
    ['an update by key', 'update platform_operation set urgent = true where community_id = $1 and operation_id = $2'],
    ['a deletion by key', 'delete from platform_operation where community_id = $1 and operation_id = $2'],
    [
      'a lock on another table',
      `with c as (select from community where community_id = $1 for update)
       update platform_operation set urgent = true where operation_id = $2`,
    ],
  ])('finds %s', async (_name, text) => {
    expect(await read(text)).toEqual(['platform_operation'])
  })

  it.each([
    [
      'a condition on the row itself',
      `update platform_operation set urgent = true where operation_id = $1 and status = 'queued'`,
    ],
    [
      'a lock in the same statement',
      `with mine as (select operation_id from platform_operation where operation_id = $1 for no key update)
       update platform_operation o set urgent = true from mine where o.operation_id = mine.operation_id`,
    ],
  ])('passes %s', async (_name, text) => {
    expect(await read(text)).toEqual([])
  })
})
