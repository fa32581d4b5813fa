// Rank changes whose row changes during a lock wait.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { claimOperation, recordSteps, type Claimed } from '../../src/operations/dispatch/queries'
import { findOperation } from '../../src/operations/queries'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { acrossALockWait } from '../support/locks'
import { accepted, hold, release, read, settled, submit } from './fixture'

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
  // the rank change that a test leaves in the queue of its community is executed during a later one
  member = members.next().value as number
})

const members = group.members.values()
let member: number
const cancelled = `update platform_operation set status = 'cancelled', completed_at = now(), error_code = 'operation_cancelled',
  error_message = 'Cancelled.' where operation_id = $1`

/** As after a concurrent end of its predecessor. */
async function queuedUnpromoted(): Promise<string> {
  const id = await accepted(community, { userId: member, rankId: 50 })
  await sql`update platform_operation set first_in_line = false where operation_id = ${id}`.execute(app.app.db)
  return id
}

it('a submission returns 202 although its predecessor ends concurrently', async () => {
  const before = await queuedUnpromoted()
  const answer = await acrossALockWait(
    place,
    (other) => other.query(cancelled, [before]),
    '%with next as%',
    () => submit(community, { userId: member, rankId: 10 }, randomUUID()),
  )
  expect([answer.status, answer.body.error]).toEqual([202, undefined])
  expect((await read(community, before)).status).toBe('cancelled')
})

it('a submission returns 202 although the promotion after its commit fails', async () => {
  const before = await queuedUnpromoted()
  await sql`create function refuse_promotion() returns trigger language plpgsql as $$
    begin raise exception 'refused by the test'; end $$`.execute(app.dba)
  await sql`create trigger refuse_promotion before update of first_in_line on platform_operation
    for each row when (new.first_in_line) execute function refuse_promotion()`.execute(app.dba)
  const answer = await submit(community, { userId: member, rankId: 10 }, randomUUID())
  await sql`drop function refuse_promotion cascade`.execute(app.dba)
  expect([answer.status, answer.body.error]).toEqual([202, undefined])
  // promotes the first
  await release(app)
  expect((await settled(community, before)).status).toBe('succeeded')
  expect((await settled(community, answer.body.data.id)).status).toBe('succeeded')
})

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
    '%former_unique_id = $8%',
    () => recordSteps(ctx, operation, { target, steps: [], former: { rank: 77, roles: [77] }, leaseSeconds: 10 }),
  )
  const { rows } = await sql<{ former: number | null }>`
    select former_unique_id as former from suspension where suspension_id = 'sus_testtesttesttesttest'`.execute(
    app.app.db,
  )
  expect(rows).toEqual([{ former: null }])
  expect((await findOperation(ctx, id))?.worker_id).toBe('second')
})
