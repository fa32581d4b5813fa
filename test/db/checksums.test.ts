// Landed migrations: comments may change, statements may not.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  checksumOf,
  readChecksums,
  sha256,
  statementsOf,
  unixLines,
  withNewFiles,
} from '../../src/db/migrations/checksums'
import { listMigrations } from '../../src/db/migrations/files'
import { migrate } from '../../src/db/migrations/migrate'
import { emptyDatabase, type TestDatabase } from '../support/database'

const name = '0001_one.sql'
const first = `-- what it was called at first
create table one (
  -- the number
  id int not null default 1
);
create function answer() returns text language sql as $$
  -- stored with the function
  select 'a -- quoted' || "name" from (values ('x')) v (name)
$$;
`
const reworded = first.replace('-- what it was called at first\n', '-- A table.\n').replace('  -- the number\n', '')

describe('a database', () => {
  let database: TestDatabase
  const directories: string[] = []
  beforeEach(async () => {
    database = await emptyDatabase()
  })
  afterEach(async () => {
    await database.drop()
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
  })

  /** @param landed whether the list of checksums has the first text of the file */
  function run(text: string, landed: boolean): Promise<string[]> {
    const sqlDir = mkdtempSync(path.join(os.tmpdir(), 'checksums-'))
    directories.push(sqlDir)
    writeFileSync(path.join(sqlDir, name), text)
    const list = withNewFiles({}, { [name]: first })
    if (landed) writeFileSync(path.join(sqlDir, 'checksums.json'), JSON.stringify(list))
    return migrate(database.url, { sqlDir })
  }
  const changed = `The applied migration ${name} was changed. Restore it and put the change in a new file.`

  it('made by the first text accepts other comments', async () => {
    await run(first, false)
    expect(await run(reworded, true)).toEqual([])
  })

  it('made with other comments accepts the first text, without a list', async () => {
    expect(await run(reworded, true)).toEqual([name])
    expect(await run(first, false)).toEqual([])
  })

  it('rejects other comments of a file that is not in the list', async () => {
    await run(first, false)
    await expect(run(reworded, false)).rejects.toThrow(changed)
  })

  it.each([
    ['statement', reworded.replace('default 1', 'default 2')],
    ['comment in a function body', reworded.replace('-- stored with', '-- kept with')],
    ['quoted comment mark', reworded.replace('-- quoted', '-- other')],
  ])('rejects another %s', async (_what, text) => {
    await run(first, true)
    await expect(run(text, true)).rejects.toThrow(changed)
  })

  it('is not migrated with a damaged list', async () => {
    const sqlDir = mkdtempSync(path.join(os.tmpdir(), 'checksums-'))
    directories.push(sqlDir)
    writeFileSync(path.join(sqlDir, name), first)
    writeFileSync(path.join(sqlDir, 'checksums.json'), '{')
    await expect(migrate(database.url, { sqlDir })).rejects.toThrow(/checksums\.json is damaged .* Restore it\.$/)
  })
})

describe('statementsOf', () => {
  it.each([
    ['select 1; -- one\n\n-- two\nselect 2;\n', 'select 1; select 2;'],
    ['/* a\nb */ select /* c */ 1', 'select 1'],
    [`select '--', '/*', e'\\'--', "--", 'it''s --'`, `select '--', '/*', e'\\'--', "--", 'it''s --'`],
    ["select date'2020-01-01', $1 -- end", "select date'2020-01-01', $1"],
    ['do $$\n-- a\n$$; -- b', 'do $$\n-- a\n$$;'],
    ['do $x$ $$ -- a\n$$ $x$ -- b', 'do $x$ $$ -- a\n$$ $x$'],
  ])('of %j are %j', (text, statements) => {
    expect(statementsOf(text)).toBe(statements)
  })

  it.each(['-- no-transaction', '-- compatible-from: 0001', '-- contract: last used by 3.0'])(
    'keep %s',
    (directive) => {
      expect(statementsOf(`-- A file.\n${directive}\nselect 1`)).toBe(`${directive}\nselect 1`)
    },
  )
})

describe('sql/checksums.json', () => {
  const sqlDir = path.join(__dirname, '../../sql')
  const list = readChecksums(sqlDir)
  const places = listMigrations(sqlDir)

  it('has every migration and nothing else', () => {
    expect(Object.keys(list)).toEqual(places.map((place) => place.name))
  })

  it.each(places)('has the statements of $name, and the checksum that databases record', (place) => {
    const text = unixLines(readFileSync(place.file, 'utf8'))
    expect(sha256(statementsOf(text))).toBe(list[place.name]?.statements)
    expect(checksumOf(text, list[place.name])).toBe(list[place.name]?.recorded)
  })

  it('has the checksums of the previous release', () => {
    // these must never change, or the databases of earlier releases could not be started
    expect(sha256(JSON.stringify(Object.entries(list).filter(([file]) => file <= '0032_submission_rounds.sql')))).toBe(
      'a687f3aaddf79ed5bcd190cc62c16be52f9cfe568b806b71fc610cce0d005ecf',
    )
  })
})
