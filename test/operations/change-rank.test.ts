// setMemberRank, promoteMember, demoteMember and listRanks: the resulting roles on the platform, and every error.
import { setRankThreshold } from '../../src/ranks/actions'
import { group, startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { roles } = group
const [first, second] = group.members

beforeEach(async () => {
  app.simulator.faults.clear()
  for (const role of [roles.private, roles.sergeant, roles.lieutenant]) app.world.takeRole(group.id, first, role)
  community = await app.community()
})

const setRank = (body: object, userId: number = first) => community.client.put(`/v2/members/${userId}/rank`, body)
const move = (direction: 'promote' | 'demote', userId: number = first) =>
  community.client.post(`/v2/members/${userId}/rank/${direction}`)
const held = (userId: number = first) => app.world.rolesOf(group.id, userId).sort()

describe('setMemberRank', () => {
  it.each([[{ rankId: 50 }], [{ rankUniqueId: roles.sergeant }]])('gives the rank identified by %j', async (body) => {
    const answer = await setRank(body)
    expect([answer.status, answer.body.meta.changed]).toEqual([200, true])
    expect(answer.body.data.rank).toEqual({ uniqueId: roles.sergeant, rankId: 50, name: 'sergeant' })
    expect(held()).toEqual([roles.recruit, roles.sergeant])
  })

  it('assigns the role first, then unassigns the other managed roles only', async () => {
    await community.client.patch('/v2/settings', { singleRank: true })
    app.world.giveRole(group.id, first, roles.private)
    app.world.giveRole(group.id, first, roles.lieutenant)
    const before = app.simulator.requests.length
    await setRank({ rankId: 50 })
    const writes = app.simulator.requests.slice(before).filter(({ method }) => method === 'POST')
    expect(writes.map(({ path }) => path.split(':').at(-1))).toEqual(['assignRole', 'unassignRole', 'unassignRole'])
    expect(held()).toEqual([roles.recruit, roles.sergeant])
  })

  it('succeeds without a write for a rank already held', async () => {
    await setRank({ rankId: 50 })
    const before = app.simulator.requests.length
    const { status, body } = await setRank({ rankId: 50 })
    expect([status, body.meta]).toEqual([200, { changed: false, auditId: null }])
    expect(app.simulator.requests.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('demotes to the base role by unassigning the others', async () => {
    await setRank({ rankId: 100 })
    const { body } = await setRank({ rankId: 1 })
    expect([body.data.rank.rankId, held()]).toEqual([1, [roles.recruit]])
  })

  it('writes an audit entry with both ranks', async () => {
    await setRank({ rankId: 10 })
    const entries = await newestEntries(app.base, community.communityId, 10)
    expect(entries.find(({ action }) => action === 'member.rank')).toMatchObject({
      action: 'member.rank',
      user_id: first,
      actor_kind: 'key',
      before: { rank: { rankId: 1 } },
      after: { rank: { rankId: 10, uniqueId: roles.private, name: 'private' } },
    })
  })

  it.each([
    [{}, '/body'],
    [{ rankId: 1, rankUniqueId: 2 }, '/body'],
    [{ rankId: 256 }, '/body/rankId'],
    [{ rankId: -1 }, '/body/rankId'],
    [{ rankUniqueId: 0 }, '/body/rankUniqueId'],
  ])('rejects the body %j with 400', async (body, place) => {
    const answer = await setRank(body)
    expect([answer.status, answer.body.error.details.issues[0].instancePath]).toEqual([400, place])
  })

  it.each([
    [{ rankId: 77 }, 'rankId'],
    [{ rankUniqueId: 424242 }, 'rankUniqueId'],
  ])('returns 404 for the unknown rank %j with the field', async (body, field) => {
    const answer = await setRank(body)
    expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([
      404,
      'rank_not_found',
      field,
    ])
  })

  it('finds a role that was added to the platform after the last sync', async () => {
    app.world.addRole(group.id, { roleId: 9060, rank: 60, name: 'ensign' })
    const { status, body } = await setRank({ rankId: 60 })
    expect([status, body.data.rank.name]).toEqual([200, 'ensign'])
    app.world.takeRole(group.id, first, 9060)
    app.world.removeRole(group.id, 9060)
  })

  it.each([[{ rankId: 0 }], [{ rankId: 255 }]])('rejects %j with 409', async (body) => {
    const answer = await setRank(body)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'rank_not_assignable'])
  })

  it("does not change the owner's rank", async () => {
    const answer = await setRank({ rankId: 50 }, group.owner)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'rank_not_assignable'])
  })

  it('returns 409 for an account outside the group', async () => {
    const answer = await setRank({ rankId: 50 }, group.outsider)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'member_not_in_group'])
  })

  it('checks the connection before the rank', async () => {
    const unconnected = await app.community({ connected: false })
    const answer = await unconnected.client.put(`/v2/members/${first}/rank`, { rankId: 77 })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'platform_cloud_not_configured'])
  })
})

