// The rank sync, thresholds of ranks, and the AutoRank settings.
import { newestEntries } from '../support/audit'
import { makeApp } from '../../src/process/app'
import {
  group,
  makeClient,
  serve,
  startTestApp,
  tasksOf,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const { roles } = group
const [first] = group.members
const extra = 9070

beforeEach(async () => {
  app.simulator.faults.clear()
  community = await app.community()
})
afterEach(() => removeExtra())

let hasExtra = false
function addExtra(): void {
  app.world.addRole(group.id, { roleId: extra, rank: 70, name: 'warrant officer' })
  hasExtra = true
}
function removeExtra(): void {
  if (hasExtra) app.world.removeRole(group.id, extra)
  hasExtra = false
}

const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const placeOf = ({ status, body }: Answer): unknown => [status, body.error?.details?.issues[0].instancePath]
const sync = () => community.client.post('/v2/ranks/sync')
const entries = async (action: string) =>
  (await newestEntries(app.base, community.communityId, 100)).filter((entry) => entry.action === action)

describe('a rank sync', () => {
  it('stores the current roles, keeps thresholds, and reports the changes', async () => {
    await community.client.patch(`/v2/ranks/${roles.private}`, { autoRank: { experience: 5 } })
    addExtra()
    const { status, body } = await sync()
    expect([status, body.meta]).toEqual([200, { added: 1, changed: 0, removed: 0, auditId: expect.any(String) }])
    expect(body.data).toEqual((await community.client.get('/v2/ranks')).body.data)
    expect(body.data.map((rank: { rankId: number }) => rank.rankId)).toEqual([0, 1, 10, 50, 70, 100, 255])
    expect(body.data[2].autoRank).toEqual({ experience: 5 })
    expect((await entries('rank.sync'))[0]).toMatchObject({
      audit_id: Number(body.meta.auditId),
      actor_kind: 'key',
      before: { changed: [], removed: [] },
      after: { added: [{ uniqueId: extra, rankId: 70, name: 'warrant officer' }], changed: [] },
    })
  })

  it('reports a removed rank with its threshold in the audit log', async () => {
    addExtra()
    await sync()
    await community.client.patch(`/v2/ranks/${extra}`, { autoRank: { experience: 900 } })
    removeExtra()
    expect((await sync()).body.meta).toMatchObject({ added: 0, changed: 0, removed: 1 })
    const removed = [{ uniqueId: extra, rankId: 70, name: 'warrant officer', autoRank: { experience: 900 } }]
    expect((await entries('rank.sync'))[0]).toMatchObject({
      before: { changed: [], removed },
      after: { added: [], changed: [] },
    })
  })

  it('writes no audit entry if only member counts changed', async () => {
    const before = (await entries('rank.sync')).length
    expect((await sync()).body.meta).toEqual({ added: 0, changed: 0, removed: 0, auditId: null })
    await tasksOf(app)['sync-ranks'](community)
    expect(await entries('rank.sync')).toHaveLength(before)
  })

  it('reports a change once in ten concurrent syncs', async () => {
    const before = (await entries('rank.sync')).length
    addExtra()
    const answers = await Promise.all(Array.from({ length: 10 }, sync))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(answers.filter(({ body }) => body.meta.added === 1)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.meta.auditId === null)).toHaveLength(9)
    expect(await entries('rank.sync')).toHaveLength(before + 1)
  })

  it('fails like other platform calls, and changes nothing', async () => {
    const stored = (await community.client.get('/v2/ranks')).body
    app.simulator.faults.add({ kind: 'throttle' })
    expect(codeOf(await sync())).toEqual([429, 'platform_cloud_rate_limited'])
    app.simulator.faults.clear()
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    expect(codeOf(await sync())).toEqual([502, 'platform_cloud_unavailable'])
    app.simulator.faults.clear()
    expect((await community.client.get('/v2/ranks')).body).toEqual(stored)
    const bare = await app.community({ connected: false })
    expect(codeOf(await bare.client.post('/v2/ranks/sync'))).toEqual([409, 'platform_cloud_not_configured'])
  })
})

