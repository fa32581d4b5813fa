// Overload: the server serves admitted requests, and refuses others at once.
import { once } from 'node:events'
import http from 'node:http'
import { Client } from 'pg'
import { makeLoadShedder, type LoadShedder, type PendingRequest } from '../../src/http/load-shedder'
import { makeLogger } from '../../src/logger'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { requestsLogged } from '../support/request-log'
import { until } from '../support/until'
import { sendRaw } from './raw'
import { principal, startStubApi, type StubApi } from './stub-api'

const poolSize = 4

describe('while every connection of the pool is held', () => {
  let app: TestApp
  let community: TestCommunity
  let locker: Client
  /** A transaction would see the same activity until it ends. */
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

  /** Not batched: needs a connection of its own. */
  const send = () => community.client.get('/v2/members')
  async function areBlocked(count: number): Promise<boolean> {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0]?.count === count
  }

  it('few requests wait, the rest is refused at once, and admitted requests are served afterwards', async () => {
    await locker.query('begin')
    await locker.query('lock table member in access exclusive mode')
    const held = Array.from({ length: poolSize }, send)
    await until('all connections wait for the lock', () => areBlocked(poolSize))
    const waiting: Promise<Answer>[] = []
    const answered: Answer[] = []
    // their number depends on timing
    await until('a request is refused', () => {
      const sent = Array.from({ length: 8 }, send)
      waiting.push(...sent)
      for (const one of sent) void one.then((answer) => answered.push(answer)).catch(() => undefined)
      return answered.length > 0
    })
    expect(waiting.length).toBeGreaterThanOrEqual(poolSize)
    // all connections are held
    const page = fetch(`${app.url}/openapi.yaml`)
    const refused = [...answered, ...(await Promise.all(Array.from({ length: 100 }, send)))]
    expect(await areBlocked(poolSize)).toBe(true)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(
      new Set(['503 dependency_unavailable']),
    )
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1', '2', '3']))
    expect(new Set(refused.map(({ headers }) => headers['x-request-id'])).size).toBe(refused.length)
    expect((await page).status).toBe(503)
    await locker.query('rollback')
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
    // on a slow machine their three seconds may have passed
    const late = (await Promise.all(waiting)).map(({ status }) => status)
    expect(late.filter((status) => ![200, 503].includes(status))).toEqual([])
    const again = await Promise.all(Array.from({ length: poolSize * 2 }, send))
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  })
})

/** Records which requests are served and refused. */
function makeRequests() {
  const served: PendingRequest[] = []
  const refused: PendingRequest[] = []
  const ends = new Map<PendingRequest, () => void>()
  const arrive = (since: number): PendingRequest => {
    const pending: PendingRequest = {
      request: {
        method: 'GET',
        headers: {},
        socket: { pause: () => undefined },
      } as unknown as PendingRequest['request'],
      response: {
        destroyed: false,
        writeHead: () => refused.push(pending),
        end: () => undefined,
      } as unknown as PendingRequest['response'],
      since,
      serve: () => {
        served.push(pending)
        return new Promise((resolve) => ends.set(pending, resolve))
      },
    }
    return pending
  }
  const end = async (pending: PendingRequest): Promise<void> => {
    ends.get(pending)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { arrive, end, served, refused }
}

const MAX_RUNNING = 64
const busyPool = { waitingCount: MAX_RUNNING }
const silent = makeLogger('silent')

/** For some tenths of a second. */
function overload(shedder: LoadShedder): void {
  const { arrive } = makeRequests()
  const now = performance.now()
  for (const ago of [950, 600]) shedder.admit(arrive(now - ago))
}

describe('a rejection', () => {
  const logs: Record<string, unknown>[] = []
  const log = makeLogger('warn', {
    write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>),
  })
  const pool = { waitingCount: 0 }
  let shedder: LoadShedder
  let stub: StubApi
  beforeAll(async () => {
    shedder = makeLoadShedder(pool, log)
    stub = await startStubApi({ loadShedder: shedder, authenticate: () => Promise.resolve(principal) })
  })
  afterAll(async () => {
    await stub.close()
    shedder.stop()
  })
  beforeEach(() => {
    pool.waitingCount = MAX_RUNNING
    overload(shedder)
  })
  const isServed = async () => (await sendRaw(stub.url, { path: '/v2/nothing' })).status === 404
  afterEach(async () => {
    pool.waitingCount = 0
    await until('no request waits', isServed)
  })

  it.each([
    ['GET', '/v2/members', undefined],
    ['HEAD', '/v2/members', undefined],
    ['GET', '/v2/nothing', undefined],
    ['POST', '/v2/members/101/experience', Buffer.alloc(200_000, ' ')],
  ])('of %s %s matches the contract and does not authenticate the request', async (method, path, body) => {
    await requestsLogged()
    const logged = stub.logs.length
    const headers = { 'X-Request-Id': 'mine', ...(body ? { 'Content-Type': 'application/json' } : {}) }
    const answer = await sendRaw(stub.url, { method, path, headers, ...(body ? { body } : {}) })
    expect([answer.status, answer.headers['x-request-id']]).toEqual([503, expect.stringMatching(/^mine\./)])
    expect(answer.headers['retry-after']).toMatch(/^[123]$/)
    await requestsLogged()
    expect(stub.logs.slice(logged)).toEqual([])
  })

  it('pauses its connection, so that an immediate retry takes no time from other requests', async () => {
    const { hostname, port } = new URL(stub.url)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (): Promise<number | undefined> => {
      const [answer] = (await once(http.get({ hostname, port, path: '/v2/nothing', agent }), 'response')) as [
        http.IncomingMessage,
      ]
      await answer.resume().toArray()
      return answer.statusCode
    }
    expect(await ask()).toBe(503)
    pool.waitingCount = 0
    const again = ask()
    // although they are sent later
    for (let i = 0; i < 3; i++) {
      expect(await Promise.race([again, until('the queue is empty', isServed).then(() => 'others')])).toBe('others')
    }
    expect(await again).toBe(404)
    agent.destroy()
  })

  it('is logged as a count, not individually', async () => {
    logs.length = 0
    await Promise.all(Array.from({ length: 20 }, () => sendRaw(stub.url, { path: '/v2/nothing' })))
    await until('all are logged', () => logs.reduce((sum, { refused }) => sum + Number(refused), 0) >= 20)
    expect(logs.length).toBeLessThan(10)
  })
})

