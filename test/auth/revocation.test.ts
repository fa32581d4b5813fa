// Changes of keys and subscriptions take effect on every instance within one second.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { changeKey, issueKey, rotateKey, setKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { setCommunity, setSubscription } from '../../src/communities/actions'
import { Listener } from '../../src/db/listener'
import { makeLogger } from '../../src/base/logger'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { freshDatabase, type TestDatabase } from '../support/database'
import { until } from '../support/until'
import { startTcpProxy } from '../http/tcp-proxy'

let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await startTestApp({ worker: false })
  second = await startTestApp({ worker: false, connectionString: first.databaseUrl })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const WITHIN_MS = 1_000
type Change = (community: TestCommunity, keyId: string) => Promise<unknown>

const revoke: Change = async ({ ctx }, keyId) =>
  changeKey(await ctx(), await requireKey(first.app.db, keyId), 'revoked')
const changes: [string, Change, string][] = [
  ['revoking the key', revoke, 'unauthorized'],
  [
    'disabling the key',
    async ({ ctx }, id) => changeKey(await ctx(), await requireKey(first.app.db, id), 'disabled'),
    'key_disabled',
  ],
  [
    'rotating the key without an overlap',
    async ({ ctx }, id) => void (await rotateKey(await ctx(), await requireKey(first.app.db, id), 0)),
    'key_disabled',
  ],
  [
    'allowing only other addresses',
    async ({ ctx }, id) =>
      setKey(await ctx(), await requireKey(first.app.db, id), { allowedAddresses: ['203.0.113.0/24'] }),
    'address_not_allowed',
  ],
  [
    'setting its expiry to now',
    async ({ ctx }, id) =>
      setKey(await ctx(), await requireKey(first.app.db, id), { expiresAt: new Date().toISOString() }),
    'key_disabled',
  ],
  [
    'removing its scope',
    async (_, id) =>
      void (await sql`update api_key set scopes = '{members.read}' where key_id = ${id}`.execute(first.app.db)),
    'insufficient_scope',
  ],
  ['the API switch', async ({ ctx }) => setCommunity(await ctx(), { apiEnabled: false }), 'api_disabled'],
  [
    'ending the subscription',
    async ({ ctx }) => setSubscription(await ctx(), 'subscription', null, null),
    'entitlement_required',
  ],
  [
    'a smaller plan',
    async ({ ctx }) => setSubscription(await ctx(), 'subscription', 'free', null),
    'api_access_unavailable',
  ],
]

/** A key that both servers have cached. */
async function known() {
  const community = await first.community({ connected: false })
  const { key, keyId } = await issueKey(await community.ctx(), { name: 'x', scopes: ['ranks.read'], expiresAt: null })
  const clients = [first, second].map((app) => app.clientFor(key, community.communityId))
  const codes = async () =>
    Promise.all(clients.map(async (client) => (await client.get('/v2/ranks')).body.error?.code as string | undefined))
  expect(await codes()).toEqual([undefined, undefined])
  return { community, keyId, codes }
}

describe('takes effect within one second on both instances:', () => {
  it.each(changes)('%s', async (_, change, code) => {
    const { community, keyId, codes } = await known()
    await change(community, keyId)
    await takesEffect(code, codes)
  })

  it.each(changes)('%s, while the listeners are cut off', async (_, change, code) => {
    const { community, keyId, codes } = await known()
    await cutListeners()
    await change(community, keyId)
    await takesEffect(code, codes)
  })

  it('enabling the key again', async () => {
    const { community, keyId, codes } = await known()
    const row = await requireKey(first.app.db, keyId)
    await changeKey(await community.ctx(), row, 'disabled')
    await takesEffect('key_disabled', codes)
    await changeKey(await community.ctx(), row, 'enabled')
    await takesEffect(undefined, codes)
  })

  it('allowing any address again', async () => {
    const { community, keyId, codes } = await known()
    const allow = async (allowedAddresses: string[] | null) =>
      setKey(await community.ctx(), await requireKey(first.app.db, keyId), { allowedAddresses })
    await allow(['203.0.113.0/24'])
    await takesEffect('address_not_allowed', codes)
    await allow(['127.0.0.0/8'])
    await takesEffect(undefined, codes)
    await allow(null)
    await takesEffect(undefined, codes)
  })

  it('removing a feature from the plan', async () => {
    await sql`insert into plan values ('shrinking', true, false, '{ranks}')`.execute(first.app.db)
    const { community, codes } = await known()
    await setSubscription(await community.ctx(), 'subscription', 'shrinking', null)
    await sql`update plan set features = '{}' where name = 'shrinking'`.execute(first.app.db)
    await takesEffect('feature_unavailable', codes)
  })
})

