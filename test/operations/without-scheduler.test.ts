// With SCHEDULER=off, the process of the request changes the rank, and reports errors of the platform connection.
import { sql } from 'kysely'
import type { FaultEffect } from '../../src/simulator/faults'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ scheduler: false, settings: { ...testSettings, platformTimeoutMs: 1_500 } })
})
afterAll(() => app.close())

const { roles } = group
const [first] = group.members

beforeEach(async () => {
  app.simulator.faults.clear()
  for (const role of [roles.private, roles.sergeant, roles.lieutenant]) app.world.takeRole(group.id, first, role)
  // a throttling platform has blocked the budget of the key's owner
  await sql`delete from platform_budget`.execute(app.app.db)
  community = await app.community()
})

const setRank = (body: object, userId: number = first) => community.client.put(`/v2/members/${userId}/rank`, body)
const held = (userId: number = first) => app.world.rolesOf(group.id, userId).sort()

describe('a failing platform call', () => {
  const write = ':assignRole$'
  it.each<[string, FaultEffect, number, string, string | undefined]>([
    [
      '401 of an active key',
      { kind: 'reject', status: 401, style: 'gateway' },
      502,
      'platform_cloud_credentials_invalid',
      undefined,
    ],
    ['403', { kind: 'reject', status: 403 }, 502, 'platform_cloud_credentials_invalid', undefined],
    ['429', { kind: 'throttle', retryAfter: 7 }, 429, 'platform_cloud_rate_limited', '30'],
    ['408', { kind: 'reject', status: 408 }, 504, 'platform_cloud_timeout', undefined],
    ['500', { kind: 'reject', status: 500 }, 502, 'platform_cloud_unavailable', undefined],
    ['a hang', { kind: 'hang' }, 504, 'platform_cloud_timeout', undefined],
    ['a dropped connection', { kind: 'drop' }, 502, 'platform_cloud_unavailable', undefined],
    ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:1/' }, 502, 'platform_cloud_unavailable', undefined],
  ])('that is a write with %s is reported, and nothing is changed', async (_name, fault, status, code, retryAfter) => {
    app.simulator.faults.add({ ...fault, path: write, count: 1 })
    const answer = await setRank({ rankId: 50 })
    expect([answer.status, answer.body.error.code, answer.headers['retry-after']]).toEqual([status, code, retryAfter])
    expect(held()).toEqual([roles.recruit])
    const { rows } = await sql<{ status: string; error_code: string }>`
      select status, error_code from platform_operation where community_id = ${community.communityId}`.execute(
      app.app.db,
    )
    expect(rows).toEqual([{ status: 'failed', error_code: code }])
  })

  it.each<[string, FaultEffect]>([
    ['answered 500', { kind: 'applyThenStatus', status: 500 }],
    ['dropped', { kind: 'applyThenDrop' }],
    ['never answered', { kind: 'applyThenHang' }],
    ['answered with HTML', { kind: 'garbage', body: 'html' }],
  ])('that is an applied write %s is detected by a read, and the change completes', async (_name, fault) => {
    app.world.giveRole(group.id, first, roles.private)
    app.simulator.faults.add({ ...fault, path: write, count: 1 })
    const answer = await setRank({ rankId: 50 })
    expect([answer.status, answer.body.data?.rank.rankId]).toEqual([200, 50])
    expect(held()).toEqual([roles.recruit, roles.sergeant])
  })

  it('returns 504 if the outcome of a write is unknown and the roles cannot be read', async () => {
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'applyThenHang', path: write, count: 1 })
    const before = app.simulator.requests.length
    const asked = setRank({ rankId: 50 })
    const sent = () => app.simulator.requests.slice(before).some(({ path }) => path.endsWith(':assignRole'))
    await until('the write was sent', sent)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: '/memberships$' })
    const answer = await asked
    expect([answer.status, answer.body.error.code]).toEqual([504, 'platform_cloud_timeout'])
  })

  it('in the middle of a change does not prevent its completion', async () => {
    app.world.giveRole(group.id, first, roles.lieutenant)
    app.simulator.faults.add({ kind: 'reject', status: 500, path: ':unassignRole$', count: 1 })
    expect((await setRank({ rankId: 10 })).status).toBe(200)
    expect(held()).toEqual([roles.recruit, roles.private])
  })
})

describe('a platform connection', () => {
  it('with a disabled key requires a reconnect, and stores that', async () => {
    app.world.changeKey(group.apiKey, { enabled: false })
    try {
      const answer = await setRank({ rankId: 50 })
      expect([answer.status, answer.body.error.code]).toEqual([409, 'platform_cloud_reconnect_required'])
      const before = app.simulator.requests.length
      expect((await setRank({ rankId: 50 })).body.error.code).toBe('platform_cloud_reconnect_required')
      expect(app.simulator.requests.length).toBe(before)
    } finally {
      app.world.changeKey(group.apiKey, { enabled: true })
    }
  })

  it('that is being checked returns 503 with Retry-After 1', async () => {
    await community.client.get(`/v2/members/${first}`)
    await sql`update platform_connection set checking_until = now() + interval '1 minute'
      where community_id = ${community.communityId}`.execute(app.app.db)
    const answer = await setRank({ rankId: 50 })
    expect([answer.status, answer.body.error.code, answer.headers['retry-after']]).toEqual([
      503,
      'platform_cloud_refresh_pending',
      '1',
    ])
  })

  it('that cannot be decrypted returns 502', async () => {
    await community.client.get(`/v2/members/${first}`)
    await sql`update platform_connection set credential = '\\x00' where community_id = ${community.communityId}`.execute(
      app.app.db,
    )
    const answer = await setRank({ rankId: 50 })
    expect([answer.status, answer.body.error.code]).toEqual([502, 'platform_cloud_configuration_unavailable'])
  })
})
