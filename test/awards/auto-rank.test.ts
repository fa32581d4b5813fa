// AutoRank after changes of experience.
import { sql } from 'kysely'
import { setCommunity } from '../../src/communities/actions'
import { disconnectGroup } from '../../src/platform-connection/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import type { FaultEffect } from '../../src/simulator/faults'
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

/** Repeats until the changed settings take effect, which takes up to one second. */
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

const onWrite = { path: ':assignRole$' }
const refusals: [name: string, arrange: () => unknown][] = [
  ['forbids the write', () => fault({ kind: 'reject', status: 403 })],
  ['throttles the write', () => fault({ kind: 'throttle' })],
  ['fails', () => fault({ kind: 'reject', status: 500 })],
  ['times out', () => fault({ kind: 'reject', status: 408 })],
  ['does not show the roles', () => app.simulator.faults.add({ kind: 'reject', status: 503, path: '/memberships$' })],
  ['may not be asked during a pause', () => paused(sql`now()`)],
]
const fault = (effect: FaultEffect) => app.simulator.faults.add({ ...effect, ...onWrite })
const paused = (at: ReturnType<typeof sql>) =>
  sql`insert into dispatch_lane (community_id, paused_at) values (${community.communityId}, ${at})
    on conflict (community_id) do update set paused_at = ${at}`.execute(app.app.db)
const wake = () => sql`select graphile_worker.add_job('dispatch-bulk', payload => '{}')`.execute(app.app.db)

describe.each(refusals)('an award whose rank change fails, because the platform %s', (name, arrange) => {
  it('is stored, and its answer names the operation that follows', async () => {
    await experience(first, 'set', 0)
    await arrange()
    const { status, body, headers } = await experience(first, 'increment', 600)
    expect([status, body.data.experience, body.meta.autoRank]).toEqual([
      200,
      600,
      { outcome: 'queued', operationId: expect.stringMatching(/^op_/) as string },
    ])
    expect(headers['retry-after']).toBeUndefined()
    app.simulator.faults.clear()
    await paused(sql`null`)
    await app.dba.deleteFrom('platform_budget').execute()
    await wake()
    const { body: after } = await community.client.get(`/v2/members/${first}`)
    expect(after.data.experience).toBe(600)
    // a permanent refusal is final: a person must act first
    if (name !== 'forbids the write')
      await until('the rank follows', () => app.world.rolesOf(group.id, first).includes(roles.sergeant))
    await until('no rank change is left', async () => {
      const { rows } = await sql`select from platform_operation where completed_at is null`.execute(app.app.db)
      return rows.length === 0
    })
  })
})

it('queues one AutoRank for a member, however many awards were refused', async () => {
  await experience(first, 'set', 0)
  await paused(sql`now()`)
  for (let award = 0; award < 3; award++)
    expect((await experience(first, 'increment', 200)).status).toBeGreaterThan(199)
  const { rows } = await sql`select from platform_operation
    where community_id = ${community.communityId} and status = 'queued'`.execute(app.app.db)
  expect(rows).toHaveLength(1)
  await paused(sql`null`)
  await wake()
  await until('the rank follows', () => app.world.rolesOf(group.id, first).includes(roles.sergeant))
})

it('makes one rank change for twenty concurrent increments that cross a threshold', async () => {
  await experience(first, 'set', 90)
  const before = app.simulator.requests.length
  const answers = await Promise.all(Array.from({ length: 20 }, () => experience(first, 'increment', 1)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(app.world.rolesOf(group.id, first).sort()).toEqual([roles.recruit, roles.private])
  const writes = app.simulator.requests.slice(before).filter(({ method }) => method === 'POST')
  expect(writes).toHaveLength(1)
})
