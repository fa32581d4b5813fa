// sql/schema.sql makes the database that the migrations before it make.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { readSchema } from '../../scripts/schema/catalogue'
import { readComments } from '../../scripts/schema/comments'
import { describeDatabase, differences, ofOlderServers } from '../../scripts/schema/description'
import { renderSchema } from '../../scripts/schema/render'
import { withoutSchema } from '../../scripts/schema/write'
import { projectRoot } from '../../src/base/project-root'
import { earlierFolder } from '../../src/db/migrations/files'
import { readFunctions } from '../../src/db/migrations/functions'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase, type TestDatabase } from '../support/database'
import { migrationsBefore } from '../support/earlier-migrations'

const sqlDir = path.join(projectRoot, 'sql')
const text = readFileSync(path.join(sqlDir, 'schema.sql'), 'utf8')
const later = readdirSync(sqlDir).filter((name) => /^\d{4}_/.test(name))

interface Made extends TestDatabase {
  readonly client: Client
}
const made: Made[] = []
const folders: string[] = []

/** An empty database, migrated from each folder in turn. */
async function databaseOf(...from: readonly string[]): Promise<Made> {
  const database = await emptyDatabase()
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const one = { ...database, client }
  made.push(one)
  for (const directory of from) await migrate(database.ownerUrl, { sqlDir: directory })
  return one
}

const folder = (directory: string): string => {
  folders.push(directory)
  return directory
}

let fresh: Made
let upgraded: Made
beforeAll(async () => {
  fresh = await databaseOf(sqlDir)
  upgraded = await databaseOf(folder(withoutSchema()))
})
afterAll(async () => {
  for (const { client, drop } of made) {
    await client.end()
    await drop()
  }
  for (const directory of folders) rmSync(directory, { recursive: true })
})

const compared = async (first: Made, second: Made): Promise<string[]> =>
  differences(await describeDatabase(first.client), await describeDatabase(second.client))

it('makes the same tables, rights, functions and rows, and records the same migrations', async () => {
  const lines = await describeDatabase(fresh.client)
  for (const [kind, least] of Object.entries({
    column: 600,
    constraint: 250,
    trigger: 60,
    function: 100,
    index: 150,
    row: 200,
  }))
    expect(lines.filter((line) => line.startsWith(`${kind} `)).length).toBeGreaterThan(least)
})

