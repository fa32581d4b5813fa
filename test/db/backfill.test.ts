// Migration 0020 counts existing rows.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase } from '../support/database'

const sqlDir = path.join(__dirname, '../../sql')

it('counts the qualifications that members held before migration 0020', async () => {
  const database = await emptyDatabase()
  const before = mkdtempSync(path.join(os.tmpdir(), 'backfill-'))
  const client = new Client({ connectionString: database.url })
  try {
    for (const name of readdirSync(sqlDir))
      if (name < '0020' || name === 'checksums.json') copyFileSync(path.join(sqlDir, name), path.join(before, name))
    await migrate(database.url, { sqlDir: before })
    await client.connect()
    const community = 'cmt_aaaaaaaaaaaaaaaaaaaa'
    await client.query(`
      insert into community (community_id, name) values ('${community}', 'Before');
      insert into member (community_id, user_id) select '${community}', generate_series(1, 3);
      insert into qualification (community_id, name) values ('${community}', 'Pilot'), ('${community}', 'Medic');
      insert into member_qualification (community_id, user_id, qualification_id)
        select '${community}', 1, qualification_id from qualification
        union all select '${community}', 2, qualification_id from qualification where name = 'Medic'`)
    expect(await migrate(database.url, { sqlDir })).toContain('0020_qualifications_held.sql')
    const { rows } = await client.query<{ counted: number }>(
      'select qualifications_held as counted from member order by user_id',
    )
    expect(rows.map(({ counted }) => counted)).toEqual([2, 1, 0])
  } finally {
    await client.end()
    await database.drop()
    rmSync(before, { recursive: true })
  }
})