describe('the threshold of a rank', () => {
  const update = (uniqueId: number | string, body: object, by: Client = community.client) =>
    by.patch(`/v2/ranks/${uniqueId}`, body)
  const to = (experience: number) => ({ autoRank: { experience } })
  const summaries = ({ body }: Answer) =>
    (body.meta.unreachable as { uniqueId: number }[]).map(({ uniqueId }) => uniqueId)

  it('can be set, changed and removed in two ways, with an audit entry for each', async () => {
    const { status, body } = await update(roles.private, to(100))
    expect([status, body.data.autoRank, body.meta.unreachable]).toEqual([200, { experience: 100 }, []])
    expect((await community.client.get('/v2/ranks')).body.data[2]).toEqual(body.data)
    const newest = async () => (await entries('rank.threshold'))[0]
    expect(await newest()).toMatchObject({
      audit_id: Number(body.meta.auditId),
      before: { uniqueId: roles.private, autoRank: null },
      after: { uniqueId: roles.private, autoRank: { experience: 100 } },
    })
    await update(roles.private, to(-9_007_199_254_740_991))
    expect((await update(roles.private, { removeAutoRank: true })).body.data.autoRank).toBeNull()
    expect(await newest()).toMatchObject({
      before: { autoRank: { experience: -9_007_199_254_740_991 } },
      after: { autoRank: null },
    })
    await update(roles.private, to(0))
    expect((await update(roles.private, { autoRank: null })).body.data.autoRank).toBeNull()
    expect((await update(roles.private, { removeAutoRank: true })).body.meta.auditId).toBeNull()
    expect(await entries('rank.threshold')).toHaveLength(5)
  })

  it('may exceed that of a higher rank, and unreachable ranks are then reported', async () => {
    await update(roles.private, to(100))
    await update(roles.lieutenant, to(1_000))
    const absurd = await update(roles.sergeant, to(1_000))
    expect(summaries(absurd)).toEqual([roles.sergeant])
    expect(summaries(await update(roles.lieutenant, to(50)))).toEqual([roles.private, roles.sergeant])
    expect(summaries(await update(roles.lieutenant, to(2_000)))).toEqual([])
  })

  it('is rejected for guest, owner, unknown ranks and ranks of another community', async () => {
    for (const role of [roles.guest, roles.owner]) {
      expect(codeOf(await update(role, to(1)))).toEqual([409, 'rank_not_assignable'])
      expect((await update(role, { removeAutoRank: true })).body.meta.auditId).toBeNull()
    }
    const absent = await update(4711, to(1))
    expect([codeOf(absent), absent.body.error.details]).toEqual([[404, 'rank_not_found'], { field: 'uniqueId' }])
    expect(codeOf(await update('9007199254740991', to(1)))).toEqual([404, 'rank_not_found'])
    const bare = await app.community({ connected: false })
    expect(codeOf(await update(roles.private, to(1), bare.client))).toEqual([404, 'rank_not_found'])
  })

  it.each([
    [{}, '/body'],
    [{ autoRank: {} }, '/body/autoRank/experience'],
    [{ autoRank: { experience: 1 }, removeAutoRank: true }, '/body'],
    [{ autoRank: { experience: '1' } }, '/body/autoRank/experience'],
    [{ autoRank: { experience: 9_007_199_254_740_992 } }, '/body/autoRank/experience'],
    [{ removeAutoRank: false }, '/body/removeAutoRank'],
    [{ name: 'x' }, '/body/name'],
  ])('rejects %j with 400', async (body, place) => {
    expect(placeOf(await update(roles.private, body))).toEqual([400, place])
  })

  it.each(['x', '0', '-1', '1.0', '9007199254740992'])('rejects the unique id %s with 400', async (uniqueId) => {
    expect(placeOf(await update(uniqueId, to(1)))).toEqual([400, '/path/uniqueId'])
  })
})

