// listMembers?name=: members by a part of their name.
import { sql } from 'kysely'
import { NAMES_LOOKED_AT } from '../../src/members/listing/queries'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
let big: TestCommunity

const names: readonly (readonly [id: number, username: string | null, displayName: string | null])[] = [
  [11, 'AnaBuilds', 'AnaBuilds'],
  [12, 'anatoly', 'Captain'],
  [13, 'Zed', 'Analyst'],
  [14, 'Banana', 'Banana'],
  [15, 'Cora', 'The Ana'],
  [16, 'Emil', 'Émile Ünal 😀'],
  [17, 'per_cent', '100%'],
  [18, 'percent', 'percent'],
  [2024, 'Dora', 'Dora'],
  [31, '2024champion', '2024champion'],
  [32, null, null],
]

/** The big community: member n is called `walker<n>`; the last one alone is an `owl`. */
const MEMBERS = NAMES_LOOKED_AT + 500
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  big = await app.community()
  const rows = names.map(([user_id, username, display_name]) => ({
    community_id: community.communityId,
    user_id,
    username,
    display_name,
  }))
  await app.app.db.insertInto('member').values(rows).execute()
  await sql`insert into member (community_id, user_id, username, display_name)
    select ${big.communityId}, n, case n when ${MEMBERS}::int then 'the_owl' else 'walker' || n end, 'w' || n
    from generate_series(1, ${MEMBERS}::int) n`.execute(app.app.db)
})
afterAll(() => app.close())

async function find(of: TestCommunity, query: string): Promise<{ ids: number[]; pages: number }> {
  const ids: number[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const { status, body } = await of.client.get(`/v2/members?${query}${cursor ? `&cursor=${cursor}` : ''}`)
    expect([status, body.error]).toEqual([200, undefined])
    ids.push(...body.data.map(({ userId }: { userId: string }) => Number(userId)))
    cursor = body.meta.nextCursor
    pages++
  } while (cursor !== null)
  return { ids, pages }
}

it.each([
  ['the beginning of a username, of a display name, then a part', 'ana', [11, 12, 13, 14, 15]],
  ['any case', 'ANA', [11, 12, 13, 14, 15]],
  ['a part alone', 'nalys', [13]],
  ['letters beyond ASCII, in any case', 'émile ü', [16]],
  ['an emoji', '😀', [16]],
  ['percent as a letter', '%', [17]],
  ['underscore as a letter', 'per_', [17]],
  ['a user id before the names with its digits', '2024', [2024, 31]],
  ['no name', 'nobody', []],
  ['a quote', "' or true --", []],
])('finds %s', async (_, name, expected) => {
  expect((await find(community, `name=${encodeURIComponent(name)}`)).ids).toEqual(expected)
})

it.each([1, 2, 3, 4, 5])('gives each member once, with pages of %d', async (limit) => {
  expect((await find(community, `name=ana&limit=${limit}`)).ids).toEqual([11, 12, 13, 14, 15])
})

it('combines a name with filters and sorts', async () => {
  await sql`update member set experience = user_id where community_id = ${community.communityId}`.execute(app.app.db)
  expect((await find(community, 'name=ana&sort=experience&order=desc')).ids).toEqual([15, 14, 13, 12, 11])
  expect((await find(community, 'name=ana&minExperience=13')).ids).toEqual([13, 14, 15])
})

it('pages through the beginnings of names in their order', async () => {
  const { ids, pages } = await find(big, 'name=walker10&limit=100')
  const expected = Array.from({ length: MEMBERS - 1 }, (_, index) => `walker${index + 1}`)
    .filter((name) => name.startsWith('walker10'))
    .sort()
  expect(ids.map((id) => `walker${id}`)).toEqual(expected)
  expect(pages).toBeGreaterThan(1)
})

it('looks at NAMES_LOOKED_AT members for a part, and says that it goes on', async () => {
  const first = await big.client.get('/v2/members?name=owl')
  expect([first.body.data, typeof first.body.meta.nextCursor]).toEqual([[], 'string'])
  expect((await find(big, 'name=owl')).ids).toEqual([MEMBERS])
})

it('finds nobody of another community', async () => {
  expect((await find(community, 'name=walker')).ids).toEqual([])
  expect((await find(big, 'name=2024')).ids[0]).toBe(2024)
})

it('refuses a cursor of another name', async () => {
  const { body } = await community.client.get('/v2/members?name=ana&limit=1')
  const other = await community.client.get(`/v2/members?name=an&limit=1&cursor=${body.meta.nextCursor}`)
  expect([other.status, other.body.error.code]).toEqual([400, 'validation_failed'])
})

it('counts the members whom the name means, as far as it looks', async () => {
  const countOf = async (of: TestCommunity, name: string) =>
    (await of.client.get(`/v2/members?limit=1&name=${name}&total=1`)).body.meta.total
  for (const name of ['ana', '2024', '%25', 'nobody'])
    expect([name, await countOf(community, name)]).toEqual([
      name,
      { count: (await find(community, `name=${name}`)).ids.length, exact: true },
    ])
  expect(await countOf(big, 'walker')).toEqual({ count: 1_000, exact: false })
  // the only one is not among those that were looked at
  expect(await countOf(big, 'owl')).toEqual({ count: 0, exact: false })
})

it('counts the members of the community, up to 10,000', async () => {
  const few = await community.client.get('/v2/members?limit=1&total=1')
  expect(few.body.meta.total).toEqual({ count: names.length, exact: true })
  const many = await big.client.get('/v2/members?limit=1&total=true')
  expect(many.body.meta.total).toEqual({ count: 10_000, exact: false })
  const none = await community.client.get('/v2/members?limit=1')
  expect(none.body.meta).not.toHaveProperty('total')
})

it('has an index for the beginning of a name', async () => {
  const { rows } = await sql<{
    name: string
  }>`select indexname as name from pg_indexes where tablename = 'member'`.execute(app.dba)
  const found = rows.map(({ name }) => name)
  expect(found).toEqual(expect.arrayContaining(['member_by_name', 'member_by_display_name']))
  expect(found).not.toContain('member_by_username')
})
