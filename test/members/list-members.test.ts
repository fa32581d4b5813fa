// listMembers: pages by user id.
import { sql } from 'kysely'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  await sql`insert into member (community_id, user_id) select ${community.communityId}, n from generate_series(1, 130) n`.execute(
    app.app.db,
  )
})
afterAll(() => app.close())

const userIds = (body: { data: { userId: string }[] }): number[] => body.data.map(({ userId }) => Number(userId))

it('returns every member once over all pages', async () => {
  const seen: number[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const { body } = await community.client.get(`/v2/members?limit=50${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...userIds(body))
    cursor = body.meta.nextCursor
    pages++
  } while (cursor !== null)
  expect(pages).toBe(3)
  expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => index + 1))
})

it('returns 50 members on a page by default', async () => {
  const { body } = await community.client.get('/v2/members')
  expect(body.data).toHaveLength(50)
  expect(body.meta.nextCursor).toBe('50')
})

it.each(['100', '101', '100000', '9'.repeat(40)])('treats a limit of %s as 100', async (limit) => {
  const { body } = await community.client.get(`/v2/members?limit=${limit}`)
  expect(body.data).toHaveLength(100)
})

it.each(['0', '-1', '1.5', 'ten', '0x10', '1e1', '%205', '1&limit=2'])(
  'rejects a limit of "%s" with 400',
  async (limit) => {
    const { status, body } = await community.client.get(`/v2/members?limit=${limit}`)
    expect([status, body.error.code, body.error.details.issues[0].instancePath]).toEqual([
      400,
      'validation_failed',
      '/query/limit',
    ])
  },
)

it('returns no cursor when the last page is exactly full', async () => {
  const { body } = await community.client.get('/v2/members?limit=30&cursor=100')
  expect([userIds(body).length, body.meta.nextCursor]).toEqual([30, null])
})

it('returns no members of other communities', async () => {
  const other = await app.community()
  const { body } = await other.client.get('/v2/members')
  expect(body).toEqual({ data: [], meta: { nextCursor: null } })
})
