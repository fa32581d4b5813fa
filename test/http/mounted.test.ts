// The Express application without a port, in another application, and with requests that no browser sends.
import { once } from 'node:events'
import net from 'node:net'
import express, { type Express } from 'express'
import request from 'supertest'
import { startTestApp, type TestApp } from '../support/app'

let app: TestApp
let credentials: Record<string, string>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const { key, communityId } = await app.community()
  credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
})
afterAll(() => app.close())

it('answers supertest without a server of its own', async () => {
  const { status, body, headers } = await request(app.app.web).get('/v2/ranks').set(credentials)
  expect([status, body]).toEqual([200, { data: expect.any(Array) as unknown[] }])
  expect(headers['x-powered-by']).toBeUndefined()
})

const codeOf = ({ body }: request.Response): unknown => (body as { error: { code: unknown } }).error.code

describe.each(['', '/community', '/a/b'])('in another application, at "%s"', (prefix) => {
  let host: Express
  beforeAll(() => {
    host = express()
    host.get('/own', (_request, response) => void response.json({ own: true }))
    host.use(prefix || '/', app.app.web)
    host.use((_request, response) => void response.status(404).json({ host: true }))
  })
  const get = (path: string) => request(host).get(prefix + path)

  it('answers operations, with a body and a query', async () => {
    const listed = await get('/v2/members?limit=1').set(credentials)
    expect(listed.status).toBe(200)
    const refused = await get('/v2/members?limit=0').set(credentials)
    expect([refused.status, codeOf(refused)]).toEqual([400, 'validation_failed'])
    const made = await request(host)
      .post(`${prefix}/v2/medals`)
      .set(credentials)
      .send({ name: `Medal at ${prefix}.` })
    expect(made.status).toBe(201)
    const read = await get('/v2/key').set(credentials)
    expect(read.status).toBe(200)
  })

  it('serves pages with relative links, and redirects to them', async () => {
    const page = await get('/docs')
    expect([page.status, page.type]).toEqual([200, 'text/html'])
    const [, script = ''] = /<script src="([^"]+)"/.exec(page.text) ?? []
    expect((await get(new URL(script, 'http://x/docs').pathname)).status).toBe(200)
    expect((await get('/docs/')).headers['location']).toBe('../docs')
  })

  it('answers each path below it, and leaves the others to the host', async () => {
    for (const path of ['/v2/none', '/v2', '/none', '/v2/members/%zz', '/Docs', '/V2/ranks']) {
      const answer = await get(path)
      expect([path, answer.type, codeOf(answer)]).toEqual([
        path,
        'application/json',
        path.includes('%') ? 'validation_failed' : 'route_not_found',
      ])
    }
    expect((await request(host).get('/own')).body).toEqual({ own: true })
    if (prefix) expect((await request(host).get('/other')).body).toEqual({ host: true })
  })
})

/** What Node accepts as a request target, and no route has. */
const targets = [
  '*',
  'foo:',
  'http://other.example/v2/ranks',
  '//v2/ranks',
  '/v2//ranks',
  '/%2e%2e/v2/ranks',
  '/?',
  '/v2?',
]

it.each(targets)('answers the request target %s with the error of the contract', async (target) => {
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.end(`OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString()))
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1\.1 (400|404) /)
  expect(text).toMatch(/"code":"(route_not_found|validation_failed)"/)
})
