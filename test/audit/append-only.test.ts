// The audit log is append-only: by the rights of the server's role, and by triggers for the owner of the tables.
import { insertAccountAuditEntry } from '../../src/identities/accounts/queries'
import { insertAuditEntry } from '../../src/audit/queries'
import { withSession } from '../../src/transfer/snapshot'
import { migrate } from '../../src/db/migrations/migrate'
import { startTestApp, type TestApp } from '../support/app'
import { ask } from '../support/cluster'
import { freshDatabase, type TestDatabase } from '../support/database'

const columns = [
  ['community_id', `'cmt_aaaaaaaaaaaaaaaaaaaa'`],
  ['audit_id', 'default'],
  ['at', `at - interval '1 second'`],
  ['position', 'position + 1'],
  ['actor_kind', `'job'`],
  ['actor_id', `'another'`],
  ['action', `'member.rank'`],
  ['user_id', '2'],
  ['before', `'{"points": 1, "more": 2}'`],
  ['after', `'{"points": 3}'`],
  ['reason', `'another'`],
  ['request_id', `'another'`],
] as const

let app: TestApp
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  app = await startTestApp({ worker: false, connectionString: database.serverUrl })
  const community = await app.community({ connected: false })
  await insertAuditEntry(await community.ctx(), {
    action: 'test.kept',
    userId: 1,
    before: { points: 1 },
    after: { points: 2, word: 'said' },
    reason: 'because',
  })
  await insertAccountAuditEntry(app.base.db, app.base.actor, {
    userId: 1,
    action: 'test.kept',
    details: { word: 'said' },
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const kept = `where action = 'test.kept'`

it.each(['audit_entry', 'account_audit_entry', 'audit_forgotten', 'audit_history'])(
  'rejects changes of %s by the role of the server',
  async (table) => {
    const refused = new RegExp(`permission denied for table ${table}`)
    const [column] = { audit_forgotten: ['position'], audit_history: ['history'] }[table] ?? ['action']
    await expect(ask(database.serverUrl, `update ${table} set ${column} = ${column}`)).rejects.toThrow(refused)
    await expect(ask(database.serverUrl, `delete from ${table}`)).rejects.toThrow(refused)
    await expect(ask(database.serverUrl, `truncate ${table}`)).rejects.toThrow(refused)
  },
)

it.each(columns)('rejects a change of the column %s by the owner of the tables', async (column, value) => {
  await expect(ask(database.ownerUrl, `update audit_entry set ${column} = ${value} ${kept}`)).rejects.toThrow(
    /audit entry \d+ cannot be changed|can only be updated to DEFAULT/,
  )
})

it('rejects truncation, and deletion of entries of the last 31 days, by the owner of the tables', async () => {
  await expect(ask(database.ownerUrl, `delete from audit_entry ${kept}`)).rejects.toThrow(/younger than 31 days/)
  await expect(ask(database.ownerUrl, 'truncate audit_entry')).rejects.toThrow(/cannot be truncated/)
  await expect(ask(database.ownerUrl, 'truncate account_audit_entry')).rejects.toThrow(/cannot be truncated/)
  await expect(ask(database.ownerUrl, `delete from account_audit_entry ${kept}`)).rejects.toThrow(/cannot be changed/)
  await expect(
    ask(database.ownerUrl, `update account_audit_entry set details = '{"word": "another"}' ${kept}`),
  ).rejects.toThrow(/cannot be changed/)
})

it('lets only the owner and the role of the server call the functions of erasure and retention', async () => {
  const rights = await ask<{ name: string; isPublic: boolean; server: boolean }>(
    database.serverUrl,
    `select proname::text as name, has_function_privilege('public', oid, 'execute') as "isPublic",
       has_function_privilege(oid, 'execute') as server
     from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  )
  expect(rights.length).toBeGreaterThan(4)
  for (const right of rights) expect(right).toEqual({ name: right.name, isPublic: false, server: true })
  const settings = await ask(
    database.serverUrl,
    `select proname::text from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
     and not coalesce(proconfig, '{}') @> array['search_path=pg_catalog, public, pg_temp']`,
  )
  expect(settings).toEqual([])
})

it('never deletes an entry of the last 31 days, whatever retention the server requests', async () => {
  const [{ n } = { n: -1 }] = await ask<{ n: number }>(
    database.serverUrl,
    'select sum(forget_audit_entries(community_id, 0, 1000))::int as n from community',
  )
  expect(n).toBe(0)
})

it('lets a server of the previous release erase with its own statements as the owner', async () => {
  const row = `select user_id, before, after, reason from audit_entry ${kept}`
  await ask(database.ownerUrl, `update audit_entry set reason = null, after = '{"points": 2}' ${kept}`)
  expect(await ask(database.ownerUrl, row)).toEqual([
    { user_id: '1', before: { points: 1 }, after: { points: 2 }, reason: null },
  ])
  await ask(database.ownerUrl, `update audit_entry set user_id = null, before = null, after = null ${kept}`)
  expect(await ask(database.ownerUrl, row)).toEqual([{ user_id: null, before: null, after: null, reason: null }])
  await ask(database.ownerUrl, `update account_audit_entry set user_id = null, details = null ${kept}`)
})

it('revokes rights that an operator has granted, when it migrates', async () => {
  const { ownerUrl, serverUrl } = database
  const [who] = await ask<{ role: string }>(serverUrl, 'select current_user::text as role')
  await ask(ownerUrl, `grant update, delete, truncate on audit_entry to ${who?.role ?? ''}`)
  await migrate(ownerUrl, { sqlDir: `${__dirname}/../../sql`, serverUrl })
  await expect(ask(serverUrl, 'delete from audit_entry')).rejects.toThrow(/permission denied/)
})

it.each([
  ['server', (db: TestDatabase) => db.serverUrl],
  ['owner', (db: TestDatabase) => db.ownerUrl],
])('sets the time of an entry that the %s role inserts with another one', async (_role, urlOf) => {
  const { rows } = await withSession(urlOf(database), (client) =>
    client.query<{ name: string; now: boolean }>(
      `with of_community as (
         insert into audit_entry (community_id, actor_kind, actor_id, action, at)
         select community_id, 'job', 'forger', 'test.backdated', '2020-01-01' from community limit 1 returning at
       ), of_account as (
         insert into account_audit_entry (actor_id, action, at) values ('forger', 'test.backdated', 'infinity') returning at
       )
       select 'community' as name, at = now() as now from of_community union all select 'account', at = now() from of_account`,
    ),
  )
  expect(rows).toEqual([
    { name: 'community', now: true },
    { name: 'account', now: true },
  ])
})
