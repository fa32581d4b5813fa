// Rank changes that wait for a row lock while the row is changed: submissions succeed, and a lost lease stores nothing.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recordFormerRank, claimById } from '../../src/rank-changes/dispatch/queries'
import { findOperation, type OperationRow } from '../../src/rank-changes/queries'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { acrossALockWait } from '../support/locks'
import { accepted, hold, read, settled, submit } from './fixture'

let app: TestApp
let community: TestCommunity
let place: { databaseUrl: string; db: TestApp['app']['db'] }
beforeAll(async () => {
  app = await startTestApp({ scheduler: true })
  place = { databaseUrl: app.databaseUrl, db: app.app.db }
})
afterAll(() => app.close())
beforeEach(async () => {
  await hold(app)
  community = await app.community()
})

const [member] = group.members
const cancelled = `update platform_operation set status = 'cancelled', completed_at = now(), error_code = 'operation_cancelled',
  error_message = 'Cancelled.' where operation_id = $1`

/** A queued rank change that was not promoted, as after a concurrent end of its predecessor. */
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
  // the sweep promotes the first one
  await sql`delete from platform_budget`.execute(app.app.db)
  expect((await settled(community, before)).status).toBe('succeeded')
  expect((await settled(community, answer.body.data.id)).status).toBe('succeeded')
})

it('a rank change is not claimed while another one of the member starts', async () => {
  const id = await accepted(community, { userId: member, rankId: 50 })
  const ctx = await community.ctx()
  const claim = await acrossALockWait(
    place,
    (other) =>
      other.query(
        `insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, actor_kind,
           actor_id, status, worker_id, lease_until, claims, dispatched_at)
         values ($1, 'op_runningrunningrunnin', 'rank.promote', $2, true, true, now() + interval '1 hour', 'key', 'test', 'dispatching',
           'other', now() + interval '1 hour', 1, now())`,
        [community.communityId, member],
      ),
    '%update platform_operation o set%',
    () => claimById(ctx, id, { workerId: 'test', leaseSeconds: 10 }),
  )
  expect(claim).toBeNull()
})

it('a worker that lost its lease does not store the rank to restore', async () => {
  const ctx = await community.ctx()
  const id = await accepted(community, { userId: member, rankId: 50 })
  const claimed = (await claimById(ctx, id, { workerId: 'first', leaseSeconds: 10 })) as OperationRow
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
    '%former_unique_id = $5%',
    () => recordFormerRank(ctx, claimed, 77),
  )
  const { rows } = await sql<{ former: number | null }>`
    select former_unique_id as former from suspension where suspension_id = 'sus_testtesttesttesttest'`.execute(
    app.app.db,
  )
  expect(rows).toEqual([{ former: null }])
  expect((await findOperation(ctx, id))?.worker_id).toBe('second')
})
