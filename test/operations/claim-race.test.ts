// A claim and a cancellation of the same rank change.
import { Client } from 'pg'
import { claimOperation } from '../../src/operations/dispatch/queries'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { sql } from 'kysely'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
})
afterAll(() => app.close())

async function queue(operationId: string, userId: number): Promise<void> {
  await sql`insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, not_before,
      actor_kind, actor_id)
    values (${home.communityId}, ${operationId}, 'rank.promote', ${userId}, false, false, now() + interval '1 hour',
      now() - interval '1 second', 'key', 'test')`.execute(app.app.db)
}

it('a claim skips a rank change that is cancelled concurrently and takes the next one', async () => {
  const [first, second] = ['op_aaaaaaaaaaaaaaaaaaaa', 'op_bbbbbbbbbbbbbbbbbbbb']
  await queue(first, group.members[0])
  await queue(second, group.members[1])
  const claim = () => claimOperation(app.app.db, { workerId: 'test', leaseSeconds: 10 }, ['bulk'])
  const canceller = new Client({ connectionString: app.databaseUrl })
  await canceller.connect()
  await canceller.query('begin')
  await canceller.query(
    `update platform_operation set status = 'cancelled', completed_at = now(), error_code = 'scheduler-cancelled',
    error_message = 'Cancelled.' where operation_id = $1`,
    [first],
  )
  expect(await claim()).toMatchObject({ operation: { operation_id: second, status: 'dispatching' } })
  // the community stays marked, since the cancellation may be rolled back
  expect(await claim()).toBeNull()
  await canceller.query('rollback')
  await canceller.end()
  expect(await claim()).toMatchObject({ operation: { operation_id: first, status: 'dispatching' } })
})
