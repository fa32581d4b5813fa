// Tables, keys, indexes and statements name their community, or are listed in scripts/statements/exceptions.ts.
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { readCatalogue, type Catalogue } from '../../scripts/completeness/catalogue'
import { missingDistribution } from '../../scripts/completeness/schema'
import { missingCommunities } from '../../scripts/completeness/statements'
import { freshDatabase, type TestDatabase } from '../support/database'
import { otherFiles } from '../../scripts/statements/exceptions'
import { readStatement } from '../../scripts/statements/reading'
import { everyStatement, placesIn } from '../../scripts/statements/statements'
import { queryFunctions } from '../../scripts/statements/functions'

const source = path.join(__dirname, '..', '..', 'src')

let database: TestDatabase
let client: Client
let catalogue: Catalogue

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  catalogue = await readCatalogue((text) => client.query(text))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('the schema', () => {
  it('keeps every table, key and index in one community, with listed exceptions', () => {
    expect(catalogue.foreignKeys.length).toBeGreaterThan(20)
    expect(missingDistribution(catalogue)).toEqual([])
  })

  it.each([
    ['a table without a community', 'create table stray (n int)', 'The table stray has no community_id.'],
    [
      'a community that may be null',
      'create table stray (community_id text, n int primary key)',
      'community_id of stray may be null.',
    ],
    ['a table without a primary key', 'create table stray (community_id text not null)', 'stray has no primary key.'],
    [
      'a key that begins elsewhere',
      'create table stray (community_id text not null, n int, primary key (n, community_id))',
      'The unique index stray_pkey does not begin with community_id.',
    ],
    [
      'an index that begins elsewhere',
      `create table stray (community_id text primary key, n int); create index stray_n on stray (n)`,
      'The index stray_n does not begin with community_id.',
    ],
    [
      'a foreign key to another community',
      `create table stray_parent (community_id text not null, n int primary key);
       create table stray (community_id text primary key, n int references stray_parent)`,
      'The foreign key stray_n_fkey to stray_parent leaves the community.',
    ],
  ])('reports %s', async (_, statements, rule) => {
    await client.query('begin')
    await client.query(statements)
    const faults = missingDistribution(await readCatalogue((text) => client.query(text))).map((fault) => fault.rule)
    await client.query('rollback')
    expect(faults).toContain(rule)
  })
})

describe('the statements', () => {
  it('are all recorded', async () => {
    const { statements } = await everyStatement()
    // functions that are not exported are called, and so recorded, by exported ones
    const files = new Map(queryFunctions().map(({ name, file }) => [name.split(' ')[0], file]))
    const unrecorded = [...files].filter(([room, file]) => {
      const sent = new Set(statements.filter(({ from }) => from.startsWith(`${room} `)).map(({ text }) => text))
      return sent.size < placesIn(fs.readFileSync(file, 'utf8'))
    })
    expect(unrecorded).toEqual([])
    expect(statements.length).toBeGreaterThan(250)
  })

  it('are in the queries.ts files, with listed exceptions', () => {
    const speaks =
      /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.query(<[^(]*>)?\(|CompiledQuery/
    const files = fs
      .readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('queries.ts') && !file.startsWith('simulator/'))
      .filter((file) => speaks.test(fs.readFileSync(path.join(source, file), 'utf8')))
    expect(files.sort()).toEqual(Object.keys(otherFiles).sort())
  })

  it('name the community of their rows, with listed exceptions', async () => {
    expect(catalogue.functions.length).toBeGreaterThan(20)
    expect(await missingCommunities(catalogue, await everyStatement())).toEqual([])
  })

  it('are reported with the function that sends them', async () => {
    const { statements } = await everyStatement()
    const open = { from: 'audit insertAuditEntry', text: 'select from member where user_id = $1' }
    const found = {
      statements: [...statements, open],
      missed: [{ name: 'audit insertAuditEntry', sent: 1, places: 2 }],
    }
    expect(await missingCommunities(catalogue, found)).toEqual([
      expect.objectContaining({
        file: 'src/audit/queries.ts',
        rule: 'insertAuditEntry sends 1 of its 2 statements when it is called with placeholders.',
      }),
      expect.objectContaining({ rule: 'audit insertAuditEntry reads or writes member of any community.' }),
    ])
  })
})

describe('the parser', () => {
  const read = async (text: string): Promise<readonly string[]> =>
    (await readStatement(text, catalogue.ofCommunity)).open

  it.each([
    ['a table without a condition', 'select * from member', ['member']],
    ['a condition on the account alone', 'select * from member where user_id = $1', ['member']],
    ['the community in one arm of an or', 'select * from member where community_id = $1 or user_id = $2', ['member']],
    ['a range of communities', 'select * from member where community_id > $1', ['member']],
    ['many communities', 'select * from member where community_id = any($1)', ['member']],
    [
      'a join by something else',
      'select * from member m join rank r on r.unique_id = m.rank_unique_id where m.community_id = $1',
      ['rank'],
    ],
    ['a subselect', 'select exists (select from warning where user_id = $1)', ['warning']],
    ['a CTE', 'with w as (select * from warning) select * from w', ['warning']],
    ['a view', 'select * from live_warning where user_id = $1', ['live_warning']],
    ['one half of a union', 'select 1 from member where community_id = $1 union all select 1 from member', ['member']],
    ['an update', 'update member set username = null where user_id = $1', ['member']],
    ['a deletion', 'delete from member m using rank r where r.community_id = $1', ['member']],
    ['an insertion', 'insert into member (user_id) values ($1)', ['member']],
    [
      'what an insertion reads',
      'insert into member (community_id, user_id) select $1, user_id from warning',
      ['warning'],
    ],
    [
      'a join of the two with neither known',
      'select from member m join rank r using (community_id)',
      ['member', 'rank'],
    ],
  ])('finds %s', async (_name, text, tablesOpen) => {
    expect(await read(text)).toEqual(tablesOpen)
  })

  it.each([
    ['a condition', 'select * from member where community_id = $1'],
    ['a join', 'select * from member m join rank r using (community_id) where m.community_id = $1'],
    [
      'a left join',
      'select * from member m left join rank r on r.community_id = m.community_id where m.community_id = $1',
    ],
    [
      'an outer row',
      'select (select 1 from warning w where w.community_id = m.community_id) from member m where m.community_id = $1',
    ],
    [
      'a CTE that knows',
      'with w as (select * from warning where community_id = $1) select from w join member using (community_id)',
    ],
    ['an insertion', 'insert into member (community_id, user_id) values ($1, $2)'],
  ])('accepts %s', async (_name, text) => {
    expect(await read(text)).toEqual([])
  })
})
