// The audit entry of a read that happens during an erasure.
import { sql } from 'kysely'
import { applicant, idOf, makeForm, respond, verify } from '../submissions/fixture'
import { startTestApp, type TestApp, type TestCommunity } from '../../support/app'
import { acrossALockWait } from '../../support/locks'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
})
afterAll(() => app.close())

it('a read that waits for an erasure of the account is answered with 404 and writes no audit entry', async () => {
  const form = await makeForm(community.client)
  const userId = await applicant(app)
  await verify(app, userId)
  const path = await respond(community.client, form, userId)
  const answer = await acrossALockWait(
    { databaseUrl: app.databaseUrl, db: app.app.db },
    async (other) => {
      await other.query('select from application_response where user_id = $1 for update', [userId])
      await other.query('delete from result_message where response_id = $1', [idOf(path)])
      await other.query('delete from application_response where user_id = $1', [userId])
    },
    '%for key share%',
    () => community.client.get(path),
  )
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'response_not_found'])
  const { rows } = await sql`select from audit_entry where action = 'application.response.read'
    and user_id = ${userId}`.execute(app.app.db)
  expect(rows).toEqual([])
})
