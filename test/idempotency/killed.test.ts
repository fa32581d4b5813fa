// An API process is killed between the effect of a request and its answer.
import path from 'node:path'
import { sql } from 'kysely'
import { startServerProcess } from '../ops/process'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { subjects, type KeyedId } from './subjects'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community()
})

/** Operations during which the server is killed, with the action of their audit entry. */
const killed: readonly (readonly [id: KeyedId, action: string])[] = [
  ['createWarning', 'warning.create'],
  ['createMedal', 'medal.create'],
  ['createSuspension', 'suspension.add'],
  ['createEvent', 'event.create'],
  ['finishEvent', 'event.finish'],
  ['createWebhook', 'webhook.create'],
  ['syncRanks', 'rank.sync'],
  ['liftSuspension', 'suspension.lift'],
]

it.each(killed)('survives kill -9 between the effect of %s and its answer', async (id, action) => {
  const settings = { ROLE: 'api', WEBHOOK_ALLOW_PRIVATE: 'on' }
  const doomed = await startServerProcess(app, settings, path.join(__dirname, 'kill-after-commit.cjs'))
  const { path: at, body: sent } = await subjects[id]({ app, home })
  const before = await countEntries(action)
  const lost = fetch(doomed.url + at, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${home.key}`,
      'X-Community-Id': home.communityId,
      'Idempotency-Key': 'lost',
      'Content-Type': 'application/json',
    },
    ...(sent ? { body: JSON.stringify(sent) } : {}),
  })
  await expect(lost).rejects.toThrow()
  await doomed.stop('SIGKILL')
  const again = await home.client.post(at, sent, { 'Idempotency-Key': 'lost' })
  expect([again.status < 300, again.headers['idempotent-replayed']]).toEqual([true, 'true'])
  expect(await countEntries(action)).toBe(before + 1)
})

async function countEntries(action: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_entry
    where community_id = ${home.communityId} and action = ${action}`.execute(app.app.db)
  return Number(rows[0]?.count)
}
