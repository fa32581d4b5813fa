// Overload: beyond what the database and the event loop can take, requests are refused at once, within the contract; those
// let in are served.
import { once } from 'node:events'
import http from 'node:http'
import { Client } from 'pg'
import { makeAdmission, type Admission, type Arrival } from '../../src/http/load-shedder'
import { makeLogger } from '../../src/logger'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { requestsNoted } from '../support/noted'
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
    const answered: Answer[] = []
    // how many may wait before the queue is seen to stand is a matter of time; that it ends is not
    await until('a request is refused', () => {
      const sent = Array.from({ length: 8 }, send)
      waiting.push(...sent)
      for (const one of sent) void one.then((answer) => answered.push(answer)).catch(() => undefined)
      return answered.length > 0
    })
    expect(waiting.length).toBeGreaterThanOrEqual(poolSize)
    // nothing else can answer them: all connections are held
    const refused = [...answered, ...(await Promise.all(Array.from({ length: 100 }, send)))]
    expect(await areBlocked(poolSize)).toBe(true)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(
      new Set(['503 dependency_unavailable']),
    )
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1', '2', '3']))
    expect(new Set(refused.map(({ headers }) => headers['x-request-id'])).size).toBe(refused.length)
    expect((await fetch(`${app.url}/openapi.yaml`)).status).toBe(503)
    await locker.query('rollback')
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
    // on a machine that is so slow, their time of three seconds may have been up
    const late = (await Promise.all(waiting)).map(({ status }) => status)
    expect(late.filter((status) => ![200, 503].includes(status))).toEqual([])
    const again = await Promise.all(Array.from({ length: poolSize * 2 }, send))
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  })
})

/** Requests that are at the door, and what became of them. */
function door() {
  const served: Arrival[] = []
  const refused: Arrival[] = []
  const ends = new Map<Arrival, () => void>()
  const arrive = (since: number): Arrival => {
    const arrival: Arrival = {
      request: { method: 'GET', headers: {}, socket: { pause: () => undefined } } as unknown as Arrival['request'],
      response: {
        destroyed: false,
        writeHead: () => refused.push(arrival),
        end: () => undefined,
      } as unknown as Arrival['response'],
      since,
      serve: () => {
        served.push(arrival)
        return new Promise((resolve) => ends.set(arrival, resolve))
      },
    }
    return arrival
  }
  const end = async (arrival: Arrival): Promise<void> => {
    ends.get(arrival)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { arrive, end, served, refused }
}

const AT_WORK = 64
/** No connection comes free. */
const stuck = { waitingCount: AT_WORK }
const silent = makeLogger('silent')

/** Its queue stands from now on, for some tenths of a second. */
function overload(admission: Admission): void {
  const { arrive } = door()
  const now = performance.now()
  for (const ago of [950, 600]) admission.admit(arrive(now - ago))
}

describe('a refusal', () => {
  const logs: Record<string, unknown>[] = []
  const log = makeLogger('warn', {
    write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>),
  })
  const pool = { waitingCount: 0 }
  let admission: Admission
  let stub: StubApi
  beforeAll(async () => {
    admission = makeAdmission(pool, log)
    stub = await startStubApi({ admission, authenticate: () => Promise.resolve(principal) })
  })
  afterAll(async () => {
    await stub.close()
    admission.stop()
  })
  beforeEach(() => {
    pool.waitingCount = AT_WORK
    overload(admission)
  })
  const isServed = async () => (await sendRaw(stub.url, { path: '/v2/nothing' })).status === 404
  afterEach(async () => {
    pool.waitingCount = 0
    await until('nobody waits', isServed)
  })

  it.each([
    ['GET', '/v2/members', undefined],
    ['HEAD', '/v2/members', undefined],
    ['GET', '/v2/nothing', undefined],
    ['POST', '/v2/members/101/experience', Buffer.alloc(200_000, ' ')],
  ])('of %s %s is within the contract, before anything was asked', async (method, path, body) => {
    await requestsNoted()
    const asked = stub.logs.length
    const headers = { 'X-Request-Id': 'mine', ...(body ? { 'Content-Type': 'application/json' } : {}) }
    const answer = await sendRaw(stub.url, { method, path, headers, ...(body ? { body } : {}) })
    expect([answer.status, answer.headers['x-request-id']]).toEqual([503, expect.stringMatching(/^mine\./)])
    expect(answer.headers['retry-after']).toMatch(/^[123]$/)
    await requestsNoted()
    expect(stub.logs.slice(asked)).toEqual([])
  })

  it('lets its connection rest, so that who comes back at once takes nobody’s time', async () => {
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
    // others are answered meanwhile, each by itself later than the one that rests was sent
    for (let i = 0; i < 3; i++) {
      expect(await Promise.race([again, until('the queue is gone', isServed).then(() => 'others')])).toBe('others')
    }
    expect(await again).toBe(404)
    agent.destroy()
  })

  it('is told in the log by their number, not one by one', async () => {
    logs.length = 0
    await Promise.all(Array.from({ length: 20 }, () => sendRaw(stub.url, { path: '/v2/nothing' })))
    await until('the log tells of them', () => logs.reduce((sum, { refused }) => sum + Number(refused), 0) >= 20)
    expect(logs.length).toBeLessThan(10)
  })
})

