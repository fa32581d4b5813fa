// lookUpMembers: stored members by id and by name.
import { sql } from 'kysely'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity

async function addMembers(communityId: string, from: number, to: number): Promise<void> {
  await sql`insert into member (community_id, user_id, username, synced_at)
    select ${communityId}, n, 'Player_' || n, now() from generate_series(${from}::int, ${to}::int) n`.execute(
    app.app.db,
  )
}

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  await addMembers(community.communityId, 1, 130)
})
afterAll(() => app.close())

const lookUp = (body: object, { client } = community) => client.post('/v2/member-lookups', body)
const userIds = (members: readonly { userId: string }[]): string[] => members.map(({ userId }) => userId)
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

it('returns a hundred members by id, equal to those of the list', async () => {
  const { body } = await lookUp({ userIds: numbers(11, 110) })
  const listed = await community.client.get('/v2/members?cursor=10&limit=100')
  expect(body.data).toEqual({ members: listed.body.data, missing: { userIds: [], usernames: [] }, remaining: [] })
})

it('returns a member that is named twice once, ordered by user id', async () => {
  const { body } = await lookUp({ userIds: ['30', 7, '30'], usernames: ['player_7', 'PLAYER_20', 'Player_20'] })
  expect(userIds(body.data.members)).toEqual(['7', '20', '30'])
})

it('lists each id and name that no member has once, and makes no member', async () => {
  const { body } = await lookUp({ userIds: ['1', '101010', 101010], usernames: ['Member104', 'Nobody', 'Nobody'] })
  expect(body.data.missing).toEqual({ userIds: ['101010'], usernames: ['Member104', 'Nobody'] })
  const again = await lookUp({ userIds: ['101010'] })
  expect(again.body.data.members).toEqual([])
})

it('calls no platform', async () => {
  const before = app.simulator.requests.length
  await lookUp({ userIds: ['1', '9999'], usernames: ['Player_2', 'Nobody'] })
  expect(app.simulator.requests.length).toBe(before)
})

it('returns the last synced member of a name that two have', async () => {
  const place = await app.community()
  await sql`insert into member (community_id, user_id, username, synced_at) values
    (${place.communityId}, 1, 'Swapped', now() - interval '1 day'), (${place.communityId}, 2, 'swapped', now()),
    (${place.communityId}, 3, 'swapped', null)`.execute(app.app.db)
  const { body } = await lookUp({ usernames: ['SWAPPED'] }, place)
  expect(userIds(body.data.members)).toEqual(['2'])
})

describe('fields', () => {
  it('selects properties; userId and username are always present', async () => {
    const { body } = await lookUp({ userIds: ['1'], fields: ['experience', 'rank'] })
    expect(body.data.members).toEqual([{ userId: '1', username: 'Player_1', experience: 0, rank: null }])
  })

  it('rejects an unknown property with 400', async () => {
    const { status, body } = await lookUp({ userIds: ['1'], fields: ['password'] })
    expect([status, body.error.details.issues[0].instancePath]).toEqual([400, '/body/fields/0'])
  })
})

describe('members with many awards', () => {
  let place: TestCommunity
  beforeAll(async () => {
    place = await app.community()
    await addMembers(place.communityId, 1, 12)
    await sql`insert into qualification (community_id, name) select ${place.communityId}, 'Q' || n from generate_series(1, 1000) n`.execute(
      app.app.db,
    )
    // one transaction per member: the storage limit is counted per row
    for (const userId of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      await sql`insert into member_qualification (community_id, user_id, qualification_id)
        select community_id, ${userId}, qualification_id from qualification
        where community_id = ${place.communityId}`.execute(app.app.db)
    }
  })

  it('remain for another request from 5,000 medals and qualifications on', async () => {
    const first = await lookUp({ userIds: numbers(1, 12) }, place)
    expect(userIds(first.body.data.members)).toEqual(numbers(1, 5))
    expect(first.body.data.remaining).toEqual(numbers(6, 12))
    expect(first.body.data.missing.userIds).toEqual([])
    const second = await lookUp({ userIds: first.body.data.remaining }, place)
    expect(userIds(second.body.data.members)).toEqual(numbers(6, 12).slice(0, second.body.data.members.length))
    expect(second.body.data.members[0].qualifications).toHaveLength(1_000)
  })

  it('fit in one answer when their awards are not selected', async () => {
    const { body } = await lookUp({ userIds: numbers(1, 12), fields: ['medals', 'experience'] }, place)
    expect([body.data.members.length, body.data.remaining]).toEqual([12, []])
  })
})

it.each([
  ['nobody', {}, '/body'],
  ['101 ids', { userIds: numbers(1, 101) }, '/body/userIds'],
  ['101 ids and names', { userIds: numbers(1, 60), usernames: numbers(1, 41) }, '/body'],
  ['an empty list', { userIds: [] }, '/body/userIds'],
  ['an id that is no number', { userIds: ['x'] }, '/body/userIds/0'],
])('rejects a lookup of %s with 400', async (_, request, instancePath) => {
  const { status, body } = await lookUp(request)
  expect([status, body.error.code, body.error.details.issues[0].instancePath]).toEqual([
    400,
    'validation_failed',
    instancePath,
  ])
})

it('returns no members of other communities', async () => {
  const other = await app.community()
  const { body } = await lookUp({ userIds: ['1'], usernames: ['Player_1'] }, other)
  expect(body.data).toEqual({ members: [], missing: { userIds: ['1'], usernames: ['Player_1'] }, remaining: [] })
})
