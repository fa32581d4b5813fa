// Settings and plans of a community over the API.
import { setCommunity, setPlan, setSubscription } from '../../src/communities/actions'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community()
})

describe('settings', () => {
  it('are those of the command line, and are audited with the acting key', async () => {
    const limits = { name: 'Northern Watch', experienceAwardLimit: 300, quotaAwardLimit: 30 }
    const before = { ...limits, singleRank: false, alarmChangesPerMinute: 50 }
    await setCommunity(await home.ctx(), limits)
    expect((await home.client.get('/v2/settings')).body).toEqual({ data: before })
    const changed = await home.client.patch('/v2/settings', { experienceAwardLimit: 500, quotaAwardLimit: 30 })
    const [entry] = await newestEntries(app.base, home.communityId, 1)
    expect(changed.body).toEqual({
      data: { ...before, experienceAwardLimit: 500 },
      meta: { auditId: String(entry?.audit_id) },
    })
    expect(entry).toMatchObject({
      actor_kind: 'key',
      actor_id: home.key.split('_')[1],
      action: 'community.set',
      before: { experienceAwardLimit: 300 },
      after: { experienceAwardLimit: 500 },
    })
  })

  it('write no audit entry when nothing changes', async () => {
    const { name } = (await home.client.get('/v2/settings')).body.data
    const [last] = await newestEntries(app.base, home.communityId, 1)
    expect((await home.client.patch('/v2/settings', { name })).body.meta).toEqual({ auditId: null })
    expect((await newestEntries(app.base, home.communityId, 1))[0]?.audit_id).toBe(last?.audit_id)
  })

  it('take effect within a second', async () => {
    const add = async () =>
      (await home.client.post('/v2/members/101/experience', { op: 'increment', amount: 900 })).body.meta
    expect((await add()).clamped).toBe(false)
    await home.client.patch('/v2/settings', { experienceAwardLimit: 100 })
    await until('the limit is applied', async () => (await add()).clamped === true, 1_000)
  })

  it('need the scope of what a limit limits', async () => {
    const client = await home.clientWith(['settings.write', 'members.experience.write'])
    expect((await client.patch('/v2/settings', { name: 'Watch', experienceAwardLimit: 1 })).status).toBe(200)
    const { status, body } = await client.patch('/v2/settings', { quotaAwardLimit: 1 })
    expect([status, body.error.details.required]).toEqual([403, ['members.quota.write']])
  })

  it.each([{ apiEnabled: false }, { storage: {} }, { plan: 'pro' }, { autoRankEnabled: true }])(
    'of the operator are refused: %j',
    async (change) => {
      expect((await home.client.patch('/v2/settings', change)).body.error.code).toBe('validation_failed')
    },
  )

  it('overwrite no change of the command line in between', async () => {
    const { etag = '' } = (await home.client.get('/v2/settings')).headers
    await setCommunity(await home.ctx(), { name: 'Renamed' })
    const answer = await home.client.patch('/v2/settings', { name: 'Watch' }, { 'If-Match': etag })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'record_changed'])
    expect((await home.client.get('/v2/settings')).body.data.name).toBe('Renamed')
  })
})

describe('plans', () => {
  it('are those that the community holds, and no others of the server', async () => {
    const ctx = await home.ctx()
    await setPlan(app.base, 'guild', { apiAccess: true, features: ['ranks'] })
    await setPlan(app.base, 'secret-guild', { apiAccess: true, features: ['events'] })
    await setSubscription(ctx, 'subscription', 'guild', null)
    await setSubscription(ctx, 'trial', 'pro', '2020-01-31T18:00:00Z')
    const { text, body } = await home.client.get('/v2/plans')
    const guild = { apiAccess: true, automaticGrading: false, features: ['ranks'] }
    expect(body.data).toMatchObject([
      { kind: 'subscription', plan: 'guild', live: true, endsAt: null, ...guild },
      { kind: 'trial', plan: 'pro', live: false, endsAt: '2020-01-31T18:00:00.000000Z', automaticGrading: true },
    ])
    expect(text).not.toContain('secret-guild')
  })
})
