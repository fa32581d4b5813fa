// The served pages under attack.
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { gunzipSync } from 'node:zlib'
import http from 'node:http'
import { RateLimiter } from '../../src/limits/limits'
import { LoadShedder } from '../../src/http/load-shedder'
import { makeLogger } from '../../src/base/logger'
import { until } from '../support/until'
import { startStubApi, type StubApi } from './stub-api'

/** The largest page. */
const bundle = '/openapi.yaml'
const pages = [
  bundle,
  '/openapi.json',
  '/openapi-3.1.json',
  '/postman.json',
  '/docs',
  '/docs/site.js',
  '/docs/search.json',
  '/docs/reference/events',
  '/',
  '/docs/',
]

let api: StubApi
beforeAll(async () => {
  api = await startStubApi()
})
afterAll(() => api.close())

interface PageResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Reads a page without decompressing it. */
async function get(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<PageResponse> {
  const request = http.request(url + path, { method, headers, agent: false }).end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(await response.toArray()) }
}

async function connectUnread({ url }: StubApi, text: string): Promise<net.Socket> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1').pause()
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const closed = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => void (socket.closed ? resolve() : socket.once('close', resolve)))

const whenCompressed = (page: string): Promise<void> =>
  until(`${page} is compressed`, async () => {
    const { headers } = await get(api.url, page, { 'Accept-Encoding': 'gzip' })
    return headers['content-encoding'] === 'gzip'
  })

const descriptors = (): number => fs.readdirSync('/proc/self/fd').length
const onLinux = process.platform === 'linux' ? it : it.skip
const requestFor = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** The largest file of dist/site. */
const file = '/docs/reference/events'

onLinux.each([
  ['no file for the contract', bundle, 0],
  ['one file at a time for a connection', file, 1],
])('opens %s, however many requests it pipelines', async (_title, page, files) => {
  const before = descriptors()
  const sockets = await Promise.all(Array.from({ length: 8 }, () => connectUnread(api, requestFor(page).repeat(30))))
  let most = 0
  await until('a later request is answered', async () => {
    most = Math.max(most, descriptors() - before)
    return (await get(api.url, page)).status === 200
  })
  most = Math.max(most, descriptors() - before)
  // this process has both ends of each connection
  expect(most).toBeLessThanOrEqual((2 + files) * sockets.length + 4)
  for (const socket of sockets) socket.destroy()
})

it('closes a connection that pipelines more than 32 requests', async () => {
  const socket = await connectUnread(api, requestFor(bundle).repeat(1_500))
  await closed(socket.resume())
})

it('answers 33 requests that arrive in one packet', async () => {
  const socket = net.connect(Number(new URL(api.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data.toString('latin1')))
  socket.write(requestFor('/docs/site.css').repeat(33))
  await until('33 answers', () => text.split('HTTP/1.1 200 OK').length === 34)
  socket.write(requestFor('/docs/site.css').repeat(33))
  await until('33 more', () => text.split('HTTP/1.1 200 OK').length === 67)
  socket.destroy()
})

it('closes the connection of a client that reads nothing, but not of one that reads slowly', async () => {
  const server = await startStubApi({ stalledMs: 3_000 })
  const stalled = await connectUnread(server, requestFor(bundle).repeat(30))
  const slow = await connectUnread(server, requestFor(bundle).repeat(30))
  const { length } = (await get(server.url, bundle)).bytes
  let read = 0
  slow.on('data', (data) => {
    const answer = Math.floor(read / length)
    read += data.length
    if (Math.floor(read / length) === answer) return
    slow.pause()
    // milliseconds between two answers: slow, but not stalled
    setTimeout(() => slow.resume(), 200)
  })
  slow.resume()
  await until('the slow client has read everything', () => read > 30 * length, 60_000)
  slow.destroy()
  await until('the stalled connection is closed', async () => (await server.connections()) === 0)
  stalled.destroy()
  await server.close()
})

it('compresses a page once, not for each request', async () => {
  await whenCompressed(bundle)
  const processorTime = async (encoding: string): Promise<number> => {
    const before = process.cpuUsage()
    for (let nth = 0; nth < 100; nth++) {
      const headers = { 'Accept-Encoding': encoding, 'If-None-Match': '*' }
      expect((await fetch(`${api.url}${bundle}`, { headers })).status).toBe(304)
    }
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await processorTime('identity')
  const plain = await processorTime('identity')
  expect(await processorTime('gzip')).toBeLessThan(3 * plain)
})

it.each(pages.slice(0, 6))('%s is sent compressed to clients that accept gzip, with its own ETag', async (page) => {
  await whenCompressed(page)
  const plain = await get(api.url, page)
  for (const accepted of ['gzip', 'br, gzip;q=0.5', '*', 'deflate, GZIP']) {
    const compressed = await get(api.url, page, { 'Accept-Encoding': accepted })
    expect([compressed.headers['content-encoding'], compressed.headers['vary']]).toEqual(['gzip', 'Accept-Encoding'])
    expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true)
    expect(compressed.headers.etag).not.toBe(plain.headers.etag)
    const again = await get(api.url, page, {
      'Accept-Encoding': accepted,
      'If-None-Match': String(compressed.headers.etag),
    })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  }
  for (const refused of ['identity', 'br', 'gzip;q=0', '*;q=0', '']) {
    const answer = await get(api.url, page, { 'Accept-Encoding': refused })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.bytes.equals(plain.bytes)).toBe(true)
  }
})