describe('the queue', () => {
  /** In the future, where the periodic check does not interfere. */
  const start = performance.now() + 1_000_000
  /** @param ms after the start */
  const refusals =
    (shedder: LoadShedder, { arrive, refused }: ReturnType<typeof makeRequests>) =>
    (ms: number): boolean => {
      const pending = arrive(start + ms)
      shedder.admit(pending)
      return refused.includes(pending)
    }

  it('admits as many requests as may run, and the next when one ends', async () => {
    const { arrive, end, served } = makeRequests()
    const shedder = makeLoadShedder({ waitingCount: 0 }, silent)
    const requests = Array.from({ length: MAX_RUNNING + 2 }, () => arrive(performance.now()))
    for (const pending of requests) shedder.admit(pending)
    expect(served).toEqual(requests.slice(0, MAX_RUNNING))
    await end(requests[7] as PendingRequest)
    expect(served).toEqual(requests.slice(0, MAX_RUNNING + 1))
    shedder.stop()
  })

  it('does not count requests that wait for the platform', () => {
    const { arrive, served } = makeRequests()
    const shedder = makeLoadShedder({ waitingCount: 0 }, silent)
    for (let i = 0; i < MAX_RUNNING; i++) shedder.admit(arrive(start))
    const later = arrive(start + 250)
    shedder.admit(later)
    expect(served.at(-1)).toBe(later)
    shedder.stop()
  })

  it('skips requests whose client has disconnected', async () => {
    const { arrive, end, served } = makeRequests()
    const shedder = makeLoadShedder({ waitingCount: 0 }, silent)
    const requests = Array.from({ length: MAX_RUNNING + 2 }, () => arrive(performance.now()))
    for (const pending of requests) shedder.admit(pending)
    Object.assign((requests[MAX_RUNNING] as PendingRequest).response, { destroyed: true })
    await end(requests[0] as PendingRequest)
    expect(served.at(-1)).toBe(requests[MAX_RUNNING + 1])
    shedder.stop()
  })

  it('is overloaded after half a second above the target delay, not after a moment', () => {
    const at = makeRequests()
    const shedder = makeLoadShedder(busyPool, silent)
    const isRefused = refusals(shedder, at)
    expect([0, 30, 31, 531, 532].map(isRefused)).toEqual([false, false, false, false, true])
    shedder.stop()
  })

  it('is overloaded at once while rejected clients are about to retry', async () => {
    const at = makeRequests()
    const pool = { ...busyPool }
    const shedder = makeLoadShedder(pool, silent)
    const isRefused = refusals(shedder, at)
    const serveAll = async (count: number): Promise<void> => {
      pool.waitingCount = 0
      await until('all waiting requests are served', () => at.served.length === count)
      pool.waitingCount = MAX_RUNNING
    }
    expect([0, 31, 532].map(isRefused)).toEqual([false, false, true])
    await serveAll(2)
    expect([1_000, 1_030, 1_031].map(isRefused)).toEqual([false, false, true])
    await serveAll(4)
    expect([5_100, 5_131].map(isRefused)).toEqual([false, false])
    shedder.stop()
  })

  it('is bounded, even when it is served fast', () => {
    const { arrive, refused } = makeRequests()
    const shedder = makeLoadShedder(busyPool, silent)
    for (let i = 0; i < 5_000; i++) shedder.admit(arrive(start))
    expect(refused).toEqual([])
    const last = arrive(start)
    shedder.admit(last)
    expect(refused).toEqual([last])
    shedder.stop()
  })

  it('keeps no request for more than a second', async () => {
    const { arrive, refused, served } = makeRequests()
    const shedder = makeLoadShedder(busyPool, silent)
    const pending = arrive(performance.now() - 950)
    shedder.admit(pending)
    await until('it is refused', () => refused.includes(pending))
    expect(served).toEqual([])
    const now = performance.now()
    const last = arrive(now)
    for (const next of [arrive(now - 31), last]) shedder.admit(next)
    expect(refused).toEqual([pending, last])
    shedder.stop()
  })
})
