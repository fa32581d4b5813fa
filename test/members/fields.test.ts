// The parameter `fields` of listMembers and the leaderboard.
import { sql } from 'kysely'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity

/** 12 members with 1,000 qualifications each. */
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  const { communityId } = community
  await sql`insert into member (community_id, user_id, username, experience)
    select ${communityId}, n, 'Player_' || n, n from generate_series(1, 12) n`.execute(app.app.db)
  await sql`insert into qualification (community_id, name) select ${communityId}, 'Q' || n from generate_series(1, 1000) n`.execute(
    app.app.db,
  )
  await sql`insert into member_qualification (community_id, user_id, qualification_id)
    select ${communityId}, n, qualification_id from qualification, generate_series(1, 12) n
    where community_id = ${communityId}`.execute(app.app.db)
})
afterAll(() => app.close())

const get = (path: string) => community.client.get(path)

it.each([
  ['the list by user id', '/v2/members?limit=1'],
  ['a sorted list', '/v2/members?limit=1&sort=experience'],
  ['a filtered list', '/v2/members?limit=1&maxExperience=1'],
])('%s has the selected properties, the user id and the username', async (_, path) => {
  const { body } = await get(`${path}&fields=experience,rank`)
  expect(body.data).toEqual([{ userId: '1', username: 'Player_1', experience: 1, rank: null }])
})

it.each(['/v2/members?limit=12', '/v2/members?limit=12&sort=experience'])(
  'GET %s ends early for many awards only if they are selected',
  async (path) => {
    const lengths = await Promise.all(
      ['', '&fields=qualifications', '&fields=medals', '&fields=experience'].map(async (fields) => {
        const { body } = await get(path + fields)
        return body.data.length as number
      }),
    )
    expect(lengths).toEqual([5, 5, 12, 12])
  },
)

it('pages of selected properties continue with the same cursors', async () => {
  const first = await get('/v2/members?limit=3&sort=experience&fields=experience')
  const second = await get(`/v2/members?limit=3&sort=experience&fields=rank&cursor=${first.body.meta.nextCursor}`)
  expect(second.body.data.map(({ userId }: { userId: string }) => userId)).toEqual(['4', '5', '6'])
})

it('a repeated parameter selects like one with commas', async () => {
  const { body } = await get('/v2/members?limit=1&fields=experience&fields=rank')
  expect(Object.keys(body.data[0] as object).sort()).toEqual(['experience', 'rank', 'userId', 'username'])
})

it('an empty fields selects all properties', async () => {
  const { body } = await get('/v2/members?limit=1&fields=')
  expect(Object.keys(body.data[0] as object)).toHaveLength(12)
})

it('the leaderboard has the selected properties, the place, the user id and the username', async () => {
  const top = await get('/v2/leaderboard?limit=1&fields=experience')
  expect(top.body.data).toEqual([{ place: 1, userId: '12', username: 'Player_12', experience: 12 }])
  const place = await get('/v2/leaderboard/12?around=0&fields=place')
  expect(place.body.data).toEqual({ place: 1, around: [{ place: 1, userId: '12', username: 'Player_12' }] })
})

it.each(['/v2/members?fields=rank,password', '/v2/leaderboard?fields=rank', '/v2/leaderboard/1?fields=,'])(
  'GET %s is refused with 400 for an unknown property',
  async (path) => {
    const { status, body } = await get(path)
    expect([status, body.error.details.issues[0].instancePath]).toEqual([
      400,
      expect.stringMatching(/^\/query\/fields\/[01]$/),
    ])
  },
)
