// The server behind a connection pooler in transaction mode: PgBouncer, where it is installed.
import path from 'node:path'
import { Client } from 'pg'
import { changeKey, issueKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { readConfig } from '../../src/process/config'
import { projectRoot } from '../../src/base/project-root'
import { openDatabase } from '../../src/db/database'
import { migrate } from '../../src/db/migrations/migrate'
import { requireOwnSession, requireSessionDefaults } from '../../src/db/pooler'
import { makeLogger } from '../../src/base/logger'
import { checkSessions, openStore } from '../../src/process/open-database'
import { group, makeClient, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { ask } from '../support/cluster'
import { freshDatabase, type TestDatabase } from '../support/database'
import { findPgbouncer, startPgbouncer, type Pgbouncer } from '../support/pgbouncer'
import { until } from '../support/until'

const sqlDir = path.join(projectRoot, 'sql')
const program = findPgbouncer()
if (program === null) console.info('pgbouncer is not installed here: the server was not tested behind it')
/** Registers tests only where PgBouncer is installed. */
const behindPgbouncer = program === null ? (): void => undefined : describe

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

test('accepts PostgreSQL without a pooler', async () => {
  const client = await connected(database.url)
  await requireOwnSession(client, database.url)
  const listening = await client.query('select from pg_listening_channels()')
  expect(listening.rowCount).toBe(0)
  await client.end()
})

behindPgbouncer('in transaction mode', () => {
  const POOL_SIZE = 4
  let bouncer: Pgbouncer
  let app: TestApp
  let home: TestCommunity

  beforeAll(async () => {
    const sized = [`default_pool_size = ${POOL_SIZE}`]
    bouncer = await startPgbouncer(program ?? '', database.url, 'transaction', sized)
  })
  afterAll(async () => {
    await app?.close()
    await bouncer?.close()
  })

  test('does not start with the pooler alone: the error names the setting, and no lock is left', async () => {
    await expect(checkThrough(bouncer)).rejects.toThrow(
      /^DATABASE_URL names a connection pooler .*unsupported startup parameter.*Set DATABASE_DIRECT_URL to PostgreSQL itself/,
    )
    const locks = await ask(
      database.url,
      `select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(locks).toEqual([])
  })

  test('does not start with a pooler that ignores unknown parameters', async () => {
    const lenient = ['ignore_startup_parameters = options,extra_float_digits']
    const careless = await startPgbouncer(program ?? '', database.url, 'transaction', lenient)
    try {
      await ask(database.url, `alter database ${nameOf(database.url)} set timezone to 'UTC'`)
      await expect(checkThrough(careless)).rejects.toThrow(/LISTEN receives no notifications.*DATABASE_DIRECT_URL/)
    } finally {
      await careless.close()
    }
  })

  test('rejects sessions without the required settings at start, with the fix', async () => {
    await expect(requireSessionDefaults(bouncer.url)).rejects.toThrow(
      /statement_timeout is 0.*alter role "?\w+"? in database \w+ set statement_timeout to '15000'.*RECONNECT/,
    )
  })

  test('rejects sessions that the pooler opened before the first start, until it reconnects', async () => {
    await ask(database.url, `alter database ${nameOf(database.url)} set timezone to 'Europe/Berlin'`)
    await bouncer.ask('reconnect')
    const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => connected(bouncer.url)))
    const timeouts = () => inTransactions(clients, 'show statement_timeout')
    expect(await timeouts()).toEqual(['0', '0', '0', '0'])
    await migrate(database.url, { sqlDir, pooled: true })
    await expect(requireSessionDefaults(bouncer.url)).rejects.toThrow(/statement_timeout is 0.*RECONNECT/)
    await bouncer.ask('reconnect')
    await requireSessionDefaults(bouncer.url)
    expect(await timeouts()).toEqual(['15s', '15s', '15s', '15s'])
    await Promise.all(clients.map((client) => client.end()))
  })

  test('has sessions in UTC with time limits, when started with DATABASE_DIRECT_URL', async () => {
    const config = readConfig({
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: database.url,
      ENCRYPTION_KEY: 'ab'.repeat(32),
    })
    await (await openStore(config, () => undefined)).close()
    // a second migration has nothing to do
    await (await openStore(config, () => undefined)).close()
    const pool = openDatabase(bouncer.url, 1, makeLogger('silent'), { pooled: true })
    const { rows } = await pool.pool.query(`select current_setting('timezone') as timezone,
      current_setting('statement_timeout') as timeout, current_setting('idle_in_transaction_session_timeout') as idle`)
    await pool.close()
    expect(rows).toEqual([{ timezone: 'UTC', timeout: '15s', idle: '30s' }])
  })

  test('counts every award and executes every rank change with 32 callers on 4 connections', async () => {
    app = await startTestApp({
      connectionString: bouncer.url,
      directUrl: database.url,
      poolSize: 32,
      scheduler: true,
      // milliseconds; 32 concurrent callers may wait longer than the usual platform timeout of tests
      settings: { ...testSettings, platformTimeoutMs: 5_000 },
    })
    home = await app.community()
    const userId = String(group.members[0])
    const rounds = 5
    const callers = Array.from({ length: 32 }, async (_, caller) => {
      for (let round = 0; round < rounds; round++) {
        const award = await home.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 1 })
        expect(award.status).toBe(200)
        const read = await home.client.get(`/v2/members/${userId}`)
        expect(read.body.data.updatedAt).toMatch(/Z$/)
        expect((await home.client.get('/v2/members?limit=1')).status).toBe(200)
      }
      const body = { userId: String(group.members[caller % 5]), move: 'promote' }
      return home.client.post('/v2/platform-operations/ranks', body, { 'Idempotency-Key': `caller-${caller % 5}` })
    })
    const accepted = await Promise.all(callers)
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]))
    const member = (await home.client.get(`/v2/members/${userId}`)).body.data
    expect(member.experience).toBe(32 * rounds)
    const ids = [...new Set(accepted.map(({ body }) => String(body.data.id)))]
    expect(ids).toHaveLength(5)
    await until('the worker has executed them', async () => {
      const found = await Promise.all(ids.map((id) => home.client.get(`/v2/platform-operations/${id}`)))
      return found.every(({ body }) => body.data.status === 'succeeded')
    })
    const [pool] = (
      await bouncer.ask<{ database: string; sv_active: number; sv_idle: number; sv_used: number }>('show pools')
    ).filter((row) => row.database === 'pooled')
    const lent = Number(pool?.sv_active) + Number(pool?.sv_idle) + Number(pool?.sv_used)
    expect(lent).toBeGreaterThan(0)
    expect(lent).toBeLessThanOrEqual(POOL_SIZE)
    expect(app.logs.filter(({ level }) => level === 'error' || level === 50)).toEqual([])
  })

  test('rejects a revoked key within a second: notifications bypass the pooler', async () => {
    const ctx = await home.ctx()
    const { key, keyId } = await issueKey(ctx, { name: 'doomed', scopes: ['members.read'], expiresAt: null })
    const credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': home.communityId }
    const client = makeClient(app.url, credentials)
    expect((await client.get('/v2/members')).status).toBe(200)
    await changeKey(ctx, await requireKey(app.app.db, keyId), 'revoked')
    const revokedAt = Date.now()
    await until('it is rejected', async () => (await client.get('/v2/members')).status === 401)
    expect(Date.now() - revokedAt).toBeLessThan(1_000)
  })
})

behindPgbouncer('in session mode', () => {
  test.each([
    ['as it comes', [], /unsupported startup parameter.*DATABASE_DIRECT_URL/],
    ['told to ignore the settings', ['ignore_startup_parameters = options'], /DATABASE_DIRECT_URL/],
  ])('is told to %s by the error when the pooler would drop session settings', async (_, more, message) => {
    await ask(database.url, `alter role current_user in database ${nameOf(database.url)} reset all`)
    await ask(database.url, `alter database ${nameOf(database.url)} set timezone to 'Europe/Berlin'`)
    const bouncer = await startPgbouncer(program ?? '', database.url, 'session', more)
    try {
      await expect(checkThrough(bouncer)).rejects.toThrow(message)
    } finally {
      await bouncer.close()
    }
  })
})

/** The check of a server that starts with only the pooler's URL. */
const checkThrough = ({ url }: Pgbouncer): Promise<void> =>
  checkSessions(readConfig({ DATABASE_URL: url, ENCRYPTION_KEY: 'ab'.repeat(32) }), () => undefined)

/** Results of concurrent transactions, each on a session of its own. */
async function inTransactions(clients: readonly Client[], question: string): Promise<string[]> {
  await Promise.all(clients.map((client) => client.query('begin')))
  const answers = await Promise.all(
    clients.map(async (client) => (await client.query<{ statement_timeout: string }>(question)).rows[0]),
  )
  await Promise.all(clients.map((client) => client.query('commit')))
  return answers.map((row) => row?.statement_timeout ?? '')
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)
