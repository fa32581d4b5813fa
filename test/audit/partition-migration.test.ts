// The migration from an audit log in one table to one in partitions.
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
  earlier = migrationsBefore('0074')
})
afterAll(async () => {
  fs.rmSync(earlier, { recursive: true })
  await database.drop()
})

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const insert = `insert into audit_entry (community_id, actor_kind, actor_id, action)
  values ('cmt_aaaaaaaaaaaaaaaaaaaa', 'job', 'old', 'test.written') returning audit_id`

it('keeps the rows where they are, the ids and the rights of the server’s role, and lets an older server write on', async () => {
  await migrate(database.ownerUrl, { sqlDir: earlier, serverUrl: database.serverUrl })
  const owner = await connect(database.ownerUrl)
  const server = await connect(database.serverUrl)
  try {
    await owner.query(
      `insert into community (community_id, name) values ('cmt_aaaaaaaaaaaaaaaaaaaa', 'Northern Watch')`,
    )
    await server.query(`prepare write as ${insert}`)
    for (let count = 0; count < 7; count++) await server.query('execute write')
    const fileOf = async (table: string) =>
      (await owner.query<{ file: string }>(`select pg_relation_filenode($1::regclass)::text as file`, [table])).rows
    const before = [await fileOf('audit_entry'), await fileOf('audit_entry_pkey'), await fileOf('audit_entry_user')]

    let isOver = false
    const failures: unknown[] = []
    let written = 7
    const writing = (async () => {
      while (!isOver) {
        const done = await server.query<{ audit_id: string }>('execute write').catch((error: unknown) => {
          failures.push(error)
          return null
        })
        if (done) written++
      }
    })()
    // during an update older servers run, without the rights that the new version grants at its end
    await migrate(database.ownerUrl, { sqlDir })
    await server.query('execute write')
    isOver = true
    await writing
    expect(failures).toEqual([])

    const userIndex = 'audit_entry_0_user_id_community_id_position_audit_id_idx'
    const after = ['audit_entry_0', 'audit_entry_0_pkey', userIndex].map((name) => `audit_partition.${name}`)
    expect(await Promise.all(after.map(fileOf))).toEqual(before)
    const { rows } = await owner.query<{ entries: number; ids: number; last: number }>(
      `select count(*)::int as entries, count(distinct audit_id)::int as ids, max(audit_id)::int as last from audit_entry`,
    )
    expect(rows).toEqual([{ entries: written + 1, ids: written + 1, last: written + 1 }])
    const { rows: indexes } = await owner.query(
      `select from pg_index where not indisvalid and indrelid in ('audit_entry'::regclass, 'audit_partition.audit_entry_0'::regclass)`,
    )
    expect(indexes).toEqual([])
    await expect(owner.query('update audit_entry set reason = $1', ['another'])).rejects.toThrow(/cannot be changed/)
    await expect(owner.query('delete from audit_partition.audit_entry_0')).rejects.toThrow(/younger than 31 days/)
    await expect(server.query('select from audit_partition.audit_entry_0')).rejects.toThrow(/permission denied/)
  } finally {
    await owner.end()
    await server.end()
  }
})
