// Declared statements: their parameters, and the types that PostgreSQL gives them.
import { Client } from 'pg'
import { refusals, statementTypes } from '../../scripts/statements/types'
import { openDatabase } from '../../src/db/database'
import { columnsOf, integers, parseText } from '../../src/db/statements'
import { makeLogger } from '../../src/base/logger'
import { sql } from 'kysely'
import { freshDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('parseText', () => {
  it.each([
    ['select :one, :two, :one', 'select $1, $2, $1', ['one', 'two']],
    ['select :one::text, now()::date', 'select $1::text, now()::date', ['one']],
    [`select ':no', e'\\':no', "a:no", :one`, `select ':no', e'\\':no', "a:no", $1`, ['one']],
    ['select :one -- :no\n/* :no */', 'select $1 -- :no\n/* :no */', ['one']],
    ['do $$ :no $$; select :one', 'do $$ :no $$; select $1', ['one']],
    ['select a[1:2], b ? :one', 'select a[1:2], b ? $1', ['one']],
  ])('replaces the names in %j', (text, sent, parameters) => {
    expect(parseText(text)).toMatchObject({ sent, parameters })
  })

  it('reads the marks of null parameters and of columns that are not null', () => {
    const { sent, nullable, notNull } = parseText(
      'select count(*) as "queued!" where :before?::text is null or :id = 1',
    )
    expect(sent).toBe('select count(*) as "queued" where $1::text is null or $2 = 1')
    expect([...nullable]).toEqual(['before'])
    expect([...notNull]).toEqual(['queued'])
  })
})

/** The generated types of a statement on one line, or the rules that it breaks. */
async function typesOf(text: string, times?: readonly string[]): Promise<string> {
  const { sent, ...signs } = parseText(text)
  const declared = { name: 'tested', described: sent, ...signs, ...(times && { times }) }
  const types = await statementTypes(client, [declared])
  const entry = /\n {2}tested: \{([\s\S]*)\n {2}\}/.exec(types.text)?.[1] ?? ''
  return types.faults.map(({ rule }) => rule).join() || entry.trim().replace(/\s+/g, ' ')
}

describe('the types of a statement', () => {
  it('are those of its parameters and of the columns of tables', async () => {
    expect(
      await typesOf('select user_id, username from member where community_id = :community and user_id = any (:ids)'),
    ).toBe(
      'parameters: { community: string; ids: readonly (number | null)[] | IntegerList } ' +
        "row: { user_id: Of<'member', 'user_id'> username: Of<'member', 'username'> }",
    )
  })

  it('allow null for marked parameters, and for expressions without a mark', async () => {
    expect(await typesOf('select :one?::text as one, count(*) as "two!", max(user_id) as three from member')).toBe(
      'parameters: { one: string | null } row: { one: string | null two: number three: number | null }',
    )
  })

  it.each([
    ['a left join', 'from member m left join rank r using (community_id)'],
    ['a right join', 'from rank r right join member m using (community_id)'],
    [
      'a join with a CTE',
      'from member m left join s r using (community_id)',
      'with s as (select unique_id, community_id from rank)',
    ],
  ])('allow null in the columns of the optional side of %s alone', async (_what, from, ctes = '') => {
    expect(await typesOf(`${ctes} select m.user_id, r.unique_id ${from}`)).toContain(
      "row: { user_id: Of<'member', 'user_id'> unique_id: Of<'rank', 'unique_id'> | null }",
    )
  })

  it('allow null in every column of grouping sets', async () => {
    expect(await typesOf('select community_id from member group by grouping sets ((community_id), ())')).toContain(
      "community_id: Of<'member', 'community_id'> | null",
    )
  })

  it('demand a declared type for computed JSON', async () => {
    expect(await typesOf('select awards, to_jsonb(e) as computed from event e')).toContain(
      "row: { awards: Of<'event', 'awards'> computed: Json | null }",
    )
  })

  it('are missing where PostgreSQL refuses the statement', async () => {
    expect(await typesOf('select renamed from member')).toBe(
      'PostgreSQL refuses tested: column "renamed" does not exist.',
    )
  })

  it('are missing where the list of times of a JSON text is incomplete', async () => {
    expect(await typesOf('select created_at, updated_at from member', ['created_at'])).toContain(
      'its times are created_at, updated_at',
    )
  })
})

it('statements without declared types are tried too', async () => {
  const sent = [
    { from: 'members one', text: 'select username from member where user_id = $1' },
    { from: 'members two', text: 'update member set renamed = $1' },
  ]
  expect(await refusals(client, sent)).toEqual([
    {
      name: 'members two',
      rule: 'PostgreSQL refuses members two: column "renamed" of relation "member" does not exist.',
    },
  ])
})

describe('values', () => {
  it('are arrays by parameter', () => {
    const rows = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]
    expect(columnsOf(rows, { ids: 'id', names: 'name' })).toEqual({ ids: [1, 2], names: ['a', 'b'] })
    expect(integers([1, 2])).toBe('{1,2}')
  })

  it('of bigint arrays are numbers', async () => {
    const { db, close } = openDatabase(database.url, 1, makeLogger('silent'))
    const { rows } = await sql`select array[1, null]::bigint[] as some, '{}'::bigint[] as none`.execute(db)
    await close()
    expect(rows).toEqual([{ some: [1, null], none: [] }])
  })
})
