// Retention deletes from the start of the feed. Readers that missed entries get an error.
import { sql } from 'kysely'
import { deleteOldEntries } from '../../src/audit/actions'
import { insertAuditEntry } from '../../src/audit/queries'
import { startTestApp, tasksOf, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries, pastTheGuard, untilComplete } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity

beforeAll(async () => {
  app = await startTestApp({ worker: false, settings: { ...testSettings, auditRetentionDays: 40 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
})

const age = (days: number, of = community) =>
  pastTheGuard(
    app.dba,
    sql`update audit_entry set at = at - make_interval(days => ${days}) where community_id = ${of.communityId}`,
  )
const actionsOf = async (of = community): Promise<string[]> =>
  (await newestEntries(app.base, of.communityId, 5_000)).map(({ action }) => action)
const get = (query: string) => community.client.get(`/v2/audit-entries?${query}`)
async function purge(): Promise<void> {
  // only entries before the horizon of complete transactions are deleted
  await untilComplete(app.app.db)
  await tasksOf(app)['purge-audit-entries']()
}

it('deletes entries older than the configured days in every community, and no younger ones', async () => {
  const other = await app.community({ connected: false })
  await age(41)
  await age(39, other)
  await insertAuditEntry(await community.ctx(), { action: 'test.young' })
  await purge()
  expect([await actionsOf(), await actionsOf(other)]).toEqual([['test.young'], ['key.create', 'community.create']])
  await purge()
  expect(await actionsOf()).toEqual(['test.young'])
})

it('deletes thousands of entries in batches, and none behind a younger entry', async () => {
  const { communityId } = community
  await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, at)
    select ${communityId}, 'job', 'old', 'test.old', now() - interval '100 days' from generate_series(1, 2500)`.execute(
    app.app.db,
  )
  await age(100)
  await insertAuditEntry(await community.ctx(), { action: 'test.young' })
  await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, at)
    values (${communityId}, 'job', 'old', 'test.old-behind', now() - interval '100 days')`.execute(app.app.db)
  await Promise.all([purge(), purge()])
  expect(await actionsOf()).toEqual(['test.old-behind', 'test.young'])
})

it('deletes nothing when entries are kept forever', async () => {
  await age(10_000)
  await deleteOldEntries(app.app.db, null)
  expect(await actionsOf()).toHaveLength(2)
})

it('answers 409 to a reader whose cursor precedes deleted entries, and to no other', async () => {
  const cursorOf = async (query: string): Promise<string> => (await get(query)).body.meta.nextCursor as string
  const stale = await cursorOf('limit=1')
  const ofUser = await cursorOf('limit=1&userId=5')
  const newest = await cursorOf('limit=1&order=newest')
  let current = ''
  await until('the feed is at its end', async () => {
    const { body } = await get('')
    current = body.meta.nextCursor as string
    return body.data.length === 2
  })
  await age(41)
  await purge()
  await insertAuditEntry(await community.ctx(), { action: 'test.young' })
  const refused = await get(`cursor=${stale}`)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'audit_entries_forgotten'])
  await until('the reader at the end continues', async () => (await get(`cursor=${current}`)).body.data.length === 1)
  const afresh = await get('')
  expect([afresh.status, afresh.body.data.map(({ action }: { action: string }) => action)]).toEqual([
    200,
    ['test.young'],
  ])
  // this reader missed nothing; a reader in the order newest reaches the end
  expect((await get(`cursor=${ofUser}&userId=5`)).status).toBeLessThan(500)
  expect((await get(`cursor=${newest}&order=newest`)).body).toEqual({
    data: [],
    meta: { nextCursor: null, hasMore: false },
  })
})

it('keeps the last month of a form’s changes with every setting', async () => {
  await age(40)
  const { body } = await community.client.post('/v2/applications', {
    definition: { name: 'Form', state: 'open', questions: [{ type: 'short', title: 'Why?' }] },
  })
  expect(body.data.version).toBe(1)
  await age(30)
  await purge()
  expect(await actionsOf()).toEqual(['application.create'])
})
