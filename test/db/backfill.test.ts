// Migrations that change existing rows.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase } from '../support/database'
import { migrationsBefore } from '../support/earlier-migrations'

const sqlDir = path.join(__dirname, '../../sql')

/**
 * Migrates a new database up to this number (excluded), then runs `work`, which applies the other migrations with
 * `finish`.
 */
async function from(number: string, work: (client: Client, finish: () => Promise<string[]>) => Promise<void>) {
  const database = await emptyDatabase()
  const before = migrationsBefore(number)
  const client = new Client({ connectionString: database.url })
  try {
    await migrate(database.url, { sqlDir: before })
    await client.connect()
    await work(client, () => migrate(database.url, { sqlDir }))
  } finally {
    await client.end()
    await database.drop()
    rmSync(before, { recursive: true })
  }
}

it('counts the qualifications that members held before migration 0020', () =>
  from('0020', async (client, finish) => {
    const community = 'cmt_aaaaaaaaaaaaaaaaaaaa'
    await client.query(`
      insert into community (community_id, name) values ('${community}', 'Before');
      insert into member (community_id, user_id) select '${community}', generate_series(1, 3);
      insert into qualification (community_id, name) values ('${community}', 'Pilot'), ('${community}', 'Medic');
      insert into member_qualification (community_id, user_id, qualification_id)
        select '${community}', 1, qualification_id from qualification
        union all select '${community}', 2, qualification_id from qualification where name = 'Medic'`)
    expect(await finish()).toContain('0020_qualifications_held.sql')
    const { rows } = await client.query<{ counted: number }>(
      'select qualifications_held as counted from member order by user_id',
    )
    expect(rows.map(({ counted }) => counted)).toEqual([2, 1, 0])
  }))

it('resumes the groups that an earlier build paused itself, and keeps the numbers that were chosen', () =>
  from('0115', async (client, finish) => {
    // a function of an earlier build, whose table no longer exists
    await client.query(`create or replace function resume_platform_writes() returns trigger language plpgsql as $$
      begin update change_window set taken = '{}'; return null; end $$`)
    for (const [name, reason, most] of [
      ['a', null, 200],
      ['b', 'own_changes', 500],
      ['c', 'group_changes', null],
      ['d', 'requested', 200],
    ])
      await client.query(
        `insert into community (community_id, name, platform_pause_reason, platform_paused_at, rank_changes_per_minute_limit)
          values ('cmt_' || repeat($1, 20), $1, $2, case when $2::text is not null then now() end, $3)`,
        [name, reason, most],
      )
    expect(await finish()).toContain('0115_group_alarm.sql')
    const { rows } = await client.query<object>(
      'select name, platform_paused_at is not null as paused, alarm_changes_per_minute as most from community order by name',
    )
    expect(rows).toEqual([
      { name: 'a', paused: false, most: 50 },
      { name: 'b', paused: false, most: 500 },
      { name: 'c', paused: false, most: null },
      { name: 'd', paused: true, most: 50 },
    ])
  }))
