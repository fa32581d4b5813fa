// listMembers: filters, sorts and their cursors.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { LOOKED_AT } from '../../src/members/listing/queries'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity

const MEMBERS = 2_500
/** Members 1 to MEMBERS; every 1,200th has the medal, every third the rank. */
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  const ctx = await community.ctx()
  await createAward(ctx, 'medal', 'Valor')
  await createAward(ctx, 'qualification', 'Pilot')
  await sql`insert into member (community_id, user_id, username, experience, rank_unique_id, updated_at)
    select ${community.communityId}, n, 'Player_' || n, n % 100, case when n % 3 = 0 then 9010 end,
      '2026-03-01T00:00:00Z'::timestamptz + n % 50 * interval '1 minute'
    from generate_series(1, ${MEMBERS}::int) n`.execute(app.app.db)
  await sql`insert into member_medal (community_id, user_id, medal_id, count)
    select community_id, n, medal_id, 1 from medal, unnest(array[1200, 2400]) n where community_id = ${community.communityId}`.execute(
    app.app.db,
  )
  await sql`insert into member_qualification (community_id, user_id, qualification_id)
    select community_id, n, qualification_id from qualification, unnest(array[7, 9, 11]) n
    where community_id = ${community.communityId}`.execute(app.app.db)
})
afterAll(() => app.close())

interface Listed {
  readonly userId: string
  readonly experience: number
  readonly updatedAt: string
}

async function listAll(query: string): Promise<{ members: Listed[]; pages: number }> {
  const members: Listed[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const { status, body } = await community.client.get(`/v2/members?${query}${cursor ? `&cursor=${cursor}` : ''}`)
    expect([status, body.error]).toEqual([200, undefined])
    members.push(...(body.data as Listed[]))
    cursor = body.meta.nextCursor
    pages++
  } while (cursor !== null)
  return { members, pages }
}

const idsOf = (members: readonly Listed[]): number[] => members.map(({ userId }) => Number(userId))
const all = Array.from({ length: MEMBERS }, (_, index) => index + 1)
const experienceOf = (userId: number): number => userId % 100

describe('a filter', () => {
  it.each([
    ['rankUniqueId=9010', all.filter((n) => n % 3 === 0)],
    ['medal=Valor', [1200, 2400]],
    ['qualification=Pilot', [7, 9, 11]],
    ['medal=Valor&rankUniqueId=9010', [1200, 2400]],
    ['medal=Valor&qualification=Pilot', []],
    ['medal=Unknown', []],
    ['qualification=Pilot&rankUniqueId=9010', [9]],
    ['minExperience=98', all.filter((n) => experienceOf(n) >= 98)],
    ['minExperience=10&maxExperience=11', all.filter((n) => [10, 11].includes(experienceOf(n)))],
    ['maxExperience=-1', []],
    ['changedSince=2026-03-01T00:49:00Z', all.filter((n) => n % 50 === 49)],
    ['changedSince=2026-03-01T01:49:00%2B01:00&rankUniqueId=9010', all.filter((n) => n % 50 === 49 && n % 3 === 0)],
  ])('%s returns exactly the matching members by user id, and counts them', async (query, expected) => {
    expect(idsOf((await listAll(`${query}&limit=100`)).members)).toEqual(expected)
    const { body } = await community.client.get(`/v2/members?${query}&limit=1&total=1`)
    expect(body.meta.total).toEqual({ count: expected.length, exact: true })
  })
})

