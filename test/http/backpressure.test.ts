// Overload: admitted requests are served, all others are refused at once.
import { errorEffect } from '../../generated/errors'
import { Client } from 'pg'
import { LoadShedder, type PendingRequest } from '../../src/http/load-shedder'
import { makeLogger } from '../../src/base/logger'
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
  /** Outside of the locker's transaction, within which pg_stat_activity would not change. */
  let watcher: Client
  beforeAll(async () => {
    app = await startTestApp({ worker: false, poolSize })
    community = await app.community({ connected: false })
    locker = new Client({ connectionString: app.databaseUrl })
    watcher = new Client({ connectionString: app.databaseUrl })
    await Promise.all([locker.connect(), watcher.connect()])
  })
  afterAll(async () => {
    await Promise.all([locker.end(), watcher.end()])
    await app.close()
  })

  /** listMembers has a statement of its own, so each request needs a connection. */
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
    const sendMore = (): void => {
      const sent = Array.from({ length: 40 }, send)
      waiting.push(...sent)
      for (const one of sent) void one.then((answer) => answered.push(answer)).catch(() => undefined)
    }
    // how many must wait before one is refused depends on timing
    await until('a request is refused', () => {
      sendMore()
      return answered.length > 0
    })
    expect(waiting.length).toBeGreaterThanOrEqual(poolSize)
    const all = [...answered, ...(await Promise.all(Array.from({ length: 100 }, send)))]
    expect(await areBlocked(poolSize)).toBe(true)
    const codeOf = ({ status, body }: Answer): string => `${status} ${body.error.code}`
    // on a slow machine some have waited 3 seconds for a connection
    const refused = all.filter((answer) => codeOf(answer) !== '503 dependency_unavailable')
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['503 server_busy']))
    expect(errorEffect.server_busy).toBe('none')
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1', '2', '3']))
    expect(new Set(refused.map(({ headers }) => headers['x-request-id'])).size).toBe(refused.length)
    // all connections are held; a request that has waited 3 seconds leaves its place to the next one
    await until('a page is refused', async () => {
      sendMore()
      return (await fetch(`${app.url}/openapi.yaml`)).status === 503
    })
    await locker.query('rollback')
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
    // on a slow machine 3 seconds may have passed
    const late = (await Promise.all(waiting)).map(({ status }) => status)
    expect(late.filter((status) => ![200, 503].includes(status))).toEqual([])
    const again = await Promise.all(Array.from({ length: poolSize * 2 }, send))
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  })
})

/** Makes requests, and records which were served and which were refused. */
function makeRequests() {
  const served: PendingRequest[] = []
  const refused: PendingRequest[] = []
  const ends = new Map<PendingRequest, () => void>()
  const arrive = (): PendingRequest => {
    const pending: PendingRequest = {
      request: {
        method: 'GET',
        headers: {},
      } as unknown as PendingRequest['request'],
      response: {
        destroyed: false,
        writeHead: () => refused.push(pending),
        end: () => undefined,
      } as unknown as PendingRequest['response'],
      since: performance.now(),
      serve: () => {
        served.push(pending)
        return new Promise((resolve) => ends.set(pending, resolve))
      },
    }
    return pending
  }
  const end = async (pending: PendingRequest): Promise<void> => {
    ends.get(pending)?.()
    for (let turns = 0; turns < 3; turns++) await Promise.resolve()
  }
  return { arrive, end, served, refused }
}

const MAX_RUNNING = 64
const busyPool = { waitingCount: MAX_RUNNING, options: { max: 16 } }
const silent = makeLogger('silent')

