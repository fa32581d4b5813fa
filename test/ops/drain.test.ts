// Rolling restarts under load. DRAIN_RESTARTS: number of restarts; default 2, 20 for a long run.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { group, startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'
import { startServerProcess, type ServerProcess } from './process'

const restarts = Number(process.env['DRAIN_RESTARTS'] ?? 2)
jest.setTimeout(600_000 + restarts * 20_000)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const CHECK_MS = 100

/**
 * A proxy that checks /readyz and never retries. On a busy machine the check of a server that is not draining can fail
 * too.
 */
async function startProxy(urls: () => readonly string[]) {
  const agent = new http.Agent({ keepAlive: true })
  let ready: string[] = []
  let turn = 0
  let isOver = false
  const isReady = (url: string): Promise<boolean> =>
    fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
      async (answer) => ((await answer.json()) as { status: string }).status !== 'draining',
      () => false,
    )
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const checked = urls()
      const results = await Promise.all(checked.map(isReady))
      ready = checked.filter((_, index) => results[index])
      // a proxy checks at an interval
      await sleep(CHECK_MS)
    }
  }
  // longer than the default of 5 seconds: a client that pauses must not meet a closing connection
  const server = http.createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const target = ready[turn++ % ready.length]
    if (target === undefined) return void response.writeHead(502).end('no server is ready')
    const sent = http.request(`${target}${request.url}`, { method: request.method, headers: request.headers, agent })
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', (error) => response.writeHead(502).end(`${target}: ${error.message}`))
    request.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const watching = watch()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    async close() {
      isOver = true
      await watching
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

it(`no request fails while servers are restarted ${restarts} times`, async () => {
  const { key, communityId } = await app.community()
  // long enough for the proxy to see, on a busy machine, that the server is draining
  const start = (): Promise<ServerProcess> => startServerProcess(app, { DRAIN_SECONDS: '4', LOG_LEVEL: 'info' })
  const servers = await Promise.all([start(), start()])
  const proxy = await startProxy(() => servers.map(({ url }) => url))
  await until('both servers are ready', () => proxy.ready().length === 2)
  const headers = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId, 'Content-Type': 'application/json' }
  const failures: string[] = []
  const awarded = new Map<number, number>(group.members.map((userId) => [userId, 0]))
  let answered = 0
  let isOver = false
  const send = async (userId: number, path: string, init: RequestInit = {}): Promise<void> => {
    const answer = await fetch(`${proxy.url}/v2/members/${userId}${path}`, { headers, ...init })
    const text = await answer.text()
    answered++
    if (answer.status !== 200) failures.push(`${path} ${answer.status} ${text}`)
  }
  const client = async (userId: number): Promise<void> => {
    const body = JSON.stringify({ op: 'increment', amount: 1 })
    for (let count = 0; !isOver; count++) {
      await send(userId, '/experience', { method: 'POST', body })
      awarded.set(userId, (awarded.get(userId) ?? 0) + 1)
      // slow requests, so that some are always open
      await send(userId, count % 3 === 0 ? '?refresh=true' : '')
      // milliseconds between the requests of a client
      await sleep(20)
    }
  }
  app.simulator.faults.add({ kind: 'delay', ms: 150, path: '/users/' })
  const clients = group.members.map(client)
  const codes: (number | null)[] = []
  for (let count = 0; count < restarts; count++) {
    const index = count % servers.length
    const before = answered
    // the server stops within 10 seconds
    codes.push((await servers[index]?.stop()) ?? null)
    servers[index] = await start()
    await until('both servers are ready again', () => proxy.ready().length === 2)
    expect(answered).toBeGreaterThan(before)
  }
  isOver = true
  await Promise.all(clients)
  app.simulator.faults.clear()
  await Promise.all(servers.map((server) => server.stop()))
  await proxy.close()
  process.stdout.write(`restarts ${restarts}, requests ${answered}, failures ${failures.length}\n`)
  expect(failures).toEqual([])
  expect(codes).toEqual(codes.map(() => 0))
  for (const [userId, sum] of awarded) {
    const { experience } = await app.base.db
      .selectFrom('member')
      .select('experience')
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect([userId, experience]).toEqual([userId, sum])
  }
})

it('answers an open request, and does not wait for a load balancer when /readyz was not requested', async () => {
  const { key, communityId } = await app.community()
  const server = await startServerProcess(app, { DRAIN_SECONDS: '5', ROLE: 'api' })
  app.simulator.faults.add({ kind: 'delay', ms: 400, path: '/users/' })
  const headers = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
  const before = app.simulator.requests.length
  const answer = fetch(`${server.url}/v2/members/${group.members[0]}?refresh=true`, { headers })
  await until('the request is open', () => app.simulator.requests.length > before)
  const code = server.stop()
  const refused = until('no connection is accepted', () =>
    fetch(server.url).then(
      () => false,
      () => true,
    ),
  )
  expect((await answer).status).toBe(200)
  await refused
  expect(await code).toBe(0)
  app.simulator.faults.clear()
})