describe('a sort', () => {
  const medalHolders = [1200, 2400]

  it.each(['asc', 'desc'])('by experience %s returns every member once, in order', async (order) => {
    const { members } = await listAll(`sort=experience&order=${order}&limit=99`)
    const sign = order === 'asc' ? 1 : -1
    const expected = [...all].sort((a, b) => sign * (experienceOf(a) - experienceOf(b) || a - b))
    expect(idsOf(members)).toEqual(expected)
  })

  it.each(['asc', 'desc'])('by change %s returns every member once, in order', async (order) => {
    const { members } = await listAll(`sort=updatedAt&order=${order}&limit=100`)
    const times = members.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(order === 'asc' ? [...times].sort() : [...times].sort().reverse())
    expect([...idsOf(members)].sort((a, b) => a - b)).toEqual(all)
  })

  it('combines with filters', async () => {
    const range = await listAll(
      'sort=experience&order=desc&minExperience=10&maxExperience=11&rankUniqueId=9010&limit=7',
    )
    const expected = all.filter((n) => n % 3 === 0 && [10, 11].includes(experienceOf(n)))
    expect(new Set(idsOf(range.members))).toEqual(new Set(expected))
    expect(range.members.length).toBe(expected.length)
    const holders = await listAll('sort=updatedAt&medal=Valor&limit=100')
    expect(idsOf(holders.members).sort((a, b) => a - b)).toEqual(medalHolders)
  })

  it('shows a change at its new place', async () => {
    const place = await app.community()
    await sql`insert into member (community_id, user_id, username, synced_at, updated_at)
      select ${place.communityId}, n, 'P' || n, now(), '2026-03-01T00:00:00Z' from generate_series(1, 3) n`.execute(
      app.app.db,
    )
    await place.client.post('/v2/members/2/experience', { op: 'increment', amount: 5 })
    const first = await place.client.get('/v2/members?sort=experience&order=desc&limit=1')
    const changed = await place.client.get('/v2/members?sort=updatedAt&changedSince=2026-03-02T00:00:00Z')
    expect([idsOf(first.body.data), idsOf(changed.body.data)]).toEqual([[2], [2]])
  })
})

it('a page looks at a bounded number of members and continues from there', async () => {
  const { members, pages } = await listAll('sort=experience&medal=Valor&limit=100')
  expect([idsOf(members).sort(), pages]).toEqual([[1200, 2400], Math.ceil(MEMBERS / LOOKED_AT)])
  const { body } = await community.client.get('/v2/members?minExperience=1000')
  expect([body.data, typeof body.meta.nextCursor]).toEqual([[], 'string'])
})

describe('a cursor', () => {
  const cursorOf = async (query: string): Promise<string> =>
    (await community.client.get(`/v2/members?${query}&limit=5`)).body.meta.nextCursor as string

  it.each([
    ['of the plain list', '', 'sort=experience'],
    ['of the plain list', '', 'rankUniqueId=9010'],
    ['of a sort', 'sort=experience', ''],
    ['of the other order', 'sort=experience', 'sort=experience&order=desc'],
    ['of another filter', 'minExperience=5', 'minExperience=6'],
    ['of another sort', 'sort=updatedAt', 'sort=experience'],
  ])('%s is rejected with 400', async (_, from, to) => {
    const { status, body } = await community.client.get(`/v2/members?${to}&cursor=${await cursorOf(from)}`)
    expect([status, body.error.details?.issues]).toEqual([
      400,
      [
        expect.objectContaining({
          instancePath: '/query/cursor',
          message: expect.stringContaining('same list, sort and filters'),
        }),
      ],
    ])
  })

  it('of another community is rejected with 400', async () => {
    const other = await app.community()
    const cursor = await cursorOf('sort=experience')
    expect((await other.client.get(`/v2/members?sort=experience&cursor=${cursor}`)).status).toBe(400)
  })
})

it.each(['order=desc', 'sort=name', 'minExperience=1.5', 'changedSince=yesterday', 'rankUniqueId=0'])(
  'rejects %s with 400',
  async (query) => {
    const { status, body } = await community.client.get(`/v2/members?${query}`)
    const [name] = query.split('=')
    expect([status, body.error.details.issues[0].instancePath]).toEqual([400, `/query/${name}`])
  },
)

it('counts the same whatever the sort', async () => {
  const countOf = async (query: string) => (await community.client.get(`/v2/members?total=1&${query}`)).body.meta.total
  expect(await countOf('sort=experience')).toEqual({ count: MEMBERS, exact: true })
  for (const sort of ['sort=experience&order=desc', 'sort=updatedAt', 'limit=1'])
    expect(await countOf(`minExperience=98&${sort}`)).toEqual({ count: 50, exact: true })
})
