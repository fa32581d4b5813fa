// Rank changes whose row changes while a statement waits for its lock.
import { sql } from 'kysely'
import { claimOperation, recordSteps, type Claimed } from '../../src/operations/dispatch/queries'
import { findOperation } from '../../src/operations/queries'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { acrossALockWait } from '../support/locks'
import { accepted, hold, release } from './fixture'

let app: TestApp
let community: TestCommunity
let place: { databaseUrl: string; db: TestApp['app']['db'] }
beforeAll(async () => {
  app = await startTestApp()
  place = { databaseUrl: app.databaseUrl, db: app.app.db }
})
afterAll(() => app.close())
beforeEach(async () => {
  await hold(app)
  community = await app.community()
  // another member for each test: a rank change that a test leaves queued is executed during a later one
  member = members.next().value as number
})

const members = group.members.values()
let member: number
it('a worker that lost its lease does not store the rank to restore', async () => {
  const ctx = await community.ctx()
  const id = await accepted(community, { userId: member, rankId: 50 })
  await app.worker?.stop()
  await release(app)
  const { operation, ranks } = (await claimOperation(ctx.db, { workerId: 'first', leaseSeconds: 10 }, [
    'bulk',
  ])) as Claimed
  const [target] = ranks
  if (!target) throw new Error('no rank is stored')
  await sql`insert into suspension (community_id, suspension_id, user_id, ends_at, state, operation_id, suspended_unique_id)
    values (${community.communityId}, 'sus_testtesttesttesttest', ${member}, now() + interval '1 hour', 'suspending', ${id}, 1)`.execute(
    app.app.db,
  )
  await acrossALockWait(
    place,
    (other) =>
      other.query(`update platform_operation set worker_id = 'second', claims = claims + 1 where operation_id = $1`, [
        id,
      ]),
    '%gate as materialized%taken as%',
    () =>
      recordSteps(ctx, operation, {
        target,
        steps: [],
        former: { rank: 77, roles: [77] },
        leaseSeconds: 10,
        begins: true,
        takes: false,
      }),
  )
  const { rows } = await sql<{ former: number | null }>`
    select former_unique_id as former from suspension where suspension_id = 'sus_testtesttesttesttest'`.execute(
    app.app.db,
  )
  expect(rows).toEqual([{ former: null }])
  expect((await findOperation(ctx, id))?.worker_id).toBe('second')
})