it('a rotation refuses no request: both keys are valid during the overlap', async () => {
  const { community, keyId, codes } = await known()
  const fresh = await rotateKey(await community.ctx(), await requireKey(first.app.db, keyId), 60)
  const client = second.clientFor(fresh.key, community.communityId)
  for (let i = 0; i < 20; i++) {
    expect(await codes()).toEqual([undefined, undefined])
    expect((await client.get('/v2/ranks')).status).toBe(200)
  }
})

it('stores when a key was last used when the instance stops', async () => {
  const { community, keyId } = await known()
  const third = await startTestApp({ worker: false, connectionString: first.databaseUrl })
  const { rows: before } = await sql<{
    last: string | null
  }>`select last_used_at as last from api_key where key_id = ${keyId}`.execute(first.app.db)
  expect(before).toEqual([{ last: null }])
  await third.clientFor(community.key, community.communityId).get('/v2/ranks')
  const used = community.key.split('_')[1] ?? ''
  await third.close()
  const { last_used_at } = await requireKey(first.app.db, used)
  expect(Math.abs(Date.parse(last_used_at ?? '') - Date.now())).toBeLessThan(60_000)
})

describe('the listener', () => {
  let database: TestDatabase
  let admin: Client
  beforeAll(async () => {
    database = await freshDatabase()
    admin = new Client({ connectionString: database.url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await database.drop()
  })

  const silent = makeLogger('silent')
  const backends = async (): Promise<number> => {
    const { rows } = await admin.query(`select from pg_stat_activity
      where application_name = 'community-server-listener' and datname = current_database()`)
    return rows.length
  }

  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup()
  })

  async function startListener() {
    const proxy = await startTcpProxy(database.url)
    cleanups.push(() => proxy.close())
    const listener = new Listener(proxy.url, silent)
    cleanups.push(() => listener.stop())
    const received: string[] = []
    const connections: number[] = []
    listener.on('news', (payload) => received.push(payload))
    listener.onConnected(() => connections.push(Date.now()))
    await listener.start()
    expect([listener.isLive(), connections.length]).toEqual([true, 1])
    return { proxy, listener, received, connections }
  }

  it('is not live within a second of a network failure, and reconnects afterwards', async () => {
    const { proxy, listener, received, connections } = await startListener()
    await admin.query(`notify news, 'one'`)
    await until('the notice arrives', () => received.length === 1)
    proxy.freeze()
    await until('it is not live', () => !listener.isLive(), WITHIN_MS)
    await admin.query(`notify news, 'lost'`)
    proxy.restore()
    await until('it has reconnected', () => listener.isLive() && connections.length === 2, 6_000)
    await admin.query(`notify news, 'two'`)
    await until('notices arrive again', () => received.at(-1) === 'two')
    expect(received).toEqual(['one', 'two'])
  })

  it('is not live at once after its connection is closed', async () => {
    const { proxy, listener } = await startListener()
    proxy.cut()
    await until('it is not live', () => !listener.isLive(), 300)
  })

  it('dates an answer by the time of its query', async () => {
    const { proxy, listener } = await startListener()
    proxy.delayMs = 600
    await until('answers are late', () => !listener.isLive(), 1_500)
    await until('a late answer arrives', () => listener.isLive(), 1_500)
    await until('the answer is too old', () => !listener.isLive(), 800)
  })

  it('closes its connection when it stops while reconnecting', async () => {
    const { proxy, listener } = await startListener()
    proxy.delayMs = 300
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'community-server-listener' and datname = current_database()`)
    await until('it reconnects', () => proxy.accepted() === 2)
    await listener.stop()
    await until('its connections are closed', async () => proxy.open() === 0 && (await backends()) === 0, 5_000)
  })
})

/** Fails if an instance still answers otherwise after one second. */
async function takesEffect(code: string | undefined, codes: () => Promise<(string | undefined)[]>): Promise<void> {
  const changedAt = Date.now()
  for (;;) {
    const sentAt = Date.now()
    const answers = await codes()
    if (answers.every((one) => one === code)) return
    expect([answers, sentAt - changedAt < WITHIN_MS]).toEqual([answers, true])
    // polling, since the promise is a time
    await sleep(10)
  }
}

async function cutListeners(): Promise<void> {
  const listeners = sql`pg_stat_activity
    where application_name = 'community-server-listener' and datname = current_database()`
  const count = async () => (await sql`select from ${listeners}`.execute(first.app.db)).rows.length
  await until('both instances listen', async () => (await count()) === 2)
  await sql`select pg_terminate_backend(pid) from ${listeners}`.execute(first.dba)
}