describe('promote and demote', () => {
  it('move to the next rank by rank number', async () => {
    expect((await move('promote')).body.data.rank.rankId).toBe(10)
    expect((await move('promote')).body.data.rank.rankId).toBe(50)
    expect((await move('demote')).body.data.rank.rankId).toBe(10)
    expect(held()).toEqual([roles.recruit, roles.private])
  })

  it('start from the current roles on the platform', async () => {
    await community.client.get(`/v2/members/${first}`)
    app.world.giveRole(group.id, first, roles.sergeant)
    expect((await move('promote')).body.data.rank.rankId).toBe(100)
  })

  it('stop at the highest and the lowest assignable rank', async () => {
    expect((await move('demote')).body.error.code).toBe('rank_limit_reached')
    await setRank({ rankId: 100 })
    const answer = await move('promote')
    expect([answer.status, answer.body.error.code]).toEqual([409, 'rank_limit_reached'])
  })

  it('move one step each in ten concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => move('promote')))
    const codes = answers.map(({ status, body }) => body.error?.code ?? status)
    expect(codes.filter((code) => code === 200)).toHaveLength(3)
    expect(codes.filter((code) => code === 'rank_limit_reached')).toHaveLength(7)
    expect(held()).toEqual([roles.recruit, roles.lieutenant])
  })
})

describe('listRanks', () => {
  it('sorts by rank number and shows which ranks are assignable', async () => {
    const { body } = await community.client.get('/v2/ranks')
    expect(body.data.map((rank: { rankId: number; assignable: boolean }) => [rank.rankId, rank.assignable])).toEqual([
      [0, false],
      [1, true],
      [10, true],
      [50, true],
      [100, true],
      [255, false],
    ])
    expect(body.data[0].memberCount).toBeNull()
  })

  it('is empty for a community without a connection', async () => {
    const { client } = await app.community({ connected: false })
    expect((await client.get('/v2/ranks')).body).toEqual({ data: [] })
  })

  it('reflects the platform after the sync job, which keeps thresholds of remaining roles', async () => {
    await setRankThreshold(await community.ctx(), roles.private, 5)
    app.world.addRole(group.id, { roleId: 9070, rank: 70, name: 'warrant officer' })
    await tasksOf(app)['sync-ranks'](community)
    const { body } = await community.client.get('/v2/ranks')
    expect(body.data.map((rank: { rankId: number }) => rank.rankId)).toEqual([0, 1, 10, 50, 70, 100, 255])
    expect(body.data[2].autoRank).toEqual({ experience: 5 })
    app.world.removeRole(group.id, 9070)
    await tasksOf(app)['sync-ranks'](community)
    expect((await community.client.get('/v2/ranks')).body.data).toHaveLength(6)
  })
})

it('a rank change of an account that left the group clears its stored rank', async () => {
  await community.client.get(`/v2/members/${second}`)
  app.world.removeMember(group.id, second)
  expect((await setRank({ rankId: 50 }, second)).body.error.code).toBe('member_not_in_group')
  await until(
    'the rank is cleared',
    async () => (await community.client.get(`/v2/members/${second}`)).body.data.rank === null,
  )
  app.world.addMember(group.id, second)
})
