// Idempotency keys after a rejection, and how long ended rank changes are kept.
import { sql } from 'kysely'
import { accepted, settled, submit } from '../operations/fixture'
import { group, startTestApp, tasksOf, type TestApp } from '../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('ended rank changes are readable for 30 days', async () => {
  const community = await app.community()
  const id = await accepted(community, { userId: group.members[0], rankId: 10 })
  await settled(community, id)
  /** Moves the end back, without the trigger that protects ended rows. */
  const endedAgo = (days: number) =>
    app.dba.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`update platform_operation set completed_at = now() - make_interval(secs => ${days * 86_400})
        where operation_id = ${id}`.execute(db)
    })
  const statuses: number[] = []
  for (const days of [29.9, 30.1]) {
    await endedAgo(days)
    await tasksOf(app)['purge-rank-changes']()
    statuses.push((await community.client.get(`/v2/platform-operations/${id}`)).status)
  }
  process.stdout.write(`an operation is answered ${statuses[0]} after 29.9 days and ${statuses[1]} after 30.1\n`)
  expect(statuses).toEqual([200, 404])
})

it('a rejected request does not use up the key, which then works for a valid request', async () => {
  const community = await app.community()
  const userId = group.members[1]
  const refusals = [{ userId, rankId: 'ten' }, { userId, rankId: 10, move: 'promote' }, { userId, rankId: 77 }, {}]
  const statuses = []
  for (const [number, body] of refusals.entries()) {
    const key = `unburnt-${number}`
    const refused = await submit(community, body, key)
    const meant = await submit(community, { userId, rankId: 10 }, key)
    statuses.push([refused.status, meant.status, meant.headers['idempotent-replayed']])
  }
  process.stdout.write(`refused and then accepted under one key: ${JSON.stringify(statuses)}\n`)
  expect(statuses).toEqual([
    [400, 202, undefined],
    [400, 202, undefined],
    [404, 202, undefined],
    [400, 202, undefined],
  ])
})