describe('the AutoRank settings', () => {
  const settings = async () => (await community.client.get('/v2/auto-rank')).body.data as unknown
  const update = (body: object) => community.client.patch('/v2/auto-rank', body)
  const autoRank = async (by: Client = community.client) =>
    (await by.post(`/v2/members/${first}/experience`, { op: 'increment', amount: 0 })).body.meta.autoRank as unknown

  it('are enabled and not demoting by default, and updates are visible immediately and audited', async () => {
    expect(await settings()).toEqual({ enabled: true, demotes: false })
    const { body } = await update({ demotes: true })
    expect(body).toEqual({ data: { enabled: true, demotes: true }, meta: { auditId: expect.any(String) } })
    expect(await settings()).toEqual(body.data)
    const newest = async () => (await entries('auto-rank.update'))[0]
    expect(await newest()).toMatchObject({ before: { demotes: false }, after: { demotes: true } })
    await update({ enabled: false, demotes: true })
    expect(await newest()).toMatchObject({ before: { enabled: true }, after: { enabled: false } })
    expect((await update({ enabled: false })).body.meta.auditId).toBeNull()
    expect(await entries('auto-rank.update')).toHaveLength(2)
  })

  it('change once in ten concurrent equal requests, as does a threshold', async () => {
    const changes = await Promise.all(Array.from({ length: 10 }, () => update({ enabled: false, demotes: true })))
    const body = { autoRank: { experience: 7 } }
    const ladder = await Promise.all(
      Array.from({ length: 10 }, () => community.client.patch(`/v2/ranks/${roles.private}`, body)),
    )
    for (const answers of [changes, ladder]) {
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(answers.filter((answer) => answer.body.meta.auditId !== null)).toHaveLength(1)
    }
    expect(await entries('auto-rank.update')).toHaveLength(1)
    expect(await entries('rank.threshold')).toHaveLength(1)
  })

  it('apply to every process within a second', async () => {
    await community.client.patch(`/v2/ranks/${roles.private}`, { autoRank: { experience: 1_000_000 } })
    const second = await serve(await makeApp(app.parts))
    const other = makeClient(second.url, {
      Authorization: `Bearer ${community.key}`,
      'X-Community-Id': community.communityId,
    })
    try {
      const both = async () => [await autoRank(), await autoRank(other)]
      const unchanged = { outcome: 'unchanged' }
      expect(await both()).toEqual([unchanged, unchanged])
      const disabled = { outcome: 'skipped', reason: 'disabled' }
      for (const [enabled, expected] of [
        [false, disabled],
        [true, unchanged],
      ] as const) {
        await update({ enabled })
        const holds = async () => (await both()).every((one) => JSON.stringify(one) === JSON.stringify(expected))
        await until(`enabled: ${enabled} holds on both`, holds, 1_000)
      }
    } finally {
      await second.close()
    }
  })

  it('prevent all AutoRank moves while disabled, including those of a fetch', async () => {
    await community.client.get(`/v2/members/${first}`)
    await community.client.patch(`/v2/ranks/${roles.private}`, { autoRank: { experience: 0 } })
    await update({ enabled: false })
    const reason = async () => (await community.client.get(`/v2/members/${first}/auto-rank`)).body.data.reason as string
    await until('AutoRank is off', async () => (await reason()) === 'disabled')
    const { body } = await community.client.post(`/v2/members/${first}/experience`, { op: 'set', amount: 500 })
    expect([body.meta.autoRank, body.data.rank.rankId]).toEqual([{ outcome: 'skipped', reason: 'disabled' }, 1])
    const fetched = await community.client.get(`/v2/members/${first}?refresh=1`)
    expect(fetched.body.meta.autoRank).toEqual({ outcome: 'skipped', reason: 'disabled' })
  })

  it.each([
    [{}, '/body'],
    [{ enabled: 'true' }, '/body/enabled'],
    [{ demote: true }, '/body/demote'],
  ])('reject %j with 400', async (body, place) => {
    expect(placeOf(await update(body))).toEqual([400, place])
  })

  it('are separate for each community', async () => {
    const other = await app.community({ connected: false })
    await update({ enabled: false, demotes: true })
    expect((await other.client.get('/v2/auto-rank')).body.data).toEqual({ enabled: true, demotes: false })
  })
})