describe('the queue at the door', () => {
  /** Later than any look of its own, so that only what arrives counts. */
  const start = performance.now() + 1_000_000
  /** Whether one is refused that comes so many milliseconds after the start. */
  const refusals =
    (admission: Admission, { arrive, refused }: ReturnType<typeof door>) =>
    (ms: number): boolean => {
      const arrival = arrive(start + ms)
      admission.admit(arrival)
      return refused.includes(arrival)
    }

  it('lets in as many as can be at work, and the next when one ends', async () => {
    const { arrive, end, served } = door()
    const admission = makeAdmission({ waitingCount: 0 }, silent)
    const arrivals = Array.from({ length: AT_WORK + 2 }, () => arrive(performance.now()))
    for (const arrival of arrivals) admission.admit(arrival)
    expect(served).toEqual(arrivals.slice(0, AT_WORK))
    await end(arrivals[7] as Arrival)
    expect(served).toEqual(arrivals.slice(0, AT_WORK + 1))
    admission.stop()
  })

  it('does not count who waits for the platform', () => {
    const { arrive, served } = door()
    const admission = makeAdmission({ waitingCount: 0 }, silent)
    for (let i = 0; i < AT_WORK; i++) admission.admit(arrive(start))
    const later = arrive(start + 250)
    admission.admit(later)
    expect(served.at(-1)).toBe(later)
    admission.stop()
  })

  it('forgets who went away meanwhile', async () => {
    const { arrive, end, served } = door()
    const admission = makeAdmission({ waitingCount: 0 }, silent)
    const arrivals = Array.from({ length: AT_WORK + 2 }, () => arrive(performance.now()))
    for (const arrival of arrivals) admission.admit(arrival)
    Object.assign((arrivals[AT_WORK] as Arrival).response, { destroyed: true })
    await end(arrivals[0] as Arrival)
    expect(served.at(-1)).toBe(arrivals[AT_WORK + 1])
    admission.stop()
  })

  it('is overload when it stands for half a second, not when it is long for a moment', () => {
    const at = door()
    const admission = makeAdmission(stuck, silent)
    const isRefused = refusals(admission, at)
    expect([0, 30, 31, 531, 532].map(isRefused)).toEqual([false, false, false, false, true])
    admission.stop()
  })

  it('need not stand again while those who were refused are on their way back', async () => {
    const at = door()
    const pool = { ...stuck }
    const admission = makeAdmission(pool, silent)
    const isRefused = refusals(admission, at)
    const serveAll = async (count: number): Promise<void> => {
      pool.waitingCount = 0
      await until('all that wait are served', () => at.served.length === count)
      pool.waitingCount = AT_WORK
    }
    expect([0, 31, 532].map(isRefused)).toEqual([false, false, true])
    await serveAll(2)
    expect([1_000, 1_030, 1_031].map(isRefused)).toEqual([false, false, true])
    await serveAll(4)
    expect([5_100, 5_131].map(isRefused)).toEqual([false, false])
    admission.stop()
  })

  it('is bounded, however fast it is served', () => {
    const { arrive, refused } = door()
    const admission = makeAdmission(stuck, silent)
    for (let i = 0; i < 5_000; i++) admission.admit(arrive(start))
    expect(refused).toEqual([])
    const last = arrive(start)
    admission.admit(last)
    expect(refused).toEqual([last])
    admission.stop()
  })

  it('keeps nobody for more than a second', async () => {
    const { arrive, refused, served } = door()
    const admission = makeAdmission(stuck, silent)
    const arrival = arrive(performance.now() - 950)
    admission.admit(arrival)
    await until('it is refused', () => refused.includes(arrival))
    expect(served).toEqual([])
    // it is about to be back, too
    const now = performance.now()
    const last = arrive(now)
    for (const next of [arrive(now - 31), last]) admission.admit(next)
    expect(refused).toEqual([arrival, last])
    admission.stop()
  })
})
