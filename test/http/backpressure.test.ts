// Overload: beyond what the database and the event loop can take, requests are refused at once, within the contract; those
// let in are served.
import { EventEmitter } from 'node:events'
import { Client } from 'pg'
import { PoolDelay } from '../../src/db/pool-delay'
import { makeAdmission, type Admission } from '../../src/http/admission'
import { makeLogger } from '../../src/logger'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { sendRaw } from './raw'
import { principal, startStubApi, type StubApi } from './stub-api'

const poolSize = 4

describe('while every connection of the pool is held', () => {
  let app: TestApp
  let community: TestCommunity
  let locker: Client
  /** A transaction would see the same activity for as long as it lasts. */
  let watcher: Client
  beforeAll(async () => {
    app = await startTestApp({ poolSize })
    community = await app.community({ connected: false })
    locker = new Client({ connectionString: app.databaseUrl })
    watcher = new Client({ connectionString: app.databaseUrl })
    await Promise.all([locker.connect(), watcher.connect()])
  })
  afterAll(async () => {
    await Promise.all([locker.end(), watcher.end()])
    await app.close()
  })

  /** Not one of those that are asked together: it needs a connection of its own. */
  const send = () => community.client.get('/v2/members')
  async function areBlocked(count: number): Promise<boolean> {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0]?.count === count
  }

  it('few wait, the rest is refused at once, and who was let in is served afterwards', async () => {
    await locker.query('begin')
    await locker.query('lock table member in access exclusive mode')
    const held = Array.from({ length: poolSize }, send)
    await until('all connections wait for the lock', () => areBlocked(poolSize))
    const waiting: Promise<Answer>[] = []
    const refused: Answer[] = []
    // how many may wait before it is known that no connection comes free is a matter of time; that it ends is not
    await until('a request is refused', async () => {
      const sent = send()
      const answer = await Promise.race([sent, new Promise<null>((resolve) => setTimeout(resolve, 50, null))])
      if (answer) refused.push(answer)
      else waiting.push(sent)
      return answer !== null
    })
    expect(waiting.length).toBeGreaterThanOrEqual(poolSize)
    // nothing else can answer them: all connections are held
    refused.push(...(await Promise.all(Array.from({ length: 100 }, send))))
    expect(await areBlocked(poolSize)).toBe(true)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(
      new Set(['503 dependency_unavailable']),
    )
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1', '2', '3']))
    expect(new Set(refused.map(({ headers }) => headers['x-request-id'])).size).toBe(refused.length)
    expect((await fetch(`${app.url}/openapi.yaml`)).status).toBe(200)
    await locker.query('rollback')
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
    // on a machine that is so slow, their time of three seconds may have been up
    const late = (await Promise.all(waiting)).map(({ status }) => status)
    expect(late.filter((status) => ![200, 503].includes(status))).toEqual([])
    const again = await Promise.all(Array.from({ length: poolSize * 2 }, send))
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  })
})

describe('a refusal', () => {
  const logs: Record<string, unknown>[] = []
  const log = makeLogger('warn', {
    write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>),
  })
  const load = { waiting: 0 }
  let admission: Admission
  let stub: StubApi
  beforeAll(async () => {
    admission = makeAdmission({ waiting: () => load.waiting, expectedMs: () => 0 }, log)
    stub = await startStubApi({ admission, authenticate: () => Promise.resolve(principal) })
  })
  afterAll(async () => {
    await stub.close()
    admission.stop()
  })

  it.each([
    ['GET', '/v2/members', undefined],
    ['HEAD', '/v2/members', undefined],
    ['GET', '/v2/nothing', undefined],
    ['POST', '/v2/members/101/experience', Buffer.alloc(200_000, ' ')],
  ])('of %s %s is within the contract, before anything was asked', async (method, path, body) => {
    load.waiting = 1_000
    const headers = { 'X-Request-Id': 'mine', ...(body ? { 'Content-Type': 'application/json' } : {}) }
    const answer = await sendRaw(stub.url, { method, path, headers, ...(body ? { body } : {}) })
    expect([answer.status, answer.headers['x-request-id']]).toEqual([503, 'mine'])
    expect(answer.headers['retry-after']).toMatch(/^[123]$/)
    expect(stub.logs).toEqual([])
  })

  it('comes, however fast the queue is, where too many wait for the memory', async () => {
    load.waiting = 1_000
    expect((await sendRaw(stub.url, { path: '/v2/nothing' })).status).toBe(503)
    load.waiting = 999
    expect((await sendRaw(stub.url, { path: '/v2/nothing' })).status).toBe(404)
  })

  it('is told in the log by their number, not one by one', async () => {
    load.waiting = 1_000
    await Promise.all(Array.from({ length: 20 }, () => sendRaw(stub.url, { path: '/v2/nothing' })))
    load.waiting = 0
    await until('the log tells of them', () => logs.reduce((sum, { refused }) => sum + Number(refused), 0) >= 20)
    expect(logs.length).toBeLessThan(10)
  })
})

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve))
const noResponse = { writeHead: () => undefined, end: () => undefined }
/** Whether a request that comes now is refused. */
function arrival(admission: Admission, now: number): boolean {
  const request = { method: 'GET', socket: { destroyed: true } }
  return admission.refused(request as never, noResponse as never, 'id', now)
}

