// When the platform ends a community's credential: by disuse, or on the date of a key; and the notice before it.
import { sql } from 'kysely'
import { connectGroup, syncRanks } from '../../src/platform-connection/actions'
import { noticeExpiry } from '../../src/platform-connection/expiry/queries'
import type { OAuthGrant } from '../../src/platform/platform'
import { messageOf } from '../../src/webhooks/rules'
import { group, startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
let key: string
let count = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  community = await app.community({ connected: false })
  key = `ending-key-${++count}`
  app.world.addKey(key, { ownerUserId: group.owner, groupIds: [group.id] })
})

const DAY = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString()
const connect = async (by: string | OAuthGrant = key) => connectGroup(await community.ctx(), group.id, by)
const check = () => tasksOf(app)['check-platform-keys'](community)

interface Row {
  readonly used_at: string | null
  readonly expires_at: string | null
}
async function row(): Promise<Row> {
  const { rows } = await sql<Row>`select used_at, expires_at from platform_connection
    where community_id = ${community.communityId}`.execute(app.base.db)
  return rows[0] as Row
}
const age = (column: keyof Row | 'expiry_checked_at', days: number) =>
  sql`update platform_connection set ${sql.ref(column)} = now() - make_interval(days => ${days})
    where community_id = ${community.communityId}`.execute(app.base.db)

const entries = async (): Promise<{ action: string; after: Record<string, unknown> }[]> => {
  const { rows } = await sql<
    { audit_id: number; at: string; user_id: null; before: null } & Awaited<ReturnType<typeof entries>>[number]
  >`
    select audit_id, at, user_id, action, before, after from audit_entry
    where community_id = ${community.communityId} and action in ('platform.expiring', 'platform.status') order by audit_id`.execute(
    app.base.db,
  )
  return rows
}
const daysUntil = (time: unknown): number => Math.round((Date.parse(time as string) - Date.now()) / DAY) + 0
const callsTo = (path: string): number => app.simulator.requests.filter((request) => request.path === path).length
const introspections = (): number => callsTo('/api-keys/v1/introspect')

describe('the last use of a credential', () => {
  it('is stored by a call that the platform answers, at most once an hour, and not by one that it refuses', async () => {
    await connect()
    expect(daysUntil((await row()).used_at)).toBe(0)
    await age('used_at', 3)
    app.simulator.faults.add({ kind: 'reject', status: 500, count: 1 })
    await expect(syncRanks(await community.ctx())).rejects.toMatchObject({ code: 'platform_cloud_unavailable' })
    expect(daysUntil((await row()).used_at)).toBe(-3)
    await syncRanks(await community.ctx())
    const first = (await row()).used_at
    expect(daysUntil(first)).toBe(0)
    await age('used_at', 1)
    const aged = (await row()).used_at
    await syncRanks(await community.ctx())
    expect((await row()).used_at).toBe(aged)
    app.advance(3_600_000)
    await syncRanks(await community.ctx())
    expect(daysUntil((await row()).used_at)).toBe(0)
    app.advance(-3_600_000)
  })

  it('is not stored again within the hour by another process', async () => {
    await connect()
    const { used_at: connectedAt } = await row()
    await syncRanks(await community.ctx())
    expect((await row()).used_at).toBe(connectedAt)
  })
})

describe('the notice before the end', () => {
  it('is given once for a key that was not used for 46 days, also by concurrent workers', async () => {
    await connect()
    await check()
    expect(await entries()).toEqual([])
    await age('used_at', 47)
    await Promise.all([check(), check(), check()])
    await check()
    const found = await entries()
    expect(found.map(({ action }) => action)).toEqual(['platform.expiring'])
    expect(found[0]?.after).toMatchObject({ status: 'connected', credentialKind: 'api_key' })
    expect(daysUntil(found[0]?.after['expiresAt'])).toBe(13)
    expect(app.logs.filter(({ msg }) => String(msg).includes('ends soon'))).toHaveLength(1)
  })

  it('is given again after the key was used and left unused', async () => {
    await connect()
    await age('used_at', 50)
    await check()
    await age('used_at', 0)
    await check()
    await age('used_at', 50)
    await check()
    expect(await entries()).toHaveLength(2)
  })

  it('is given for the date that the owner of the key has set, which is read once a day', async () => {
    app.world.changeKey(key, { expiresAt: inDays(20) })
    await connect()
    await check()
    expect([await entries(), daysUntil((await row()).expires_at)]).toEqual([[], 20])
    app.world.changeKey(key, { expiresAt: inDays(5) })
    const before = introspections()
    await check()
    expect([introspections() - before, await entries()]).toEqual([0, []])
    await age('expiry_checked_at', 1)
    await check()
    expect(daysUntil((await entries())[0]?.after['expiresAt'])).toBe(5)
    // the owner of the key has removed the date
    app.world.changeKey(key, { expiresAt: null })
    await age('expiry_checked_at', 1)
    await check()
    expect([await entries().then((all) => all.length), (await row()).expires_at]).toEqual([1, null])
  })

  it('is a message of webhooks', async () => {
    await connect()
    await age('used_at', 50)
    await check()
    const [entry] = await entries()
    const message = messageOf(entry as never)
    expect(message?.type).toBe('platform.connection.changed')
    const { data } = JSON.parse(message?.body ?? '') as { data: Record<string, unknown> }
    expect(Object.keys(data)).toEqual(['auditId', 'status', 'expiresAt'])
    expect(data['expiresAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  it('says nothing of a credential whose use is not known', async () => {
    await connect()
    // as releases stored it that did not record the use
    await sql`update platform_connection set used_at = null, expires_at = null
      where community_id = ${community.communityId}`.execute(app.base.db)
    expect(await noticeExpiry(await community.ctx(), 59)).toBeNull()
  })
})

it('a key that the platform refuses as expired is reported with the reason', async () => {
  await connect()
  app.world.changeKey(key, { expiresAt: inDays(-1) })
  await expect(syncRanks(await community.ctx())).rejects.toMatchObject({ code: 'platform_cloud_reconnect_required' })
  expect((await entries()).map(({ action, after }) => [action, after])).toEqual([
    ['platform.status', { status: 'reconnect_required', reason: 'expired' }],
  ])
  const [entry] = await entries()
  expect(JSON.parse(messageOf(entry as never)?.body ?? '')).toMatchObject({
    type: 'platform.connection.changed',
    data: { status: 'reconnect_required', reason: 'expired' },
  })
  await check()
  expect(await entries()).toHaveLength(1)
})

it('a refresh token ends 90 days after it was received, whatever the use', async () => {
  const grant = { clientId: `app-${key}`, clientSecret: `secret-${key}`, refreshToken: `refresh-${key}` }
  app.world.addGrant({ ...grant, ownerUserId: group.owner, groupIds: [group.id] })
  app.world.grants.accessTokenSeconds = 30
  await connect(grant)
  app.world.grants.accessTokenSeconds = 899
  expect(daysUntil((await row()).expires_at)).toBe(90)
  await age('expires_at', -10)
  await check()
  expect((await entries()).map(({ after }) => after['credentialKind'])).toEqual(['oauth'])
  // the token is valid for less than a minute: the next call renews it
  await until('the tokens are renewed', async () => {
    await syncRanks(await community.ctx())
    return daysUntil((await row()).expires_at) === 90
  })
  await check()
  expect(await entries()).toHaveLength(1)
})
