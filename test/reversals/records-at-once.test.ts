// Several reversals of the same records at once, and other writers at the same time.
import { sql } from 'kysely'
import { Client as Connection } from 'pg'
import { startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../support/app'
import { acrossALockWait, waitingForLocks } from '../support/locks'
import { until } from '../support/until'

interface Item {
  readonly kind: string
  readonly state: string
  readonly reason: string | null
}

let app: TestApp
let community: TestCommunity
let staff: Client
let thief: Client
let keyId: string
const USER = 970_001
/** On the blacklist, but not a member. */
const STRANGER = 970_002

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  app.world.addUser({ userId: USER, username: 'Member' })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
  staff = community.client
  thief = await community.clientWith((await staff.get('/v2/key')).body.data.scopes as string[])
  keyId = (await thief.get('/v2/key')).body.data.keyId as string
})

const made = async (path: string, body: object, client = thief): Promise<Record<string, unknown>> => {
  const { status, text, body: answer } = await client.post(path, body)
  if (status >= 300) throw new Error(`${status} ${text}`)
  return answer.data as Record<string, unknown>
}
const form = { name: 'Staff', questions: [{ type: 'short', title: 'Why?' }] }
const warn = () => made('/v2/warnings', { userId: USER, reason: 'spam' })
const ban = (about: object, client = thief) => made('/v2/blacklist-entries', { ...about, reason: 'raid' }, client)
const makeForm = () => made('/v2/applications', { definition: form })

async function start(): Promise<string> {
  const window = { source: 'key', sourceId: keyId, from: new Date(Date.now() - 600_000).toISOString() }
  return (await made('/v2/reversals', window, staff))['reversalId'] as string
}
const run = (reversalId: string) => tasksOf(app)['take-back']({ communityId: community.communityId, reversalId })
const itemsOf = async (reversalId: string): Promise<Item[]> =>
  (await staff.get(`/v2/reversals/${reversalId}/items?limit=100`)).body.data as Item[]
const reversing = async (): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`select action from audit_entry
    where community_id = ${community.communityId} and after ? 'reverses' order by action`.execute(app.app.db)
  return rows.map(({ action }) => action)
}

it('takes each record back once when reversals run at once', async () => {
  await warn()
  await ban({ userId: STRANGER })
  for (const groupId of ['31', '32', '33']) await ban({ groupId })
  for (let count = 0; count < 3; count++) await makeForm()
  const ids = await Promise.all(Array.from({ length: 4 }, start))
  await Promise.all([...ids, ...ids].map(run))
  const items = (await Promise.all(ids.map(itemsOf))).flat()
  expect(items.filter(({ state }) => state === 'taken_back')).toHaveLength(8)
  expect(items.filter(({ reason }) => reason === 'already_taken_back')).toHaveLength(24)
  expect(await reversing()).toEqual([
    ...Array<string>(3).fill('application.delete'),
    ...Array<string>(4).fill('blacklist.lift'),
    'warning.revoke',
  ])
})

it.each([
  ['form', 'application', makeForm],
  ['blacklist entry of an account', 'blacklist_entry', () => ban({ userId: STRANGER })],
  ['blacklist entry of a group', 'blacklist_entry', () => ban({ groupId: '31' })],
])('lets the second reversal of a %s wait for the first one', async (_, table, make) => {
  await make()
  const ids = [await start(), await start()]
  const other = new Connection({ connectionString: app.databaseUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(`select from ${table} where community_id = $1 for update`, [community.communityId])
    const work = Promise.all(ids.map(run))
    // a rejection is thrown by the await below
    work.catch(() => undefined)
    await until('both wait', async () => (await waitingForLocks(app.app.db)).length === 2)
    await other.query('commit')
    await work
  } finally {
    await other.end()
  }
  const reasons = (await Promise.all(ids.map(itemsOf))).flat().map(({ reason }) => reason)
  expect(reasons.sort()).toEqual(['already_taken_back', null])
  expect(await reversing()).toHaveLength(1)
})

it('keeps the entry that somebody else adds while the former one is brought back', async () => {
  const { blacklistEntryId } = await ban({ userId: STRANGER }, staff)
  await made(`/v2/blacklist-entries/${String(blacklistEntryId)}/lift`, {})
  const reversalId = await start()
  const newer = `ble_${'b'.repeat(20)}`
  const add = async (other: Connection) => {
    await other.query(`select pg_advisory_xact_lock(hashtextextended('account ' || $1::text, 0))`, [STRANGER])
    await other.query(
      'insert into blacklist_entry (community_id, blacklist_entry_id, user_id, reason) values ($1, $2, $3, $4)',
      [community.communityId, newer, STRANGER, 'again'],
    )
  }
  await acrossALockWait({ databaseUrl: app.databaseUrl, db: app.app.db }, add, '%', () => run(reversalId))
  expect(await itemsOf(reversalId)).toMatchObject([{ state: 'superseded', reason: 'later_change' }])
  const { data } = (await staff.get(`/v2/blacklist-entries?userId=${STRANGER}`)).body
  expect(data).toMatchObject([{ blacklistEntryId: newer }])
})

it('continues where a job was killed', async () => {
  await warn()
  await makeForm()
  const reversalId = await start()
  // fails the transaction of the second step
  await sql`create function fail_forms() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$`.execute(app.dba)
  await sql`create trigger fail_forms before update on application for each row execute function fail_forms()`.execute(
    app.dba,
  )
  try {
    await expect(run(reversalId)).rejects.toThrow('killed')
  } finally {
    await sql`drop trigger fail_forms on application`.execute(app.dba)
    await sql`drop function fail_forms`.execute(app.dba)
  }
  expect((await itemsOf(reversalId)).map(({ state }) => state)).toEqual(['open', 'open'])
  await run(reversalId)
  expect((await itemsOf(reversalId)).map(({ state }) => state)).toEqual(['taken_back', 'taken_back'])
  expect(await reversing()).toEqual(['application.delete', 'warning.revoke'])
})
