// A key made with only a name and scopes can give every rank that `GET /v2/ranks` shows as assignable, in groups of any
// shape.
import { randomUUID } from 'node:crypto'
import { issueKey } from '../../src/auth/actions'
import { settled } from '../operations/fixture'
import { group, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'

const [userId] = group.members
const idOf = (rank: number): number => 20_000 + rank
const scopes = ['members.read', 'ranks.read', 'members.ranks.write']

describe.each([[[1, 200]], [[1, 100, 200]], [[1, 10, 20, 30, 40]]])('in a group with the ranks %j', (ranks) => {
  const highest = ranks.at(-1) ?? 0
  let app: TestApp
  let home: TestCommunity
  let client: Client
  beforeAll(async () => {
    app = await startTestApp()
    const { recruit, private: privateRank, sergeant, lieutenant } = group.roles
    for (const rank of ranks) app.world.addRole(group.id, { roleId: idOf(rank), rank, name: `Rank ${rank}` })
    for (const roleId of [recruit, privateRank, sergeant, lieutenant]) app.world.removeRole(group.id, roleId)
    home = await app.community()
    const { key } = await issueKey(await home.ctx(), { name: 'bot', scopes })
    client = app.clientFor(key, home.communityId)
  })
  afterAll(() => app.close())
  beforeEach(() => hold(idOf(ranks[0] ?? 0)))

  const hold = (role: number): void => {
    for (const held of app.world.rolesOf(group.id, userId))
      if (held !== idOf(ranks[0] ?? 0)) app.world.takeRole(group.id, userId, held)
    if (role !== idOf(ranks[0] ?? 0)) app.world.giveRole(group.id, userId, role)
  }
  const held = (): number => Math.max(...app.world.rolesOf(group.id, userId)) - 20_000
  const queued = async (body: object): Promise<void> => {
    const key = { 'Idempotency-Key': randomUUID() }
    const answer = await client.post('/v2/platform-operations/ranks', { userId, ...body }, key)
    expect((await settled(home, answer.body.data.id as string)).error).toBeNull()
  }

  it('shows these ranks as assignable', async () => {
    const { data } = (await client.get('/v2/ranks')).body as { data: { rankId: number; assignable: boolean }[] }
    expect(data.filter(({ assignable }) => assignable).map(({ rankId }) => rankId)).toEqual(ranks)
  })

  it.each(ranks)('sets the rank %d, at once and queued', async (rankId) => {
    expect((await client.put(`/v2/members/${userId}/rank`, { rankId })).body.data.rank.rankId).toBe(rankId)
    hold(idOf(ranks[0] ?? 0))
    await queued({ rankId })
    expect(held()).toBe(rankId)
  })

  it('promotes to the highest rank and demotes to the lowest, at once and queued', async () => {
    for (const rank of ranks.slice(1)) {
      const { body } = await client.post(`/v2/members/${userId}/rank/promote`)
      expect(body.data?.rank.rankId).toBe(rank)
    }
    for (let step = 1; step < ranks.length; step++) await client.post(`/v2/members/${userId}/rank/demote`)
    expect(held()).toBe(ranks[0])
    for (let step = 1; step < ranks.length; step++) await queued({ move: 'promote' })
    expect(held()).toBe(highest)
    for (let step = 1; step < ranks.length; step++) await queued({ move: 'demote' })
    expect(held()).toBe(ranks[0])
  })
})
