// Retention deletes from the start of the feed. Readers that missed entries get an error.
import { sql } from 'kysely'
import { deleteOldEntries } from '../../src/audit/actions'
import { insertAuditEntry } from '../../src/audit/queries'
import { issueKey } from '../../src/auth/actions'
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

describe('what the audit log names ends with it', () => {
  const idsOf = async (table: string, id: string): Promise<string[]> => {
    const { rows } = await sql<{
      id: string
    }>`select ${sql.ref(id)}::text as id from ${sql.table(table)} order by 1`.execute(app.dba)
    return rows.map((row) => row.id)
  }

  it('entries of accounts, and erasure requests from their completion', async () => {
    const entry = (action: string, days: number) =>
      pastTheGuard(
        app.dba,
        sql`insert into account_audit_entry (actor_id, action, at) values ('op', ${action}, now() - make_interval(days => ${days}))`,
      )
    await entry('test.old', 41)
    await entry('test.young', 39)
    await sql`insert into erasure_request (notification_id, account_digest, user_id, received_at, completed_at, erased) values
      ('old', sha256('x'), null, now() - interval '90 days', now() - interval '41 days', '{}'),
      ('young', sha256('x'), null, now() - interval '90 days', now() - interval '39 days', '{}'),
      ('waits', sha256('x'), 5, now() - interval '90 days', null, null)`.execute(app.dba)
    await purge()
    expect(await idsOf('account_audit_entry', 'action')).toEqual(['test.young'])
    expect(await idsOf('erasure_request', 'notification_id')).toEqual(['waits', 'young'])
  })

  it('deletes no entry of an account that is younger than 31 days, whatever a command asks', async () => {
    const { rows } = await sql<{ deleted: number }>`
      select forget_account_audit_entries(0, 1000) as deleted`.execute(app.app.db)
    expect(rows).toEqual([{ deleted: 1 }])
    await sql`insert into account_audit_entry (actor_id, action) values ('op', 'test.new')`.execute(app.app.db)
    await sql`select forget_account_audit_entries(0, 1000)`.execute(app.app.db)
    expect(await idsOf('account_audit_entry', 'action')).toEqual(['test.new'])
    await expect(sql`delete from account_audit_entry`.execute(app.dba)).rejects.toThrow('cannot be changed')
  })

  it('keys that ended, except those that others name, and sessions of people who never sign in again', async () => {
    const { communityId } = community
    const key = async (name: string): Promise<string> =>
      (await issueKey(await community.ctx(), { name, scopes: ['members.read'] })).keyId
    const [gone, young, live, maker, rotated] = [
      await key('gone'),
      await key('young'),
      await key('live'),
      await key('maker'),
      await key('rotated'),
    ]
    await sql`update api_key set revoked_at = now() - interval '41 days' where key_id in (${gone}, ${maker}, ${rotated})`.execute(
      app.dba,
    )
    await sql`update api_key set expires_at = now() - interval '39 days', created_at = now() - interval '50 days'
      where key_id = ${young}`.execute(app.dba)
    await sql`update api_key set origin_key_id = ${rotated} where key_id = ${live}`.execute(app.dba)
    const person = 'per_aaaaaaaaaaaaaaaaaaaa'
    await sql`insert into person (community_id, person_id, name, role, creator_key_id)
      values (${communityId}, ${person}, 'Ada', 'viewer', ${maker})`.execute(app.dba)
    await sql`insert into person_session (community_id, session_id, person_id, token_hash, client, created_at, last_used_at, expires_at, ended_at)
      select ${communityId}, 'ses_' || repeat(name, 20), ${person}, name::bytea, 'browser', now() - interval '60 days', now(), ends, ended
      from (values ('a', now() - interval '31 days', null), ('b', now() - interval '29 days', null),
        ('c', now(), now() - interval '31 days'), ('d', now(), null)) as one (name, ends, ended)`.execute(app.dba)
    await purge()
    await tasksOf(app)['purge-link-codes']()
    const kept = await idsOf('api_key', 'key_id')
    expect([gone, young, live, maker, rotated].map((id) => kept.includes(id))).toEqual([false, true, true, true, true])
    expect((await idsOf('person_session', 'session_id')).map((id) => id.at(-1))).toEqual(['b', 'd'])
  })
})