it('leaves out the functions that only older servers call', async () => {
  const names = async ({ client }: Made): Promise<string[]> =>
    (
      await client.query<{ name: string }>(
        `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
      )
    ).rows.map(({ name }) => name)
  const kept = await names(fresh)
  expect((await names(upgraded)).filter((name) => !kept.includes(name))).toEqual([...ofOlderServers].sort())
})

it('a database of 3.0.0 becomes the same one', async () => {
  const release = folder(migrationsBefore('0018'))
  expect(readdirSync(release).filter((name) => name.endsWith('.sql'))).toHaveLength(17)
  expect(await compared(await databaseOf(release, sqlDir), fresh)).toEqual([])
})

it.each([
  ['a type', 'alter table member alter column username type varchar(50)'],
  ['a default', 'alter table member alter column quota_points set default 1'],
  ['a column that may be null', 'alter table member alter column created_at drop not null'],
  [
    'the order of columns',
    'alter table member drop column left_role_ids, drop column left_at, add left_role_ids bigint[], add left_at timestamptz',
  ],
  ['a constraint', 'alter table member drop constraint member_quota_points_check'],
  [
    'a constraint that is not validated',
    'alter table member drop constraint member_quota_points_check, add constraint member_quota_points_check check (quota_points between 0 and 9007199254740991) not valid',
  ],
  ['an index', 'drop index member_by_rank'],
  [
    'the order in an index',
    'drop index member_by_rank; create index member_by_rank on member (community_id, user_id, rank_unique_id)',
  ],
  ['a trigger', 'drop trigger community_resumed on community'],
  ['a trigger that is off', 'alter table community disable trigger community_resumed'],
  [
    'the body of a function',
    `create or replace function audit_end() returns bigint language sql stable as 'select 1::bigint'`,
  ],
  ['the right to run a function', 'grant execute on function seal_audit_entries to public'],
  ['a right', 'grant select on member to public'],
  ['a right on a column', 'grant select (username) on member to public'],
  ['row level security', 'alter table member enable row level security'],
  ['a comment', `comment on column member.username is 'a name'`],
  ['a storage parameter', 'alter table member set (fillfactor = 90)'],
  ['a table that is not logged', 'alter table rate_log set logged'],
  ['a row', `delete from plan where name = 'pro'`],
  ['a value', `update plan set api_access = true where name = 'free'`],
  ['a sequence', `alter table medal alter column medal_id set increment by 2`],
  ['an identity', 'alter table medal alter column medal_id set generated by default'],
  ['the bounds of a partition', 'drop table audit_partition.audit_entry_2'],
  ['a recorded migration', `delete from schema_migration where name like '0150%'`],
  [
    'what a recorded migration is compatible with',
    `update schema_migration set compatible_from = null where name like '0150%'`,
  ],
])('finds a difference in %s', async (_what, statement) => {
  await upgraded.client.query('begin')
  try {
    await upgraded.client.query(statement)
    expect(await compared(upgraded, fresh)).not.toEqual([])
  } finally {
    await upgraded.client.query('rollback')
  }
})

it('says what each table and each room is for', () => {
  const silent = text.split('\n').filter((line, nth, lines) => {
    if (line.startsWith('-- # ')) return !/^-- \S/.test(lines[nth + 1] ?? '')
    return /^create (unlogged )?table/.test(line) && !/^-- \S/.test(lines[nth - 1] ?? '')
  })
  expect(silent).toEqual([])
})

it('is what the migrations and its own comments give (npm run schema)', async () => {
  const functions = readFunctions(sqlDir).files.map(({ name }) => name.replace(/\.sql$/, ''))
  const schema = await readSchema(upgraded.client, [...functions, ...ofOlderServers])
  expect(renderSchema(schema, readComments(text))).toBe(text)
})

describe('a first start', () => {
  /** A copy of sql/, changed. */
  function changed(change: (directory: string) => void): string {
    const directory = folder(mkdtempSync(path.join(os.tmpdir(), 'schema-')))
    cpSync(sqlDir, directory, { recursive: true })
    change(directory)
    return directory
  }
  const start = async (directory: string): Promise<readonly [string[], string[]]> => {
    const { ownerUrl } = await databaseOf()
    const lines: string[] = []
    return [await migrate(ownerUrl, { sqlDir: directory, log: (line) => lines.push(line) }), lines]
  }

  it('applies one file and then the later migrations', async () => {
    const [applied, lines] = await start(sqlDir)
    expect(applied).toEqual(['schema.sql', ...later])
    const said = expect.arrayContaining([
      'making the tables of a new database',
      expect.stringMatching(/^applied \d+ SQL functions$/),
      'applied the schema (schema.sql)',
    ]) as unknown
    expect(lines).toEqual(said)
    const extended = changed((directory) => {
      writeFileSync(path.join(directory, '9001_later.sql'), 'alter table member add column later text;\n')
    })
    expect((await start(extended))[0]).toEqual(['schema.sql', ...later, '9001_later.sql'])
  })

  it('accepts other comments of the file and refuses other statements', async () => {
    const reworded = changed((directory) => {
      writeFileSync(path.join(directory, 'schema.sql'), `-- reworded\n${text}`)
    })
    expect((await start(reworded))[0]).toEqual(['schema.sql', ...later])
    const edited = changed((directory) => {
      writeFileSync(path.join(directory, 'schema.sql'), text.replace('default 1000', 'default 1001'))
    })
    await expect(start(edited)).rejects.toThrow(
      /schema\.sql are not those that checksums\.json names\. Restore both files; a change of the schema is a new migration\.$/,
    )
  })

  it('says which migration the file does not know, or which one is missing', async () => {
    const unknown = changed((directory) => {
      writeFileSync(path.join(directory, earlierFolder, '0023_unknown.sql'), 'select 1;\n')
    })
    await expect(start(unknown)).rejects.toThrow(
      /^The migration 0023_unknown\.sql precedes \d{4}_\w+\.sql, but schema\.sql does not contain it\. Give it a higher number\.$/,
    )
    const incomplete = changed((directory) => rmSync(path.join(directory, earlierFolder, '0150_reversal_storage.sql')))
    await expect(start(incomplete)).rejects.toThrow(
      /^The migration 0150_reversal_storage\.sql, which schema\.sql contains, is missing in .*\. Restore it\.$/,
    )
  })
})

it('a database with a migration of another build is refused by its name', async () => {
  const { client, ownerUrl } = await databaseOf(sqlDir)
  await client.query(`insert into schema_migration (name, sha256) values ('0149_of_another_build.sql', '')`)
  await expect(migrate(ownerUrl, { sqlDir })).rejects.toThrow(
    'The database has the migration 0149_of_another_build.sql of another version, which this version does not have. ' +
      'Run the other version, or restore a backup made before that migration.',
  )
})
