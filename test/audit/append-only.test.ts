// The audit trails are append-only: for the role that serves by its rights, for the owner of the tables by triggers.
import { insertAccountAuditEntry } from '../../src/accounts/queries'
import { insertAuditEntry } from '../../src/audit/queries'
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
  app = await startTestApp({ connectionString: database.serverUrl })
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
  'the role of the server can neither change nor delete nor truncate %s',
  async (table) => {
    const refused = new RegExp(`permission denied for table ${table}`)
    const [column] = { audit_forgotten: ['position'], audit_history: ['history'] }[table] ?? ['action']
    await expect(ask(database.serverUrl, `update ${table} set ${column} = ${column}`)).rejects.toThrow(refused)
    await expect(ask(database.serverUrl, `delete from ${table}`)).rejects.toThrow(refused)
    await expect(ask(database.serverUrl, `truncate ${table}`)).rejects.toThrow(refused)
  },
)

it.each(columns)('the owner of the tables cannot change %s of an entry either', async (column, value) => {
  await expect(ask(database.ownerUrl, `update audit_entry set ${column} = ${value} ${kept}`)).rejects.toThrow(
    /audit entry \d+ cannot be changed|can only be updated to DEFAULT/,
  )
})

it('the owner cannot delete an entry of the last 31 days, and cannot truncate the trails', async () => {
  await expect(ask(database.ownerUrl, `delete from audit_entry ${kept}`)).rejects.toThrow(/younger than 31 days/)
  await expect(ask(database.ownerUrl, 'truncate audit_entry')).rejects.toThrow(/cannot be truncated/)
  await expect(ask(database.ownerUrl, 'truncate account_audit_entry')).rejects.toThrow(/cannot be truncated/)
  await expect(ask(database.ownerUrl, `delete from account_audit_entry ${kept}`)).rejects.toThrow(/cannot be changed/)
  await expect(
    ask(database.ownerUrl, `update account_audit_entry set details = '{"word": "another"}' ${kept}`),
  ).rejects.toThrow(/cannot be changed/)
})

it('only the role of the server and the owner may call what erases and forgets', async () => {
  const rights = await ask<{ name: string; everybody: boolean; server: boolean }>(
    database.serverUrl,
    `select proname::text as name, has_function_privilege('public', oid, 'execute') as everybody,
       has_function_privilege(oid, 'execute') as server
     from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  )
  expect(rights.length).toBeGreaterThan(4)
  for (const right of rights) expect(right).toEqual({ name: right.name, everybody: false, server: true })
  const settings = await ask(
    database.serverUrl,
    `select proname::text from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
     and not coalesce(proconfig, '{}') @> array['search_path=pg_catalog, public, pg_temp']`,
  )
  expect(settings).toEqual([])
})

it('retention never takes an entry of the last 31 days, whatever the server asks for', async () => {
  const [{ n } = { n: -1 }] = await ask<{ n: number }>(
    database.serverUrl,
    'select sum(forget_audit_entries(community_id, 0, 1000))::int as n from community',
  )
  expect(n).toBe(0)
})

it('a server of the release before erases in statements of its own, as the owner', async () => {
  const row = `select user_id, before, after, reason from audit_entry ${kept}`
  await ask(database.ownerUrl, `update audit_entry set reason = null, after = '{"points": 2}' ${kept}`)
  expect(await ask(database.ownerUrl, row)).toEqual([
    { user_id: '1', before: { points: 1 }, after: { points: 2 }, reason: null },
  ])
  await ask(database.ownerUrl, `update audit_entry set user_id = null, before = null, after = null ${kept}`)
  expect(await ask(database.ownerUrl, row)).toEqual([{ user_id: null, before: null, after: null, reason: null }])
  await ask(database.ownerUrl, `update account_audit_entry set user_id = null, details = null ${kept}`)
})

it('migrations take rights away that an operator gave', async () => {
  const { ownerUrl, serverUrl } = database
  const [who] = await ask<{ role: string }>(serverUrl, 'select current_user::text as role')
  await ask(ownerUrl, `grant update, delete, truncate on audit_entry to ${who?.role ?? ''}`)
  await migrate(ownerUrl, { sqlDir: `${__dirname}/../../sql`, serverUrl })
  await expect(ask(serverUrl, 'delete from audit_entry')).rejects.toThrow(/permission denied/)
})
