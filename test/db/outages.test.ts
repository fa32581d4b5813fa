// What the log says about a lost database, a full disk and a wrong encryption key.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Draining } from '../../src/http/probes/drain'
import { makeApp, makeProcessProbes } from '../../src/process/app'
import { FailureLog, makeLogger, type Logger } from '../../src/base/logger'
import { decryptCredential, MAX_OWNERS_LOGGED } from '../../src/encryption/credentials'
import { Keyring } from '../../src/encryption/keyring'
import { startTcpProxy, type TcpProxy } from '../http/tcp-proxy'
import {
  group,
  makeClient,
  serve,
  startTestApp,
  testSettings,
  type Answer,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { until } from '../support/until'

const [member] = group.members
const REQUESTS = 200

type Line = Record<string, unknown>
const errorsIn = (logs: readonly Line[]): unknown[] =>
  logs.filter(({ level }) => level === 'error').map(({ msg }) => msg)
const warningsIn = (logs: readonly Line[]): unknown[] =>
  logs.filter(({ level }) => level === 'warn').map(({ msg }) => msg)

function captureLog(): { logs: Line[]; log: Logger } {
  const logs: Line[] = []
  const log = makeLogger('debug', { write: (line: string) => void logs.push(JSON.parse(line) as Line) })
  return { logs, log }
}

const many = (work: () => Promise<Answer>): Promise<Answer[]> => Promise.all(Array.from({ length: REQUESTS }, work))

describe('a full disk', () => {
  let app: TestApp
  let community: TestCommunity
  beforeAll(async () => {
    app = await startTestApp()
    community = await app.community()
    expect((await community.client.get(`/v2/members/${member}`)).status).toBe(200)
    await sql`
      create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      app.dba,
    )
    for (const table of ['member', 'worker_process'])
      await sql`create trigger disk_full before insert or update on ${sql.table(table)} for each row execute function disk_full()`.execute(
        app.dba,
      )
  })
  afterAll(() => app.close())

  it('is logged once with level error, and each request answers 503', async () => {
    const answers = await many(() =>
      community.client.post(`/v2/members/${member}/experience`, { op: 'increment', amount: 1, reason: 'x' }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answers[0]?.body.error.message).toContain('The disk of the database is full')
    expect(answers[0]?.headers['retry-after']).toBe('60')
    await until('the heartbeat of the worker failed', () =>
      app.logs.some(({ msg }) => msg === 'the sweep failed and is repeated in a second'),
    )
    expect(errorsIn(app.logs)).toEqual(['the disk of the database is full'])
    expect(app.logs.find(({ level }) => level === 'error')).toMatchObject({
      code: '53100',
      reason: 'could not extend file: No space left on device',
    })
    expect(new Set(warningsIn(app.logs)).size).toBe(warningsIn(app.logs).length)
  })

  it('answers reads meanwhile, has stored nothing that was refused, and stores when there is room again', async () => {
    const read = (): Promise<Answer> => community.client.get(`/v2/members/${member}`)
    const award = (): Promise<Answer> =>
      community.client.post(`/v2/members/${member}/experience`, { op: 'increment', amount: 1 })
    expect((await award()).body.error.message).toContain('nothing was changed')
    const { status, body } = await read()
    expect([status, body.data.experience]).toEqual([200, 0])
    await sql`drop function disk_full cascade`.execute(app.dba)
    expect([(await award()).status, (await read()).body.data.experience]).toEqual([200, 1])
  })
})

describe('a database that refuses writes', () => {
  let app: TestApp
  let community: TestCommunity
  let role: string
  beforeAll(async () => {
    app = await startTestApp()
    community = await app.community()
    expect((await community.client.get(`/v2/members/${member}`)).status).toBe(200)
    role = decodeURIComponent(new URL(app.parts.connectionString).username)
  })
  afterAll(() => app.close())

  /** New connections are read-only, as on a demoted primary or when the storage of a provider is full. */
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    const name = new URL(app.parts.connectionString).pathname.slice(1)
    await sql`alter role ${sql.id(role)} in database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(value)}`.execute(
      app.dba,
    )
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role} and datname = ${name}`.execute(
      app.dba,
    )
  }

  const award = (): Promise<Answer> =>
    community.client.post(`/v2/members/${member}/experience`, { op: 'increment', amount: 1, reason: 'x' })
  const read = (): Promise<Answer> => community.client.get(`/v2/members/${member}`)

  it('answers writes with 503 and reads with 200, is logged once, and is not ready', async () => {
    await setReadOnly('on')
    await until('a write is refused as read-only', async () => (await award()).text.includes('read-only'))
    const answers = await many(award)
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(
      new Set(['503 dependency_unavailable']),
    )
    expect(answers[0]?.body.error.message).toContain('nothing was changed')
    expect(answers[0]?.headers['retry-after']).toBe('10')
    const startedAt = performance.now()
    const change = await community.client.post(`/v2/members/${member}/rank/promote`, {})
    expect([change.status, change.headers['retry-after']]).toEqual([503, '10'])
    expect(performance.now() - startedAt).toBeLessThan(testSettings.rankChangeWaitMs / 2)
    expect((await read()).status).toBe(200)
    expect(errorsIn(app.logs).filter((msg) => msg !== 'the database cannot be reached')).toEqual([
      'the database is read-only',
    ])
    const draining = new Draining()
    const probes = makeProcessProbes(app.parts, { app: () => app.app, worker: () => undefined, draining })
    const server = createServer(probes.alone({ kind: 'all' })).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      {
        status: 'not_ready',
        checks: { database: { state: 'failed', message: expect.stringContaining('refuses writes') } },
      },
    ])
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain('\ncommunity_database_up 0')
    expect(metrics).toContain('\ncommunity_api_keys_paused 0')
    await new Promise((resolve) => server.close(resolve))
    await probes.close()
  })

  it('takes writes again when the database does', async () => {
    await setReadOnly('off')
    await until('a write is stored', async () => (await award()).status === 200)
    expect((await read()).body.data.experience).toBe(1)
  })
})

