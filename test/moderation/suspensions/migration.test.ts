// Migration by sql/0012.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../../src/db/migrations/migrate'
import { emptyDatabase, type TestDatabase } from '../../support/database'
import { migrationsBefore } from '../../support/earlier-migrations'

const sqlDir = path.resolve(__dirname, '../../../sql')
const communityId = 'cmt_22222222222222222222'

let database: TestDatabase
let older: string
beforeAll(async () => {
  database = await emptyDatabase()
  older = migrationsBefore('0010')
})
afterAll(async () => {
  rmSync(older, { recursive: true })
  await database.drop()
})

it('keeps live suspensions on the member’s rank, and ends the others', async () => {
  await migrate(database.url, { sqlDir: older })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(`insert into community (community_id, name) values ($1, 'Northern Watch')`, [communityId])
    await client.query(
      `insert into suspension (community_id, user_id, reason, ends_at, lifted_at) values
         ($1, 1, 'lasts', now() + interval '1 day', null), ($1, 1, 'over', now() - interval '1 day', null),
         ($1, 2, 'lifted', now() + interval '1 day', now() - interval '1 hour')`,
      [communityId],
    )
    await migrate(database.url, { sqlDir })
    const { rows } = await client.query<object>(
      `select reason, state, outcome, suspension_id ~ '^sus_[a-z2-7]{20}$' as named,
         ended_at is not distinct from case when state = 'ended' then least(ends_at, lifted_at) end as in_time
       from suspension order by reason`,
    )
    const rest = { named: true, in_time: true }
    expect(rows).toEqual([
      { reason: 'lasts', state: 'active', outcome: null, ...rest },
      { reason: 'lifted', state: 'ended', outcome: 'kept', ...rest },
      { reason: 'over', state: 'ended', outcome: 'kept', ...rest },
    ])
  } finally {
    await client.end()
  }
})