it('a queue is overload when it stands for half a second, until it has fallen to half', () => {
  let expected = 251
  const admission = makeAdmission({ waiting: () => 50, expectedMs: () => expected }, makeLogger('silent'))
  const start = Math.ceil(performance.now())
  const at = (ms: number, expectedMs: number): boolean => {
    expected = expectedMs
    return arrival(admission, start + ms)
  }
  expect([at(0, 251), at(500, 251), at(501, 251), at(502, 249), at(503, 251)]).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
  expect([at(504, 124), at(505, 251), at(1_005, 251), at(1_006, 251)]).toEqual([false, false, false, true])
  admission.stop()
})

describe('a turn of the event loop', () => {
  const nobodyWaits = { waiting: () => 0, expectedMs: () => 0 }

  it('that is long is a hiccup; the second one running lets in what comes in its first 50 ms', async () => {
    const admission = makeAdmission(nobodyWaits, makeLogger('silent'))
    const start = performance.now() - 1_000
    expect([arrival(admission, start), arrival(admission, start + 900)]).toEqual([false, false])
    await endOfTurn()
    // few are let in however long it takes: a starved processor is no queue
    for (let i = 0; i < 63; i++) expect(arrival(admission, start + i * 10)).toBe(false)
    expect([700, 50, 51].map((into) => arrival(admission, start + into))).toEqual([false, false, true])
    await endOfTurn()
    // a short one ends it
    expect(arrival(admission, performance.now() + 1_000)).toBe(false)
    await endOfTurn()
    expect([arrival(admission, start), arrival(admission, start + 900)]).toEqual([false, false])
    admission.stop()
  })
})

describe('the expected wait for a connection', () => {
  class FakePool extends EventEmitter {
    waitingCount = 0
    release(count: number): void {
      for (let i = 0; i < count; i++) this.emit('release')
    }
  }
  const size = 10
  function setUpPool(waiting: number) {
    const pool = new FakePool()
    const delay = new PoolDelay(pool, size)
    pool.waitingCount = waiting
    return { pool, delay }
  }

  it('is nothing while each who waits gets the next to come free', () => {
    expect(setUpPool(size - 1).delay.expectedMs(0)).toBe(0)
  })

  it('is who waits by how fast connections come free', () => {
    const { pool, delay } = setUpPool(200)
    delay.expectedMs(0)
    for (let now = 10; now <= 1_000; now += 10) {
      pool.release(10)
      delay.expectedMs(now)
    }
    expect(delay.expectedMs(1_000)).toBeCloseTo(200, -1)
  })

  it('grows beyond 250 ms within 120 ms when none comes free', () => {
    const { delay } = setUpPool(size * 3)
    delay.expectedMs(0)
    expect(delay.expectedMs(120)).toBeGreaterThan(250)
  })

  it('does not call a burst on an idle server a queue', () => {
    expect(setUpPool(500).delay.expectedMs(0)).toBeLessThan(250)
  })

  it('forgets a long standstill within a moment', () => {
    const { pool, delay } = setUpPool(50)
    for (let now = 0; now <= 3_600_000; now += 1_000) delay.expectedMs(now)
    for (let now = 3_600_010; now <= 3_600_060; now += 10) {
      pool.release(20)
      delay.expectedMs(now)
    }
    expect(delay.expectedMs(3_600_060)).toBeLessThan(100)
  })
})
