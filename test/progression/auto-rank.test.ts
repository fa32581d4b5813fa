// AutoRank after changes of experience.
import { setCommunity } from '../../src/communities/actions'
import { disconnectGroup } from '../../src/platform-connection/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { roles } = group
const [first, second, third] = group.members

beforeEach(async () => {
  app.simulator.faults.clear()
  for (const userId of group.members)
    for (const role of [roles.private, roles.sergeant, roles.lieutenant]) app.world.takeRole(group.id, userId, role)
  community = await app.community()
  const ctx = await community.ctx()
  await setRankThreshold(ctx, roles.private, 100)
  await setRankThreshold(ctx, roles.sergeant, 500)
})

const experience = (userId: number, op: string, amount: number): Promise<Answer> =>
  community.client.post(`/v2/members/${userId}/experience`, { op, amount })

/** Changed settings take effect within a second. */
async function untilAutoRank(userId: number, amount: number, expected: object): Promise<Answer> {
  let answer = await experience(userId, 'set', amount)
  await until(
    `AutoRank returns ${JSON.stringify(expected)}`,
    async () => {
      if (JSON.stringify(answer.body.meta.autoRank) === JSON.stringify(expected)) return true
      answer = await experience(userId, 'set', amount)
      return false
    },
    1_500,
  )
  return answer
}

it('moves a member below the ladder to the earned rank, in the record and on the platform', async () => {
  const { body } = await experience(first, 'set', 600)
  expect(body.meta.autoRank).toEqual({ outcome: 'changed' })
  expect(body.data.rank).toEqual({ uniqueId: roles.sergeant, rankId: 50, name: 'sergeant' })
  expect(app.world.rolesOf(group.id, first).sort()).toEqual([roles.recruit, roles.sergeant])
})

it('makes no platform call for a member on the earned rank', async () => {
  await experience(first, 'set', 150)
  const before = app.simulator.requests.length
  const { body } = await experience(first, 'increment', 1)
  expect(body.meta.autoRank).toEqual({ outcome: 'unchanged' })
  expect(app.simulator.requests.length).toBe(before)
})

it('skips a member above the ladder', async () => {
  app.world.giveRole(group.id, second, roles.lieutenant)
  const { body } = await experience(second, 'set', 600)
  expect(body.meta.autoRank).toEqual({ outcome: 'skipped', reason: 'outside_ladder' })
})

it('demotes only when the community allows it', async () => {
  await experience(first, 'set', 600)
  const kept = await experience(first, 'set', 150)
  expect([kept.body.meta.autoRank, kept.body.data.rank.rankId]).toEqual([
    { outcome: 'skipped', reason: 'demotion_not_allowed' },
    50,
  ])
  await setCommunity(await community.ctx(), { autoRankDemotes: true })
  const demoted = await untilAutoRank(first, 150, { outcome: 'changed' })
  expect(demoted.body.data.rank.rankId).toBe(10)
  expect(app.world.rolesOf(group.id, first).sort()).toEqual([roles.recruit, roles.private])
})

it('skips a member outside the group, without a ladder, and without a connection', async () => {
  app.world.addUser({ userId: 901, username: 'NotThere' })
  const outside = await experience(901, 'set', 600)
  expect(outside.body.meta.autoRank).toEqual({ outcome: 'skipped', reason: 'not_in_group' })
  const ctx = await community.ctx()
  for (const role of [roles.private, roles.sergeant]) await setRankThreshold(ctx, role, null)
  expect((await experience(first, 'set', 600)).body.meta.autoRank).toEqual({ outcome: 'skipped', reason: 'no_ladder' })
  await disconnectGroup(ctx)
  await untilAutoRank(first, 600, { outcome: 'skipped', reason: 'not_connected' })
})

it('decides by the rank on the platform, not by the stored rank', async () => {
  await experience(third, 'set', 1)
  app.world.giveRole(group.id, third, roles.private)
  const { body } = await experience(third, 'set', 150)
  expect([body.meta.autoRank, body.data.rank.rankId]).toEqual([{ outcome: 'unchanged' }, 1])
  const { body: refreshed } = await community.client.get(`/v2/members/${third}?refresh=1`)
  expect(refreshed.data.rank.rankId).toBe(10)
})

it.each([
  [{ kind: 'reject', status: 403 } as const, 502, 'authorization-intervention-required'],
  [{ kind: 'throttle' } as const, 429, 'provider-rejected-429'],
  [{ kind: 'reject', status: 500 } as const, 502, 'platform_cloud_unavailable'],
])(
  'keeps the experience and reports it as committed when the rank change fails with %j',
  async (fault, status, code) => {
    await experience(first, 'set', 0)
    app.simulator.faults.add({ ...fault, path: ':assignRole$' })
    const { status: answered, body } = await experience(first, 'set', 600)
    expect([answered, body.error.code, body.error.details.committed]).toEqual([status, code, ['experience']])
    app.simulator.faults.clear()
    await app.dba.deleteFrom('platform_budget').execute()
    const { body: after } = await community.client.get(`/v2/members/${first}`)
    expect(after.data.experience).toBe(600)
  },
)

it('makes one rank change for twenty concurrent increments that cross a threshold', async () => {
  await experience(first, 'set', 90)
  const before = app.simulator.requests.length
  const answers = await Promise.all(Array.from({ length: 20 }, () => experience(first, 'increment', 1)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(app.world.rolesOf(group.id, first).sort()).toEqual([roles.recruit, roles.private])
  const writes = app.simulator.requests.slice(before).filter(({ method }) => method === 'POST')
  expect(writes).toHaveLength(1)
})