describe('a rejection', () => {
  const logs: Record<string, unknown>[] = []
  const log = makeLogger('warn', {
    write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>),
  })
  const pool = { waitingCount: 0, options: { max: 16 } }
  let shedder: LoadShedder
  let stub: StubApi
  beforeAll(async () => {
    shedder = new LoadShedder(pool, log)
    stub = await startStubApi({ loadShedder: shedder, authenticate: () => Promise.resolve(principal) })
  })
  afterAll(async () => {
    await stub.close()
    shedder.stop()
  })
  beforeEach(() => {
    pool.waitingCount = MAX_RUNNING
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

  it('is logged as a count, not individually', async () => {
    logs.length = 0
    await Promise.all(Array.from({ length: 20 }, () => sendRaw(stub.url, { path: '/v2/nothing' })))
    await until('all are logged', () => logs.reduce((sum, { refused }) => sum + Number(refused), 0) >= 20)
    expect(logs.length).toBeLessThan(10)
  })
})

describe('the queue', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('admits as many requests as may run, and the next when one ends', async () => {
    const { arrive, end, served } = makeRequests()
    const shedder = new LoadShedder({ waitingCount: 0, options: { max: 16 } }, silent)
    const requests = Array.from({ length: MAX_RUNNING + 2 }, () => arrive())
    for (const pending of requests) shedder.admit(pending)
    expect(served).toEqual(requests.slice(0, MAX_RUNNING))
    await end(requests[7] as PendingRequest)
    expect(served).toEqual(requests.slice(0, MAX_RUNNING + 1))
    shedder.stop()
  })

  it('does not count requests that wait for the platform', () => {
    const { arrive, served } = makeRequests()
    const shedder = new LoadShedder({ waitingCount: 0, options: { max: 16 } }, silent)
    for (let i = 0; i < MAX_RUNNING; i++) shedder.admit(arrive())
    const later = arrive()
    shedder.admit(later)
    expect(served).not.toContain(later)
    jest.advanceTimersByTime(100)
    expect(served.at(-1)).toBe(later)
    shedder.stop()
  })

  it('skips requests whose client has disconnected', async () => {
    const { arrive, end, served } = makeRequests()
    const shedder = new LoadShedder({ waitingCount: 0, options: { max: 16 } }, silent)
    const requests = Array.from({ length: MAX_RUNNING + 2 }, () => arrive())
    for (const pending of requests) shedder.admit(pending)
    Object.assign((requests[MAX_RUNNING] as PendingRequest).response, { destroyed: true })
    await end(requests[0] as PendingRequest)
    expect(served.at(-1)).toBe(requests[MAX_RUNNING + 1])
    shedder.stop()
  })

  it('serves a burst that it can serve within the interval', () => {
    const { arrive, refused, served } = makeRequests()
    const pool = { ...busyPool }
    const shedder = new LoadShedder(pool, silent)
    for (let i = 0; i < MAX_RUNNING; i++) shedder.admit(arrive())
    jest.advanceTimersByTime(475)
    expect([served.length, refused.length]).toEqual([0, 0])
    pool.waitingCount = 0
    jest.advanceTimersByTime(25)
    expect([served.length, refused.length]).toEqual([MAX_RUNNING, 0])
    shedder.stop()
  })

  it('refuses requests at the target delay once it has been standing for the interval, and no longer once it was empty', () => {
    const { arrive, refused } = makeRequests()
    const pool = { ...busyPool }
    const shedder = new LoadShedder(pool, silent)
    const refusalsAfter = (ms: number): number => {
      const before = refused.length
      for (let i = 0; i < ms; i += 5) {
        shedder.admit(arrive())
        jest.advanceTimersByTime(5)
      }
      return refused.length - before
    }
    expect(refusalsAfter(500)).toBe(0)
    expect(refusalsAfter(50)).toBeGreaterThan(100)
    pool.waitingCount = 0
    jest.advanceTimersByTime(25)
    pool.waitingCount = MAX_RUNNING
    expect(refusalsAfter(500)).toBe(0)
    shedder.stop()
  })

  it('is bounded, even when it is served fast', () => {
    const { arrive, refused } = makeRequests()
    const shedder = new LoadShedder(busyPool, silent)
    for (let i = 0; i < 5_000; i++) shedder.admit(arrive())
    expect(refused).toEqual([])
    const last = arrive()
    shedder.admit(last)
    expect(refused).toEqual([last])
    shedder.stop()
  })

  it('keeps no request for longer than the interval', () => {
    const { arrive, refused, served } = makeRequests()
    const shedder = new LoadShedder(busyPool, silent)
    const pending = arrive()
    shedder.admit(pending)
    jest.advanceTimersByTime(500)
    expect(refused).toEqual([])
    jest.advanceTimersByTime(25)
    expect([refused, served]).toEqual([[pending], []])
    shedder.stop()
  })
})
