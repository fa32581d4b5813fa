// The list of reviewed writes is complete.
import { Client } from 'pg'
import { readCatalogue } from '../../scripts/completeness/catalogue'
import { missingReviews } from '../../scripts/completeness/statements'
import { everyStatement } from '../../scripts/statements/statements'
import { tablesWrittenByKey } from '../../scripts/statements/writes-by-key'
import { freshDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('every write by key alone is on the list of reviewed writes', async () => {
  expect(await missingReviews(await readCatalogue((text) => client.query(text)), await everyStatement())).toEqual([])
})

it('a write by key alone that is not on the review list is reported with its function', async () => {
  const stale = { from: 'awards/medals awardMedal', text: 'update member set experience = $1 where user_id = $2' }
  const { statements } = await everyStatement()
  const found = { statements: [...statements, stale], missed: [] }
  expect(await missingReviews(await readCatalogue((text) => client.query(text)), found)).toEqual([
    expect.objectContaining({
      file: 'src/awards/medals/queries.ts',
      rule: 'awards/medals awardMedal writes member by key alone: a concurrent change is lost.',
    }),
  ])
})

describe('the parser', () => {
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
  ])('accepts %s', async (_name, text) => {
    expect(await read(text)).toEqual([])
  })
})
