// Time limits follow the clock of the database, not that of the machine.
import { issueKey } from '../../src/auth/actions'
import { startTestApp, type TestApp } from '../support/app'

const HOUR_MS = 3_600_000
const faked = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const
const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ rateLimits: { key: 40, address: 1_000, access: 5 }, now: undefined })
})
afterEach(() => void jest.useRealTimers())
afterAll(() => app.close())

/** Moves `Date` only, which is the clock of the machine. */
function jump(byMs: number): void {
  jest.useFakeTimers({ now: Date.now() + byMs, doNotFake: [...faked, ...timers] })
}

describe.each([
  ['forward', HOUR_MS],
  ['backward', -HOUR_MS],
])('a clock that jumps an hour %s', (_, byMs) => {
  it('opens no new window of a rate limit', async () => {
    const { client } = await app.community({ connected: false })
    const ask = async () => (await client.get('/v2/members?limit=1')).status
    // if the window ends meanwhile, a share of it counts on
    for (let left = 100; (await ask()) === 200;) expect(left--).toBeGreaterThan(0)
    jump(byMs)
    const after = await Promise.all(Array.from({ length: 20 }, ask))
    expect(after.filter((status) => status === 200).length).toBeLessThan(3)
  })

  it('moves no expiry of a key', async () => {
    const community = await app.community({ connected: false })
    const expiresAt = new Date(Date.now() + HOUR_MS / 2)
    const { key } = await issueKey(await community.ctx(), {
      name: 'half an hour',
      scopes: ['members.read'],
      expiresAt: expiresAt.toISOString(),
      allowedAddresses: null,
    })
    const client = app.clientFor(key, community.communityId)
    jump(byMs)
    expect((await client.get('/v2/members?limit=1')).status).toBe(200)
  })

  it('does not change which times a request may contain', async () => {
    const { client } = await app.community({ connected: false })
    const half = new Date(Date.now() + HOUR_MS / 2).toISOString()
    const past = new Date(Date.now() - HOUR_MS / 2).toISOString()
    jump(byMs)
    const send = async (expiresAt: string) =>
      (await client.post('/v2/keys', { name: 'one', scopes: ['members.read'], expiresAt })).status
    expect([await send(half), await send(past)]).toEqual([201, 400])
  })
})
