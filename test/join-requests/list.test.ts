// listJoinRequests: pages of the requests that the platform has now.
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'

const path = '/v2/join-requests'
const first = 40_001

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  for (let userId = first; userId < first + 45; userId++) app.world.addUser({ userId, username: `Asks${userId}` })
  community = await app.community()
})
afterAll(() => app.close())
beforeEach(() => {
  app.simulator.faults.clear()
  for (const userId of app.world.groups.get(group.id)?.joinRequests.keys() ?? [])
    app.world.joins.withdraw(group.id, userId)
})

const ask = (count: number): void => {
  for (let userId = first; userId < first + count; userId++) app.world.joins.send(group.id, userId)
}
const idsIn = ({ body }: Answer): string[] => body.data.map(({ userId }: { userId: string }) => userId)

describe('the list of join requests', () => {
  it('has every request once over its pages, with the time of the platform', async () => {
    ask(45)
    const found: string[] = []
    let cursor: string | null = ''
    const sizes: number[] = []
    while (cursor !== null) {
      const page: Answer = await community.client.get(`${path}${cursor === '' ? '' : `?cursor=${cursor}`}`)
      expect(page.status).toBe(200)
      found.push(...idsIn(page))
      sizes.push(page.body.data.length as number)
      cursor = page.body.meta.nextCursor as string | null
    }
    expect([sizes, new Set(found).size]).toEqual([[20, 20, 5], 45])
    const { body } = await community.client.get(`${path}?userId=${first}`)
    const sentAt = app.world.groups.get(group.id)?.joinRequests.get(first)?.createTime ?? ''
    expect(body).toEqual({
      data: [{ userId: String(first), requestedAt: `${sentAt.slice(0, -1)}000Z` }],
      meta: { nextCursor: null },
    })
  })

  it('is empty for an account without a request', async () => {
    ask(1)
    expect(idsIn(await community.client.get(`${path}?userId=${first + 1}`))).toEqual([])
  })

  it('refuses the cursor of another filter', async () => {
    ask(21)
    const { body } = await community.client.get(path)
    const answer = await community.client.get(`${path}?userId=${first}&cursor=${String(body.meta.nextCursor)}`)
    expect([answer.status, answer.body.error.details.issues[0].instancePath]).toEqual([400, '/query/cursor'])
  })

  it('does not take a request of another account for that of the filter', async () => {
    const other = {
      groupJoinRequests: [1, 2].map((id) => ({ path: `groups/7/join-requests/${id}`, user: `users/${id}` })),
    }
    app.simulator.faults.add({ kind: 'garbage', path: '/join-requests$', text: JSON.stringify(other) })
    const answer = await community.client.get(`${path}?userId=${first}`)
    expect([answer.status, answer.body.error.code]).toEqual([502, 'platform_cloud_unavailable'])
  })

  it('says what the platform answers', async () => {
    app.simulator.faults.add({ kind: 'throttle', retryAfter: 3, path: '/join-requests$', count: 1 })
    expect((await community.client.get(path)).body.error.code).toBe('platform_cloud_rate_limited')
    const apart = await app.community({ connected: false })
    const answer = await apart.client.get(path)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'platform_cloud_not_configured'])
  })
})
