// The pictures of members for the console: who sees them, what is asked of the platform, and what is forgotten.
import { eraseAccount } from '../../src/data-rights/actions'
import { eraseAccountFully } from '../../src/data-rights/full-erasure/actions'
import { filesIn } from '../../src/http/files'
import { syncProfile } from '../../src/members/actions'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { staffOf, type Staff } from '../support/people'
import { until } from '../support/until'

const [first, second, third, fourth, fifth] = group.members
const stub = { files: filesIn('/nowhere'), page: '<meta name="avatars" content="__AVATARS__" />' }
const hours = 60 * 60_000

let app: TestApp
let home: TestCommunity
let ana: Staff
beforeEach(async () => {
  app = await startTestApp({ worker: false, hasAvatars: true, console: stub })
  home = await app.community()
  for (const userId of group.members) await syncProfile(await home.ctx(), userId)
  ana = await staffOf(app, home, 'reviewer')
})
afterEach(() => app.close())

const ask = (userId: number | string, headers: Record<string, string> = {}, { cookie } = ana, url = app.url) =>
  fetch(`${url}/console/avatars/${userId}`, { headers: { Cookie: cookie, ...headers } })
const statusOf = async (...of: Parameters<typeof ask>): Promise<number> => (await ask(...of)).status
/** Calls of the platform for pictures, with their accounts. */
const calls = (path: RegExp): string[] => app.simulator.requests.map((one) => one.path).filter((one) => path.test(one))
const finds = (): string[] => calls(/avatar-headshot/).map((one) => /userIds=([\d,]+)/.exec(one)?.[1] ?? '')
const files = (): string[] => calls(/^\/avatars\//)

it('shows the picture of a member, from this server', async () => {
  const answer = await ask(first)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=3600',
    vary: 'Cookie',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  const head = await fetch(`${app.url}/console/avatars/${first}`, { method: 'HEAD', headers: { Cookie: ana.cookie } })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

it('asks the platform once for a picture, and sends it again only when it has changed', async () => {
  const etag = (await ask(first)).headers.get('etag') ?? ''
  const again = await ask(first, { 'If-None-Match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(await statusOf(first, { 'If-None-Match': '"other"' })).toBe(200)
  expect([finds(), files()]).toEqual([[String(first)], [`/avatars/${first}.png`]])
})

it('asks for those of a page together, and once for one that several wait for', async () => {
  const shown = await Promise.all([...group.members, ...group.members].map((userId) => statusOf(userId)))
  expect(new Set(shown)).toEqual(new Set([200]))
  expect(finds().length).toBeLessThan(group.members.length)
  expect(
    finds()
      .flatMap((asked) => asked.split(','))
      .sort(),
  ).toEqual(group.members.map(String))
  expect(files()).toHaveLength(group.members.length)
})

it('asks again after hours', async () => {
  expect(await statusOf(first)).toBe(200)
  app.advance(5 * hours)
  ana = await staffOf(app, home, 'reviewer', 'Ben')
  expect([await statusOf(first), finds().length]).toEqual([200, 1])
  app.advance(2 * hours)
  ana = await staffOf(app, home, 'reviewer', 'Cem')
  expect([await statusOf(first), finds().length]).toEqual([200, 2])
})

it('is refused without a session, with one that has ended, and with a key', async () => {
  expect(await statusOf(first, {}, { ...ana, cookie: '' })).toBe(401)
  expect(await statusOf(first, {}, { ...ana, cookie: '__Host-session=abc' })).toBe(401)
  const key = { Authorization: `Bearer ${home.key}`, 'X-Community-Id': home.communityId }
  expect(await statusOf(first, key, { ...ana, cookie: '' })).toBe(401)
  await ana.client.post('/v2/session/end')
  expect(await statusOf(first)).toBe(401)
  expect(finds()).toEqual([])
})

it('is refused to a person who may not read members', async () => {
  await home.client.put('/v2/staff-roles/archivist', { scopes: ['audit.read'], takesPerHourLimit: 7 })
  const ben = await staffOf(app, home, 'archivist', 'Ben')
  expect(await statusOf(first, {}, ben)).toBe(403)
  expect(finds()).toEqual([])
})

it('never asks the platform for an account that the community does not hold', async () => {
  const other = await app.community({ connected: false })
  const stranger = await staffOf(app, other, 'administrator')
  for (const userId of [first, group.outsider, 999_999, '0', '-1', 'abc', `${first}x`, '9'.repeat(17)])
    expect([userId, await statusOf(userId, {}, stranger)]).toEqual([userId, 404])
  expect(await statusOf(group.outsider)).toBe(404)
  // nor does it show one that it has
  expect(await statusOf(first)).toBe(200)
  expect(await statusOf(first, {}, stranger)).toBe(404)
  expect(finds()).toEqual([String(first)])
})

it('asks for nothing when it is off', async () => {
  await app.close()
  app = await startTestApp({ worker: false, console: stub })
  home = await app.community()
  await syncProfile(await home.ctx(), first)
  ana = await staffOf(app, home, 'reviewer')
  expect(await statusOf(first)).toBe(404)
  expect(finds()).toEqual([])
  expect(await (await fetch(`${app.url}/console`)).text()).toContain('content="off"')
})

it('tells the page that there are pictures', async () => {
  expect(await (await fetch(`${app.url}/console`)).text()).toContain('content="on"')
})

describe('an account without a picture', () => {
  it.each(['Pending', 'Blocked'] as const)(
    'is 404 when it is %s, and the platform is not asked each time',
    async (avatar) => {
      Object.assign(app.world.users.get(first) ?? {}, { avatar })
      const answer = await ask(first)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'private, max-age=300'])
      expect([await statusOf(first), finds().length]).toEqual([404, 1])
    },
  )

  it('is asked for again soon', async () => {
    Object.assign(app.world.users.get(first) ?? {}, { avatar: 'Pending' })
    expect(await statusOf(first)).toBe(404)
    Object.assign(app.world.users.get(first) ?? {}, { avatar: 'Completed' })
    app.advance(31_000)
    expect(await statusOf(first)).toBe(200)
  })

  it('is one whose address leads to another host', async () => {
    const data = [{ targetId: first, state: 'Completed', imageUrl: 'http://127.0.0.1:9/a.png' }]
    app.simulator.faults.add({ kind: 'garbage', text: JSON.stringify({ data }), path: 'avatar-headshot' })
    expect([await statusOf(first), files()]).toEqual([404, []])
  })

  it('is one whose file is too large', async () => {
    app.simulator.faults.add({ kind: 'garbage', body: 'huge', path: '^/avatars/' })
    expect(await statusOf(first)).toBe(404)
  })
})

describe('a platform that fails', () => {
  it('is left alone for as long as it says', async () => {
    app.simulator.faults.add({ kind: 'throttle', retryAfter: 120, path: 'avatar-headshot' })
    const answer = await ask(first)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    app.simulator.faults.clear()
    app.advance(119_000)
    expect([await statusOf(first), finds().length]).toEqual([404, 1])
    app.advance(2_000)
    expect([await statusOf(first), finds().length]).toEqual([200, 2])
  })

  it('is left alone after a file that does not come', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 503, path: '^/avatars/' })
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 404])
    expect([finds().length, files().length]).toEqual([1, 1])
    app.simulator.faults.clear()
    app.advance(31_000)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  })

  it('holds one request for a second at most, and the next not at all', async () => {
    app.simulator.faults.add({ kind: 'hold', path: 'avatar-headshot' })
    const startedAt = performance.now()
    expect(await statusOf(first)).toBe(404)
    const waited = performance.now() - startedAt
    expect(waited).toBeGreaterThan(900)
    expect(waited).toBeLessThan(4_000)
    const rest = await Promise.all([second, third, fourth, fifth].map((userId) => statusOf(userId)))
    expect(rest).toEqual([404, 404, 404, 404])
    expect(performance.now() - startedAt - waited).toBeLessThan(900)
    // the list of members does not wait
    expect((await ana.client.get('/v2/members')).status).toBe(200)
    // what came late is there
    app.simulator.faults.clear()
    await until('the picture is kept', async () => (await statusOf(first)) === 200)
    expect(finds()[0]).toBe(String(first))
  })

  it('is not asked with the credential of the connection, whose calls the queue needs', async () => {
    const before = calls(/^\/cloud\//).length
    await Promise.all(group.members.map((userId) => statusOf(userId)))
    expect([finds().length > 0, calls(/^\/cloud\//).length]).toEqual([true, before])
  })
})

describe('erasure', () => {
  it.each([
    ['partial', eraseAccount],
    ['full', eraseAccountFully],
  ])('%s: every process forgets the picture at once', async (_, erase) => {
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await erase(app.base, first, false)
    expect(await statusOf(first)).toBe(404)
    // met again, it is a new account for the platform too
    await syncProfile(await home.ctx(), first)
    await until('the picture is read again', async () => (await statusOf(first)) === 200)
    expect(finds().filter((asked) => asked === String(first))).toHaveLength(2)
    expect(finds().filter((asked) => asked === String(second))).toHaveLength(1)
  })
})

it('counts pictures against a limit of their own', async () => {
  await app.close()
  const rateLimits = { key: 50, address: 50, access: 50 }
  app = await startTestApp({ worker: false, hasAvatars: true, console: stub, rateLimits, settings: testSettings })
  home = await app.community()
  await syncProfile(await home.ctx(), first)
  ana = await staffOf(app, home, 'reviewer')
  const shown = []
  for (let count = 0; count < 60; count += 1) shown.push(await statusOf(first))
  expect(new Set(shown)).toEqual(new Set([200]))
  expect((await ana.client.get('/v2/members')).status).toBe(200)
  expect((await ask(first)).headers.get('ratelimit-policy')).toBe('"pictures";q=1200;w=60')
})
