// Rate limits that several processes share.
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { freePort, supervise, type Supervised } from '../../scripts/faults/processes'
import { makeApp } from '../../src/process/app'
import { sendRaw } from '../http/raw'
import { encryptionKey, serve, startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'

const windowMs = 60_000
const accessRoute = { method: 'POST', path: '/v2/applications/none/status', body: '{"userId":"101"}' }

/** Sends `count` requests, `width` at a time. Plain HTTP, because there are many. */
async function flood(url: string, headers: http.OutgoingHttpHeaders, count: number, width: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: width })
  const one = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const answered = (response: http.IncomingMessage): void => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      }
      http.get(`${url}/v2/ranks`, { agent, headers }, answered).on('error', reject)
    })
  const statuses: number[] = []
  let left = count
  const caller = async (): Promise<void> => {
    while (left-- > 0) statuses.push(await one())
  }
  await Promise.all(Array.from({ length: width }, caller))
  agent.destroy()
  return statuses
}

const countOf = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length

describe('three processes', () => {
  const limit = 900
  const directory = mkdtempSync(path.join(os.tmpdir(), 'limits-'))
  let app: TestApp
  let valid: http.OutgoingHttpHeaders
  let servers: Supervised[]
  let urls: string[]
  beforeAll(async () => {
    app = await startTestApp({ worker: false })
    const { key, communityId } = await app.community({ connected: false })
    valid = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
    const ports = await Promise.all([1, 2, 3].map(freePort))
    urls = ports.map((port) => `http://127.0.0.1:${port}`)
    servers = ports.map((port) =>
      supervise({
        name: `api ${port}`,
        command: ['main.js'],
        env: {
          DATABASE_URL: app.databaseUrl,
          ROLE: 'api',
          PORT: String(port),
          PLATFORM_API_URL: app.simulator.url,
          ENCRYPTION_KEY: encryptionKey.toString('hex'),
          LOG_LEVEL: 'info',
          RATE_LIMIT_KEY_PER_MINUTE: String(limit),
          DATABASE_POOL_SIZE: '4',
        },
        readyWhen: /"msg":"ready"/,
        logFile: path.join(directory, `${port}.log`),
      }),
    )
    await Promise.all(servers.map((server) => server.ready(60_000)))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await app.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** Writes of leases: each lease of permits writes one row. */
  async function asked(): Promise<number> {
    const { rows } = await sql<{ writes: number }>`
      select (n_tup_ins + n_tup_upd)::int as writes from pg_stat_user_tables where relname = 'rate_window'`.execute(
      app.app.db,
    )
    return rows[0]?.writes ?? 0
  }
  /** Far from the end of a window: a load that spans two windows admits slightly more. */
  const isEarlyInWindow = (): boolean => Date.now() % windowMs < windowMs * 0.75

  it('admit the limit together under twice its load, with few leases', async () => {
    await until('a window begins', isEarlyInWindow, windowMs)
    const before = await asked()
    const windowOf = (): number => Math.floor(Date.now() / windowMs)
    const window = windowOf()
    const calm = (await Promise.all(urls.map((url) => flood(url, valid, limit / 6, 2)))).flat()
    expect(countOf(calm, 200)).toBe(limit / 2)
    const statuses = [...calm, ...(await Promise.all(urls.map((url) => flood(url, valid, limit / 2, 10)))).flat()]
    expect(windowOf()).toBe(window)
    const admitted = countOf(statuses, 200)
    expect([...new Set(statuses)].sort()).toEqual([200, 429])
    // PostgreSQL's processes report their statistics once a second
    let questions = 0
    await until('the statistics are reported', async () => {
      const now = (await asked()) - before
      const isSettled = now > 0 && now === questions
      questions = now
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      return isSettled
    })
    const figures = { limit, sent: statuses.length, admitted, share: admitted / limit, questions }
    process.stderr.write(`${JSON.stringify(figures)}\n`)
    expect(admitted).toBeLessThanOrEqual(limit * 1.05)
    expect(admitted).toBeGreaterThanOrEqual(limit * 0.95)
    expect(questions).toBeLessThanOrEqual(limit / 10)
  })
})

it('enforces twenty requests a minute exactly, over forty minutes, two processes and a restart', async () => {
  let now = Math.floor(Date.now() / windowMs) * windowMs + 20_000
  const rateLimits = { key: 1_000_000, address: 1_000_000, access: 20 }
  const first = await startTestApp({ worker: false, rateLimits, now: () => new Date(now) })
  const { key, communityId } = await first.community({ connected: false })
  const json = { 'Content-Type': 'application/json' }
  const headers = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId, ...json }
  const start = async (): Promise<Awaited<ReturnType<typeof serve>>> => serve(await makeApp(first.parts))
  let second = await start()
  const send = (url: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => sendRaw(url, { ...accessRoute, headers })))
  try {
    for (let window = 0; window < 40; window++) {
      const answers = await send(second.url, 6)
      // one server stops in mid-window
      if (window % 10 === 5) {
        await second.close()
        second = await start()
      }
      answers.push(...(await Promise.all([send(first.url, 9), send(second.url, 9)])).flat())
      const refused = answers.filter(({ status }) => status === 429)
      expect([window, answers.length - refused.length, refused.length]).toEqual([window, 20, 4])
      // all requests leave the count at the same time
      const waits = new Set(refused.map(({ headers: told }) => Number(told['retry-after'])))
      expect(waits.size).toBe(1)
      now += ([...waits][0] ?? 0) * 1_000 + ((window * 7_919) % 30_000)
    }
  } finally {
    await second.close()
    await first.close()
  }
})
