// With SCHEDULER=off, requests move and restore members themselves; a worker ends due suspensions.
import { sql } from 'kysely'
import { makeWorker } from '../../../src/process/app'
import { rolesOnPlatform, watchWrites } from '../../operations/fixture'
import { group, startTestApp, type TestApp, type TestCommunity } from '../../support/app'
import { until } from '../../support/until'
import {
  breakKey,
  ended,
  lift,
  restoreKey,
  operationsOf,
  makeDue,
  read,
  suspend,
  suspended,
  suspendedRole,
} from './fixture'

const { roles } = group
const [first, second, third, fourth, fifth] = group.members
const sergeant = [roles.recruit, roles.sergeant]
const restoreWrites = [`assignRole ${roles.sergeant}`, `unassignRole ${suspendedRole}`]

let app: TestApp
let community: TestCommunity
let worker: { stop(): Promise<void> } | null = null
beforeAll(async () => {
  app = await startTestApp({ scheduler: false })
  community = await app.community()
})
afterAll(() => app.close())
afterEach(async () => {
  await worker?.stop()
  worker = null
})

it('suspends a member, blocks rank changes and restores the rank without a worker', async () => {
  const writes = watchWrites(app, first)
  const made = await suspended(app, community, first)
  expect([made.state, made.formerRank?.uniqueId]).toEqual(['active', roles.sergeant])
  const blocked = await community.client.put(`/v2/members/${first}/rank`, { rankId: 100 })
  expect([blocked.status, blocked.body.error.code]).toEqual([409, 'member_suspended'])
  expect((await lift(community, made)).body.data).toMatchObject({ state: 'ended', outcome: 'restored' })
  expect([writes.effective().slice(2), rolesOnPlatform(app, first)]).toEqual([restoreWrites, sergeant])
})

it('creates one suspension for 20 concurrent requests', async () => {
  app.world.giveRole(group.id, second, roles.sergeant)
  const answers = await Promise.all(Array.from({ length: 20 }, () => suspend(community, second)))
  const codes = answers.map(({ status, body }) => (status === 201 ? 'made' : (body.error.code as string)))
  expect(codes.sort()).toEqual(['made', ...Array.from({ length: 19 }, () => 'member_suspended')].sort())
  expect(await operationsOf(app, second, 'rank.suspend')).toEqual([{ status: 'succeeded' }])
})

it('a worker ends due suspensions, and executes what a process left in the queue', async () => {
  const { suspensionId } = await suspended(app, community, third)
  await sql`insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
      deadline_at, actor_kind, actor_id)
    values (${community.communityId}, 'op_aaaaaaaaaaaaaaaaaaaa', 'rank.set', ${fifth}, ${roles.sergeant}, false, true,
      now() + interval '1 hour', 'key', 'before the scheduler was turned off')`.execute(app.app.db)
  const writes = watchWrites(app, third)
  await makeDue(app, community)
  worker = makeWorker(app.parts)
  expect((await ended(community, suspensionId)).outcome).toBe('restored')
  expect([writes.effective(), rolesOnPlatform(app, third)]).toEqual([restoreWrites, sergeant])
  await until('the queue is empty', async () => (await operationsOf(app, fifth, 'rank.set'))[0]?.status === 'succeeded')
})

it('restores the rank after the connection is renewed', async () => {
  const { suspensionId } = await suspended(app, community, fourth)
  worker = makeWorker(app.parts)
  breakKey(app)
  await makeDue(app, community)
  await until('the restore was attempted', async () => {
    const { rows } = await sql`select from platform_connection
      where community_id = ${community.communityId} and status = 'reconnect_required'`.execute(app.app.db)
    return rows.length > 0
  })
  expect((await read(community, suspensionId)).state).toBe('restoring')
  await restoreKey(app, community)
  expect((await ended(community, suspensionId)).outcome).toBe('restored')
  expect(rolesOnPlatform(app, fourth)).toEqual(sergeant)
})

it('restores the rank once when a lift and a worker end the suspension concurrently', async () => {
  worker = makeWorker(app.parts)
  const made = await suspended(app, community, first)
  const writes = watchWrites(app, first)
  const [answer] = await Promise.all([lift(community, made), makeDue(app, community)])
  expect([answer.status, answer.body.data.outcome]).toEqual([200, 'restored'])
  expect(writes.effective()).toEqual(restoreWrites)
})
