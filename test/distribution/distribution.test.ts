// Whether the database can be distributed by community: the catalogue says it of every table, key and index, and every
// statement is read for whose rows it means. What is not of one community is named in exceptions.ts.
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { freshDatabase, type TestDatabase } from '../support/database'
import { acrossCommunities, otherFiles, otherIndexes, wholeServer } from '../../scripts/statements/exceptions'
import { readStatement, statementsOfFunction } from '../../scripts/statements/reading'
import { everyStatement, placesIn } from '../../scripts/statements/statements'
import { queryFunctions } from '../../scripts/statements/functions'

const source = path.join(__dirname, '..', '..', 'src')

let database: TestDatabase
let client: Client
/** Tables and views with a community_id. */
let ofCommunity: ReadonlySet<string>

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  const found = await rows<{ name: string }>(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'community_id'
    where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace`)
  ofCommunity = new Set(found.map(({ name }) => name))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function rows<Row extends object>(text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

const tables = () =>
  rows<{ name: string }>(`select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`)

describe('the catalogue', () => {
  it('every table is of a community, or named with its reason', async () => {
    const others = (await tables()).map(({ name }) => name).filter((name) => !ofCommunity.has(name))
    expect(others).toEqual(Object.keys(wholeServer).sort())
  })

  it('community_id is never null', async () => {
    const nullable = await rows(`select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where a.attname = 'community_id' and not a.attnotnull and c.relkind in ('r', 'p')
        and c.relnamespace = 'public'::regnamespace`)
    expect(nullable).toEqual([])
  })

  it('every primary key and every unique index begins with the community, other indexes too or named', async () => {
    const indexes = await rows<{
      name: string
      relation: string
      is_unique: boolean
      is_primary: boolean
      first: string
    }>(`
      select i.relname as name, t.relname as relation, x.indisunique as is_unique, x.indisprimary as is_primary,
        pg_get_indexdef(x.indexrelid, 1, true) as first
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      where t.relnamespace = 'public'::regnamespace`)
    const own = indexes.filter(({ relation }) => ofCommunity.has(relation))
    const keyed = new Set(own.filter((index) => index.is_primary).map(({ relation }) => relation))
    expect([...ofCommunity].filter((name) => !keyed.has(name) && !name.startsWith('live_'))).toEqual([])
    const elsewhere = own.filter(({ first }) => first !== 'community_id')
    expect(elsewhere.filter((index) => index.is_unique).map(({ name }) => name)).toEqual([])
    expect(elsewhere.map(({ name }) => name).sort()).toEqual(Object.keys(otherIndexes).sort())
  })

  it('every foreign key stays within the community, or leads to what every shard has', async () => {
    const keys = await rows<{ name: string; from: string; to: string; columns: string[]; referred: string[] }>(`
      select k.conname as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
        array(select a.attname::text from unnest(k.conkey) with ordinality u (n, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by place) as columns,
        array(select a.attname::text from unnest(k.confkey) with ordinality u (n, place)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by place) as referred
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
    expect(keys.length).toBeGreaterThan(20)
    const leaving = keys.filter(({ from, to, columns, referred }) => {
      if (wholeServer[to]?.as === 'reference') return false
      return !ofCommunity.has(from) || columns[0] !== 'community_id' || referred[0] !== 'community_id'
    })
    expect(leaving.map(({ name }) => name)).toEqual([])
  })
})

describe('the statements', () => {
  it('every place that speaks to the database is heard', async () => {
    const { statements, missed } = await everyStatement()
    expect(missed).toEqual([])
    // functions that are not exported speak through those that are
    const files = new Map(queryFunctions().map(({ name, file }) => [name.split(' ')[0], file]))
    const unheard = [...files].filter(([room, file]) => {
      const heard = new Set(statements.filter(({ from }) => from.startsWith(`${room} `)).map(({ text }) => text))
      return heard.size < placesIn(fs.readFileSync(file, 'utf8'))
    })
    expect(unheard).toEqual([])
    expect(statements.length).toBeGreaterThan(250)
  })

  it('SQL stands in the queries.ts files, elsewhere by name', () => {
    const speaks =
      /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.query(<[^(]*>)?\(|CompiledQuery/
    const files = fs
      .readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('queries.ts') && !file.startsWith('simulator/'))
      .filter((file) => speaks.test(fs.readFileSync(path.join(source, file), 'utf8')))
    expect(files.sort()).toEqual(Object.keys(otherFiles).sort())
  })

  it('each says whose rows it means, or is named with its reason', async () => {
    const { statements } = await everyStatement()
    const open = new Map<string, string[]>()
    for (const { from, text } of [...statements, ...(await inTheDatabase())]) {
      const reading = await readStatement(text, ofCommunity)
      if (reading.open.length > 0) open.set(from, [...(open.get(from) ?? []), ...reading.open])
    }
    const unnamed = [...open].filter(([from]) => !(from in acrossCommunities))
    expect(unnamed).toEqual([])
    expect(Object.keys(acrossCommunities).filter((from) => !open.has(from))).toEqual([])
  })

  /** What functions, triggers and views of the database ask. */
  async function inTheDatabase(): Promise<{ from: string; text: string }[]> {
    const functions = await rows<{ name: string; language: string; definition: string; body: string }>(`
      select p.proname as name, l.lanname as language, pg_get_functiondef(p.oid) as definition, p.prosrc as body
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`)
    expect(functions.length).toBeGreaterThan(20)
    const texts = functions.map(async ({ name, language, definition, body }) =>
      (language === 'plpgsql' ? await statementsOfFunction(definition) : [body]).map((text) => ({
        from: `${name}()`,
        text,
      })),
    )
    return (await Promise.all(texts)).flat()
  }
})

describe('the reading', () => {
  const read = async (text: string): Promise<readonly string[]> => (await readStatement(text, ofCommunity)).open

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
  ])('sees %s', async (_name, text, tablesOpen) => {
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
  ])('passes %s', async (_name, text) => {
    expect(await read(text)).toEqual([])
  })
})

it('the statements that distribute it are those checked in', async () => {
  const file = path.join(__dirname, 'distribute.sql')
  const text = await distribution()
  if (process.env['UPDATE_PLANS'] === '1') fs.writeFileSync(file, text)
  expect(text).toBe(fs.readFileSync(file, 'utf8'))
})

/** What a database with Citus is told, in an order in which no foreign key leads to what is not there yet. */
async function distribution(): Promise<string> {
  const names = (await tables()).map(({ name }) => name).filter((name) => ofCommunity.has(name))
  const keys = await rows<{ from: string; to: string }>(`select distinct conrelid::regclass::text as from,
    confrelid::regclass::text as to from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const ordered: string[] = []
  const add = (name: string): void => {
    if (ordered.includes(name) || !names.includes(name)) return
    for (const { from, to } of keys) if (from === name && to !== name) add(to)
    ordered.push(name)
  }
  for (const name of ['community', ...names]) add(name)
  const shared = Object.entries(wholeServer).filter(([, { as }]) => as === 'reference')
  return [
    '-- Derived from the catalogue by distribution.test.ts; for a database with Citus, after the migrations.',
    ...shared.map(([name, { because }]) => `select create_reference_table('${name}'); -- ${because}`),
    `select create_distributed_table('community', 'community_id');`,
    ...ordered
      .filter((name) => name !== 'community')
      .map((name) => `select create_distributed_table('${name}', 'community_id', colocate_with => 'community');`),
    '',
  ].join('\n')
}
