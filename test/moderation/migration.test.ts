// The migration of blacklist entries.
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase, type TestDatabase } from '../support/database'
import { migrationsBefore } from '../support/earlier-migrations'

const sqlDir = path.join(__dirname, '..', '..', 'sql')
let database: TestDatabase
let earlier: string
beforeAll(async () => {
  database = await emptyDatabase()
  earlier = migrationsBefore('0011')
})
afterAll(async () => {
  fs.rmSync(earlier, { recursive: true })
  await database.drop()
})

const before = `
  insert into community (community_id, name) values ('cmt_aaaaaaaaaaaaaaaaaaaa', 'Northern Watch');
  insert into audit_entry (community_id, at, actor_kind, actor_id, action, user_id) values
    ('cmt_aaaaaaaaaaaaaaaaaaaa', '2026-01-01Z', 'operator', 'ann', 'blacklist.add', 1),
    ('cmt_aaaaaaaaaaaaaaaaaaaa', '2026-01-02Z', 'operator', 'bob', 'blacklist.lift', 1),
    ('cmt_aaaaaaaaaaaaaaaaaaaa', '2026-01-03Z', 'operator', 'cid', 'blacklist.add', 1);
  insert into blacklist_entry (community_id, user_id, reason, created_at, expires_at, lifted_at) values
    ('cmt_aaaaaaaaaaaaaaaaaaaa', 1, 'left', '2026-01-01Z', null, '2026-01-02Z'),
    ('cmt_aaaaaaaaaaaaaaaaaaaa', 1, null, '2026-01-03Z', null, null),
    ('cmt_aaaaaaaaaaaaaaaaaaaa', 2, null, '2026-01-04Z', '2026-01-05Z', null),
    ('cmt_aaaaaaaaaaaaaaaaaaaa', 2, null, '2026-01-06Z', null, null)`

it('keeps every entry with an id derived from its former number, and takes its actors from the audit log', async () => {
  await migrate(database.url, { sqlDir: earlier })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(before)
    await migrate(database.url, { sqlDir })
    const { rows } = await client.query<Record<string, unknown>>(
      `select blacklist_entry_id as id, reason, created_by_id as by, lifted_by_id as lifter, expiry_noted as over
       from blacklist_entry order by created_at`,
    )
    expect(rows).toEqual([
      { id: 'ble_gggggggggggggggggggh', reason: 'left', by: 'ann', lifter: 'bob', over: false },
      { id: 'ble_ggggggggggggggggggg2', reason: null, by: 'cid', lifter: null, over: false },
      { id: 'ble_ggggggggggggggggggg3', reason: null, by: null, lifter: null, over: true },
      { id: 'ble_ggggggggggggggggggg4', reason: null, by: null, lifter: null, over: false },
    ])
    const live = await client.query('select user_id from live_blacklist_entry order by created_at')
    expect(live.rows).toEqual([{ user_id: '1' }, { user_id: '2' }])
  } finally {
    await client.end()
  }
})
