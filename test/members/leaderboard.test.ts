// The leaderboard: the top, the place of a member, and the count of large communities.
import { sql } from 'kysely'
import { untilComplete } from '../support/audit'
import { startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

/** A community whose member n has the experience that the SQL expression gives. */
async function communityWith(members: number, of: string): Promise<TestCommunity> {
  const community = await app.community({ connected: false })
  await sql`insert into member (community_id, user_id, username, experience)
    select ${community.communityId}, n, 'Player_' || n, ${sql.raw(of)} from generate_series(1, ${members}::int) n`.execute(
    app.app.db,
  )
  return community
}

const placeOf = async ({ client }: TestCommunity, userId: number, around = 0) =>
  (await client.get(`/v2/leaderboard/${userId}?around=${around}`)).body
const countAll = async () => {
  await untilComplete(app.app.db)
  await tasksOf(app)['count-leaderboards']()
}
const award = ({ client }: TestCommunity, userId: number, amount: number) =>
  client.post(`/v2/members/${userId}/experience`, { op: 'set', amount })

describe('a small community', () => {
  let community: TestCommunity
  // experience 10, 10, 20, 20, … 50, 50
  beforeAll(async () => {
    community = await communityWith(10, '(n + 1) / 2 * 10')
  })

  it('has a top whose places are shared and skipped', async () => {
    const { body } = await community.client.get('/v2/leaderboard?limit=5')
    expect(body.data.map((entry: { place: number; userId: string }) => [entry.place, entry.userId])).toEqual([
      [1, '10'],
      [1, '9'],
      [3, '8'],
      [3, '7'],
      [5, '6'],
    ])
  })

  it('returns a place with the members around it, counted for the request', async () => {
    const body = await placeOf(community, 6, 2)
    expect(body.data.around.map((entry: { place: number; userId: string }) => [entry.place, entry.userId])).toEqual([
      [3, '8'],
      [3, '7'],
      [5, '6'],
      [5, '5'],
      [7, '4'],
    ])
    expect([body.data.place, body.meta]).toEqual([5, { countedAt: null }])
  })

  it('is not counted by the job', async () => {
    await countAll()
    expect((await placeOf(community, 1)).meta).toEqual({ countedAt: null })
  })

  it('answers an account that is no member with 404', async () => {
    const { status, body } = await community.client.get('/v2/leaderboard/99')
    expect([status, body.error.code]).toEqual([404, 'member_not_found'])
  })
})

describe('a large community', () => {
  const MEMBERS = 12_500

  it('has exact places after a count, also where thousands have the same experience', async () => {
    // 4,000 members with 0, then two with each number
    const community = await communityWith(MEMBERS, 'greatest(0, n - 4000) / 2')
    await countAll()
    const places = await sql<{
      user_id: number
      place: string
    }>`select user_id, rank() over (order by experience desc) as place
      from member where community_id = ${community.communityId}`.execute(app.app.db)
    for (const { user_id, place } of places.rows.filter(({ user_id: id }) => id % 487 === 0 || id < 3)) {
      const body = await placeOf(community, user_id, 1)
      expect([user_id, body.data.place]).toEqual([user_id, Number(place)])
    }
    expect((await placeOf(community, 1)).meta.countedAt).not.toBeNull()
    expect((await placeOf(community, MEMBERS)).meta.countedAt).toBeNull()
  })

  it('is exact for members near an award, and everywhere after the next count', async () => {
    const community = await communityWith(3_000, 'n')
    await countAll()
    // the last member becomes the first
    await award(community, 1, 5_000)
    expect((await placeOf(community, 1)).data.place).toBe(1)
    expect((await placeOf(community, 2_999)).data.place).toBe(3)
    await countAll()
    expect((await placeOf(community, 2)).data.place).toBe(3_000)
  })

  it('has no place beyond 10,000 members until the first count', async () => {
    const community = await communityWith(MEMBERS, 'n')
    const before = await placeOf(community, 1)
    expect([before.data.place, before.meta.countedAt]).toEqual([null, null])
    expect((await placeOf(community, MEMBERS - 9_000)).data.place).toBe(9_001)
    await countAll()
    expect((await placeOf(community, 1)).data.place).toBe(MEMBERS)
  })

  it('is counted only when it has changed', async () => {
    const community = await communityWith(2_000, 'n')
    const countedAt = async () => (await placeOf(community, 1)).meta.countedAt as string
    await countAll()
    const first = await countedAt()
    await countAll()
    expect(await countedAt()).toBe(first)
    await award(community, 7, 1)
    await countAll()
    expect(await countedAt()).not.toBe(first)
  })
})

it('shows no members of other communities', async () => {
  const [one, other] = [await communityWith(3, 'n'), await communityWith(2, '100 + n')]
  const { body } = await one.client.get('/v2/leaderboard')
  expect(body.data.map(({ experience }: { experience: number }) => experience)).toEqual([3, 2, 1])
  expect((await placeOf(other, 2, 5)).data.around).toHaveLength(2)
})

it.each(['around=11', 'around=-1', 'around=x'])('rejects %s with 400', async (query) => {
  const community = await communityWith(1, 'n')
  const { status, body } = await community.client.get(`/v2/leaderboard/1?${query}`)
  expect([status, body.error.details.issues[0].instancePath]).toEqual([400, '/query/around'])
})
