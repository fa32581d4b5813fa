// Which server starts on a newer release's database.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../src/base/project-root'
import { readMigrations } from '../../src/db/migrations/files'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
const directories: string[] = []
const logged: string[] = []

beforeEach(async () => {
  database = await emptyDatabase()
  logged.length = 0
})
afterEach(async () => {
  await database.drop()
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

const files = {
  '0001_one.sql': 'create table one (id int);\n',
  '0002_expand.sql': '-- One column more.\n-- compatible-from: 0001\nalter table one add column more text;\n',
  '0003_expand.sql': '-- compatible-from: 0001\ncreate table three (id int);\n',
  '0004_contract.sql': '-- compatible-from: 0003\n-- contract: last used by 3.0\nalter table one drop column id;\n',
  '0005_stop.sql': 'drop table three;\n',
}

/** Migrates with the files up to this number, and with `more`. */
function release(last: number, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const sqlDir = mkdtempSync(path.join(os.tmpdir(), 'rolling-'))
  directories.push(sqlDir)
  const known = Object.entries(files).slice(0, last)
  for (const [name, text] of [...known, ...Object.entries(more)]) writeFileSync(path.join(sqlDir, name), text)
  return migrate(database.url, { sqlDir, log: (message) => void logged.push(message) })
}

const refusal = (name: string, [of, other] = ['a newer', 'newer']): unknown =>
  expect.objectContaining({
    name: 'StartError',
    message: `The database has the migration ${name} of ${of} version, which this version does not have. Run the ${other} version, or restore a backup made before that migration.`,
  })

test('an older server starts on a compatible newer schema, and logs it', async () => {
  await release(1)
  await release(3)
  logged.length = 0
  expect(await release(1)).toEqual([])
  expect(logged).toEqual([
    'the database has a migration of a newer version (0003_expand.sql), with which this version is compatible',
  ])
  logged.length = 0
  expect(await release(2)).toEqual([])
  expect(await release(3)).toEqual([])
  expect(logged).toHaveLength(1)
})

test('a contract migration rejects only servers that used the removed part', async () => {
  await release(4)
  expect(await release(3)).toEqual([])
  for (const older of [1, 2]) await expect(release(older)).rejects.toEqual(refusal('0004_contract.sql'))
})

test('a file without compatible-from rejects every older server', async () => {
  await release(5)
  for (const older of [1, 2, 3, 4]) await expect(release(older)).rejects.toMatchObject({ name: 'StartError' })
  await expect(release(4)).rejects.toEqual(refusal('0005_stop.sql'))
})

test('a file missing in the middle is not taken for an older version', async () => {
  await release(3)
  await expect(release(1, { '0003_expand.sql': files['0003_expand.sql'] })).rejects.toEqual(
    refusal('0002_expand.sql', ['another', 'other']),
  )
})

test('a database migrated before compatible-from existed rejects older servers', async () => {
  await release(5)
  const { Client } = await import('pg')
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('alter table schema_migration drop column compatible_from')
  await client.end()
  await expect(release(3)).rejects.toEqual(refusal('0004_contract.sql'))
  expect(await release(5)).toEqual([])
})

test.each(['0003', '0009', 'one', ''])('rejects compatible-from %j, which names no earlier file', async (number) => {
  const name = '0003_marked.sql'
  await expect(release(2, { [name]: `-- compatible-from: ${number}\nselect 1;\n` })).rejects.toMatchObject({
    message: `The migration ${name} has "compatible-from: ${number}". Set the number of an earlier migration.`,
  })
})

test('the page of upgrades says from which migration on an older server starts, and what prevents 3.0.0', () => {
  const files = readMigrations(path.join(projectRoot, 'sql')).map(({ name, compatibleFrom }) => ({
    number: name.slice(0, 4),
    from: compatibleFrom ?? '9999',
  }))
  const newestOfPrevious = '0017'
  const starts = ({ number }: { number: string }): boolean =>
    files.every((newer) => newer.number <= number || newer.from <= number)
  const undeclared = files.filter(({ number, from }) => number > newestOfPrevious && from === '9999')
  const page = readFileSync(path.join(projectRoot, 'docs/operations/upgrade.md'), 'utf8').replaceAll('\n', ' ')
  expect(page).toContain(
    `the migrations ${undeclared.map(({ number }) => number).join(' and ')} declare no compatible version`,
  )
  expect(page).toContain(`starts again if it has the migration ${files.find(starts)?.number}`)
})
