// getMember: creation, usernames, staleness, refresh.
import { sql } from 'kysely'
import { setRankThreshold } from '../../src/ranks/actions'
import { group, startTestApp, type TestApp } from '../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const [first, second, third, fourth, fifth] = group.members

describe('the first fetch of an account', () => {
  it('creates the member with profile and rank', async () => {
    const { client } = await app.community()
    const { status, body } = await client.get(`/v2/members/${first}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      userId: String(first),
      username: `Member${first}`,
      experience: 0,
      quotaPoints: 0,
      rank: { uniqueId: group.roles.recruit, rankId: 1, name: 'recruit' },
      medals: [],
      qualifications: [],
    })
    expect(body.meta.sync).toEqual({ outcome: 'synced', code: null })
  })

  it('creates one member and syncs once for fifty concurrent requests', async () => {
    const { client, communityId } = await app.community()
    const before = app.simulator.requests.length
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.get(`/v2/members/${second}`)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
    const { rows } = await sql`select from member where community_id = ${communityId}`.execute(app.app.db)
    expect(rows).toHaveLength(1)
    expect(app.simulator.requests.length - before).toBeLessThan(10)
  })

  it('returns 404 with a hint at scoped ids for an account that does not exist on the platform', async () => {
    const { client } = await app.community()
    const { status, body } = await client.get('/v2/members/987654321')
    expect([status, body.error.code]).toEqual([404, 'member_not_found'])
    expect(body.error.message).toContain('by=username')
  })

  it('returns 502 when the platform is unavailable', async () => {
    const { client } = await app.community()
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const { status, body } = await client.get(`/v2/members/${third}`)
    expect([status, body.error.code]).toEqual([502, 'platform_cloud_unavailable'])
  })

  it('creates a member without a profile when the community has no connection', async () => {
    const { client } = await app.community({ connected: false })
    const { status, body } = await client.get('/v2/members/4242')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ userId: '4242', username: null, displayName: null, rank: null, syncedAt: null })
    expect(body.meta).toEqual({
      sync: { outcome: 'skipped', code: 'platform_cloud_not_configured' },
      autoRank: { outcome: 'skipped', reason: 'not_connected' },
    })
  })
})

describe('a later fetch', () => {
  it('returns the stored member without a platform call while the profile is fresh', async () => {
    const { client } = await app.community()
    await client.get(`/v2/members/${first}`)
    const before = app.simulator.requests.length
    const { body } = await client.get(`/v2/members/${first}`)
    expect(body.meta).toEqual({
      sync: { outcome: 'fresh', code: null },
      autoRank: { outcome: 'skipped', reason: 'profile_fresh' },
    })
    expect(app.simulator.requests.length).toBe(before)
  })

  it('syncs a stale profile and runs AutoRank', async () => {
    const { client, ctx } = await app.community()
    await client.get(`/v2/members/${fourth}`)
    await setRankThreshold(await ctx(), group.roles.private, 0)
    app.advance(601_000)
    const { body } = await client.get(`/v2/members/${fourth}`)
    expect(body.meta).toEqual({ sync: { outcome: 'synced', code: null }, autoRank: { outcome: 'changed' } })
    expect(body.data.rank.rankId).toBe(10)
    expect(app.world.highestRankOf(group.id, fourth)).toBe(10)
  })

  it('returns the stored member and reports the failed sync when the platform fails', async () => {
    const { client } = await app.community()
    await client.get(`/v2/members/${first}`)
    app.advance(601_000)
    app.simulator.faults.add({ kind: 'throttle' })
    const { status, body } = await client.get(`/v2/members/${first}`)
    expect(status).toBe(200)
    expect(body.meta.sync).toEqual({ outcome: 'failed', code: 'platform_cloud_rate_limited' })
  })
})

describe('a fetch with refresh', () => {
  it.each(['1', 'true'])('=%s syncs a fresh profile', async (value) => {
    const { client } = await app.community()
    await client.get(`/v2/members/${fifth}`)
    app.world.renameUser(fifth, `Renamed${value}`)
    const { body } = await client.get(`/v2/members/${fifth}?refresh=${value}`)
    expect(body.data.username).toBe(`Renamed${value}`)
    expect(body.meta.sync.outcome).toBe('synced')
  })

  it('fails with the error of the platform', async () => {
    const { client } = await app.community()
    await client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'throttle' })
    const { status, body, headers } = await client.get(`/v2/members/${first}?refresh=1`)
    expect([status, body.error.code, headers['retry-after']]).toEqual([429, 'platform_cloud_rate_limited', '30'])
  })

  it('names nobody who only saw it as the author of a change by hand', async () => {
    const { client, clientWith } = await app.community()
    await client.get(`/v2/members/${first}`)
    app.world.giveRole(group.id, first, group.roles.sergeant)
    const reader = await clientWith(['members.read'])
    expect((await reader.get(`/v2/members/${first}?refresh=1`)).status).toBe(200)
    const { body } = await client.get(`/v2/audit-entries?action=member.rank&userId=${first}&order=newest`)
    app.world.takeRole(group.id, first, group.roles.sergeant)
    expect(body.data[0]).toMatchObject({
      actor: { kind: 'platform', id: 'by-hand' },
      after: { rank: { uniqueId: group.roles.sergeant }, seen: true },
    })
  })

  it('rejects any other value with 400', async () => {
    const { client } = await app.community()
    const { status, body } = await client.get(`/v2/members/${first}?refresh=yes`)
    expect([status, body.error.details.issues[0].instancePath]).toEqual([400, '/query/refresh'])
  })

  it('returns 409 when the community has no connection', async () => {
    const { client } = await app.community({ connected: false })
    const { status, body } = await client.get('/v2/members/4242?refresh=1')
    expect([status, body.error.code]).toEqual([409, 'platform_cloud_not_configured'])
  })
})

describe('a request with by=username', () => {
  it('matches names regardless of case', async () => {
    const { client } = await app.community()
    const { status, body } = await client.get(`/v2/members/mEMBER${first}?by=username`)
    expect([status, body.data.userId]).toEqual([200, String(first)])
  })

  it('accepts a previous name for a read and rejects it for a write', async () => {
    const { client } = await app.community()
    app.world.addUser({ userId: 800, username: 'NewName', previousNames: ['OldName'] })
    expect((await client.get('/v2/members/OldName?by=username')).body.data.userId).toBe('800')
    const write = await client.post('/v2/members/OldName/experience?by=username', { op: 'set', amount: 1 })
    expect([write.status, write.body.error.code]).toEqual([409, 'username_changed'])
  })

  it('returns 404 for a name that no account has', async () => {
    const { client } = await app.community()
    const { status, body } = await client.get('/v2/members/No_Such_Name?by=username')
    expect([status, body.error.code]).toEqual([404, 'member_not_found'])
  })

  it('returns 409 without a connection', async () => {
    const { client } = await app.community({ connected: false })
    const { status, body } = await client.get('/v2/members/Someone?by=username')
    expect([status, body.error.code]).toEqual([409, 'platform_cloud_not_configured'])
  })

  it('returns the stored member when the platform fails', async () => {
    const { client } = await app.community()
    await client.get(`/v2/members/${first}`)
    app.advance(601_000)
    app.simulator.faults.add({ kind: 'reject', status: 500 })
    const { status, body } = await client.get(`/v2/members/Member${first}?by=username`)
    expect([status, body.meta.sync.outcome]).toEqual([200, 'failed'])
  })
})

it.each(['abc', '0', '007', '9007199254740992'])('rejects %s as a user id with 400', async (userId) => {
  const { client } = await app.community()
  const { status, body } = await client.get(`/v2/members/${userId}`)
  expect([status, body.error.details.issues[0].instancePath]).toEqual([400, '/path/userId'])
})

it('answers HEAD as GET without a body', async () => {
  const { client } = await app.community()
  const { status, text } = await client.send('HEAD', `/v2/members/${first}`)
  expect([status, text]).toEqual([200, ''])
})