it.each(pages)('%s reveals no files or code, whatever the request headers', async (page) => {
  for (const headers of [
    { Range: 'bytes=9999999-' },
    { Range: 'bytes=a-b' },
    { Range: 'bytes=0-1,2-3' },
    { 'If-Match': '"another"' },
    { 'If-Match': 'W/' },
    { 'If-Unmodified-Since': 'never' },
    { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { 'If-None-Match': ','.repeat(8_000) },
    { 'Accept-Encoding': `${'gzip;q=0,'.repeat(1_000)}` },
    { 'Accept-Encoding': `gzip;${' '.repeat(12_000)}q` },
  ] as Record<string, string>[]) {
    const { status, bytes } = await get(api.url, page, headers)
    expect([200, 302]).toContain(status)
    expect(bytes.includes('    at ') && bytes.includes('node_modules/')).toBe(false)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
    const { status, bytes } = await get(api.url, page, {}, method)
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([404, { error: { code: 'route_not_found' } }])
  }
})

describe('above the limit of an address', () => {
  let limited: StubApi
  const limit = 20
  beforeAll(async () => {
    const take = () => Promise.resolve({ granted: 0, taken: limit, previous: 0 })
    limited = await startStubApi({ pageLimit: new RateLimiter('pages', limit, take) })
  })
  afterAll(() => limited.close())

  it('a program gets a 429 error of the contract, 304 and redirects included', async () => {
    const answers: PageResponse[] = []
    for (const page of pages) answers.push(await get(limited.url, page, { 'If-None-Match': '*' }))
    for (const { status, headers, bytes } of answers.slice(1)) {
      expect([status, JSON.parse(bytes.toString())]).toMatchObject([429, { error: { code: 'rate_limit_exceeded' } }])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([String(limit), '0'])
      expect(headers['ratelimit-policy']).toBe(`"pages";q=${limit};w=60`)
      expect(headers['x-request-id']).toMatch(/./)
    }
  })

  it('a browser gets a small page that says when to come back', async () => {
    const accept = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    await get(limited.url, '/docs', accept)
    const { status, headers, bytes } = await get(limited.url, '/docs', accept)
    expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    const text = bytes.toString()
    expect(text).toContain('<h1>Too Many Requests</h1>')
    expect(text).toContain(`Wait ${headers['retry-after']} seconds`)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(bytes.length).toBeLessThan(600)
    const head = await get(limited.url, '/docs', accept, 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([429, 0])
  })
})

it('refuses pages under overload like other requests', async () => {
  const loadShedder = new LoadShedder({ waitingCount: 1_000, options: { max: 16 } }, makeLogger('silent'))
  const busy = await startStubApi({ loadShedder })
  const { status, bytes } = await get(busy.url, bundle)
  expect([status, JSON.parse(bytes.toString())]).toMatchObject([503, { error: { code: 'server_busy' } }])
  loadShedder.stop()
  await busy.close()
})
