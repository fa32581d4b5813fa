// Failures below HTTP: whether the request was sent. Limits of time and size.
import http from 'node:http'
import net from 'node:net'
import { once } from 'node:events'
import { demoApiKey, demoRoles } from '../../src/simulator/demo-world'
import { assignSergeant, connection, failureOf, platformAt, rolesOfPrivate, useSimulator } from './fixture'

const timeoutMs = 500
const fixture = useSimulator(timeoutMs)

/** Runs `work` with the port of a TCP or HTTP server. */
async function withServer(server: net.Server, work: (port: number) => Promise<void>): Promise<void> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => sockets.add(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work((server.address() as net.AddressInfo).port)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

test('a refused connection means that nothing was sent', async () => {
  let closedPort = 0
  await withServer(net.createServer(), (port) => {
    closedPort = port
    return Promise.resolve()
  })
  const platform = platformAt(`http://127.0.0.1:${closedPort}`)
  expect(await failureOf(assignSergeant(platform))).toMatchObject({ kind: 'unavailable', sent: false, status: null })
  expect(await failureOf(platform.listRoles(connection))).toMatchObject({ kind: 'unavailable', sent: false })
})

test('a connection timeout means that nothing was sent', async () => {
  // the TLS handshake, which this server never answers, is part of connecting
  await withServer(net.createServer(), async (port) => {
    const platform = platformAt(`https://127.0.0.1:${port}`, timeoutMs)
    expect(await failureOf(assignSergeant(platform))).toMatchObject({ kind: 'timeout', sent: false, status: null })
  })
})

test('a failed TLS handshake means that nothing was sent', async () => {
  await withServer(
    net.createServer((socket) => void socket.end('hello')),
    async (port) => {
      const platform = platformAt(`https://127.0.0.1:${port}`)
      expect(await failureOf(assignSergeant(platform))).toMatchObject({ kind: 'unavailable', sent: false })
    },
  )
})

test('an invalid HTTP response means that the request was sent', async () => {
  await withServer(
    net.createServer((socket) => void socket.once('data', () => socket.end('hello\r\n'))),
    async (port) => {
      const platform = platformAt(`http://127.0.0.1:${port}`)
      expect(await failureOf(assignSergeant(platform))).toMatchObject({ kind: 'unavailable', sent: true, status: null })
    },
  )
})

test('a server that hangs causes a timeout', async () => {
  fixture.simulator.faults.add({ kind: 'hang', count: 2 })
  expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject({ kind: 'timeout', sent: false })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject({ kind: 'timeout', sent: true, status: null })
  expect(rolesOfPrivate(fixture)).not.toContain(demoRoles.sergeant)
})

test('a server that hangs after the effect causes a timeout with `sent`', async () => {
  fixture.simulator.faults.add({ kind: 'applyThenHang', count: 1 })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject({ kind: 'timeout', sent: true })
  expect(rolesOfPrivate(fixture)).toContain(demoRoles.sergeant)
})

test('the timeout is configurable', async () => {
  fixture.simulator.faults.add({ kind: 'delay', ms: 8 * timeoutMs, count: 1 }, { kind: 'delay', ms: 20, count: 1 })
  const patient = platformAt(fixture.simulator.url)
  expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject({ kind: 'timeout' })
  expect(await patient.listRoles(connection)).toHaveLength(6)
})

test.each([
  { status: 200, kind: 'timeout', sent: true },
  { status: 429, kind: 'rate_limited', sent: false },
  { status: 503, kind: 'unavailable', sent: true },
])('a body that never ends after a $status is $kind', async ({ status, kind, sent }) => {
  const server = http.createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.write('{"path":')
  })
  await withServer(server, async (port) => {
    const failure = await failureOf(assignSergeant(platformAt(`http://127.0.0.1:${port}`, timeoutMs)))
    expect(failure).toMatchObject({ kind, sent, status })
  })
})

/** A list of roles, padded to `bytes`; 406 for a client that accepts compressed bodies. */
function paddedRoles(bytes: number): http.Server {
  const [head, tail] = ['{"groupRoles":[{"id":"2","displayName":"A","rank":1}]', '}']
  const text = head + ' '.repeat(bytes - head.length - tail.length) + tail
  return http.createServer(({ headers }, response) => {
    response.writeHead(headers['accept-encoding'] === 'identity' ? 200 : 406, { 'content-type': 'application/json' })
    response.end(text)
  })
}

test('a body is uncompressed and limited to 1 MiB', async () => {
  const mebibyte = 1024 * 1024
  await withServer(paddedRoles(mebibyte), async (port) => {
    expect(await platformAt(`http://127.0.0.1:${port}`).listRoles(connection)).toHaveLength(1)
  })
  for (const bytes of [mebibyte + 1, 64 * mebibyte]) {
    await withServer(paddedRoles(bytes), async (port) => {
      const failure = await failureOf(platformAt(`http://127.0.0.1:${port}`).listRoles(connection))
      expect(failure).toMatchObject({ kind: 'unavailable', status: 200 })
    })
  }
})

/** Seconds that the client reads from the Retry-After of a 429; null: none. */
async function readRetryAfter(value: string): Promise<number | null> {
  let seconds: number | null = null
  const server = http.createServer((_request, response) => {
    response.writeHead(429, { 'retry-after': value })
    response.end()
  })
  await withServer(server, async (port) => {
    seconds = (await failureOf(platformAt(`http://127.0.0.1:${port}`).listRoles(connection))).retryAfterSeconds
  })
  return seconds
}

test.each([
  ['0', 0],
  ['12', 12],
  ['999999999', 86_400],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['1.5', null],
  ['soon', null],
  ['-1', null],
])('Retry-After %s is read as %p seconds', async (value, seconds) => {
  expect(await readRetryAfter(value)).toBe(seconds)
})

test('Retry-After is read as a date', async () => {
  const seconds = await readRetryAfter(new Date(Date.now() + 3_600_000).toUTCString())
  expect(seconds).toBeGreaterThan(3_500)
  expect(seconds).toBeLessThanOrEqual(3_600)
})

test('every request contains the key, and no cookie or other credential', async () => {
  const seen: http.IncomingHttpHeaders[] = []
  const server = http.createServer((request, response) => {
    seen.push(request.headers)
    response.end()
  })
  await withServer(server, async (port) => {
    await failureOf(platformAt(`http://127.0.0.1:${port}/`).listRoles(connection))
  })
  expect(seen).toMatchObject([{ 'x-api-key': demoApiKey, accept: 'application/json' }])
  expect(seen[0]).not.toHaveProperty('cookie')
  expect(seen[0]).not.toHaveProperty('authorization')
})