describe('a lost database', () => {
  let app: TestApp
  let proxy: TcpProxy
  beforeAll(async () => {
    app = await startTestApp({ worker: false })
    proxy = await startTcpProxy(app.parts.connectionString)
  })
  afterAll(async () => {
    await proxy.close()
    await app.close()
  })

  it('is logged once with level error, and serves again when it is back', async () => {
    const { key, communityId } = await app.community()
    const { logs, log } = captureLog()
    const through = await makeApp({ ...app.parts, connectionString: proxy.url, log })
    const { url, close } = await serve(through)
    const client = makeClient(url, { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId })
    const get = async (): Promise<number> => (await client.get(`/v2/members/${member}`)).status
    expect(await get()).toBe(200)
    proxy.cut()
    const statuses = await Promise.all(Array.from({ length: REQUESTS }, get))
    expect(new Set(statuses)).toEqual(new Set([503]))
    await until(
      'the listener has tried again',
      () => logs.filter(({ msg }) => msg === 'the listener reconnects').length >= 3,
    )
    expect(errorsIn(logs)).toEqual(['the database cannot be reached'])
    expect(warningsIn(logs).filter((msg) => msg === 'the listener reconnects')).toHaveLength(1)
    expect(JSON.stringify(logs)).not.toContain(new URL(proxy.url).password)
    proxy.restore()
    await until('the database is back', async () => (await get()) === 200)
    await close()
  })
})

it('logs a wrong encryption key with level error, once for each owner of a secret', async () => {
  const app = await startTestApp({ worker: false })
  const { key, communityId } = await app.community()
  const second = await app.community()
  const { logs, log } = captureLog()
  const wrong = Buffer.alloc(32, 9)
  const other = await makeApp({ ...app.parts, log, settings: { ...testSettings, encryptionKey: new Keyring(wrong) } })
  const { url, close } = await serve(other)
  const client = makeClient(url, { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId })
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/v2/ranks/sync')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([502]))
  expect(errorsIn(logs)).toEqual(['a stored secret cannot be decrypted'])
  expect(logs.find(({ level }) => level === 'error')).toMatchObject({ owner: communityId })
  await makeClient(url, { Authorization: `Bearer ${second.key}`, 'X-Community-Id': second.communityId }).post(
    '/v2/ranks/sync',
  )
  const owners = logs.filter(({ level }) => level === 'error').map(({ owner }) => owner)
  expect(owners).toEqual([communityId, second.communityId])
  for (let n = owners.length; n < MAX_OWNERS_LOGGED + 5; n++)
    expect(() => decryptCredential(new Keyring(wrong), `owner ${n}`, Buffer.alloc(60, 1), log)).toThrow()
  expect(errorsIn(logs)).toHaveLength(MAX_OWNERS_LOGGED + 1)
  expect(logs.at(-1)).toMatchObject({ level: 'debug', owner: `owner ${MAX_OWNERS_LOGGED + 4}` })
  expect(warningsIn(logs)).toHaveLength(1)
  expect(JSON.stringify(logs)).not.toContain(wrong.toString('hex'))
  await close()
  await app.close()
})

it('logs the end of a failure, and the next one again', async () => {
  const { logs, log } = captureLog()
  const failures = new FailureLog(20)
  const fail = (): void => failures.report(log, 'error', 'name', { reason: 'r' }, 'it failed')
  for (let n = 0; n < 3; n++) fail()
  await until('the failure has ended', () => logs.some(({ level }) => level === 'info'))
  fail()
  expect(logs.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'it failed'],
    ['debug', 'it failed'],
    ['debug', 'it failed'],
    ['info', 'a failure has not been repeated for a minute'],
    ['error', 'it failed'],
  ])
  expect(logs[3]).toMatchObject({ failure: 'it failed', failures: 3 })
})
