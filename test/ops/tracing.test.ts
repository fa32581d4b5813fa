// Traces, sent to a collector in the test.
import { execFileSync } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { group, makeClient, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { startServerProcess } from './process'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

let app: TestApp
let community: TestCommunity
let text = ''
const spans: Span[] = []
const paths = new Set<string | undefined>()

const collector = http.createServer((request, response) => {
  void request.toArray().then((chunks) => {
    paths.add(request.url)
    const body = Buffer.concat(chunks as Buffer[]).toString()
    text += body
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

const [memberId] = group.members
const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerSpanId = 'b7ad6b7169203331'

beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const server = await startServerProcess(app, { ROLE: 'api', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const { get, post } = makeClient(server.url, credentials(community))
  await get(`/v2/members/${memberId}?refresh=true`, {
    traceparent: `00-${traceId}-${callerSpanId}-01`,
    'X-Request-Id': 'traced',
  })
  app.simulator.faults.add({ kind: 'throttle', path: '/users/', count: 1 })
  await get(`/v2/members/${memberId}?refresh=true`, { 'X-Request-Id': 'throttled' })
  await makeClient(server.url, {}).get('/v2/nowhere', { 'X-Request-Id': 'nowhere' })
  await get(`/v2/members/SecretName?by=username`)
  await post(`/v2/members/${memberId}/experience`, { op: 'increment', amount: 7, reason: 'planted' })
  expect(await server.stop()).toBe(0)
})
afterAll(async () => {
  collector.closeAllConnections()
  collector.close()
  await app.close()
})

const credentials = ({ key, communityId }: TestCommunity) => ({
  Authorization: `Bearer ${key}`,
  'X-Community-Id': communityId,
})
const attributes = (span: Span | undefined): Record<string, unknown> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
const spanOf = (requestId: string): Span | undefined =>
  spans.find((span) => String(attributes(span)['request.id']).startsWith(`${requestId}.`))
const below = (span: Span | undefined): Span[] => spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId)

const CLIENT = 3
const ERROR = 2

it('a request is a span with operationId and status, a child of the client’s span and the parent of its platform calls', () => {
  expect([...paths]).toEqual(['/v1/traces'])
  expect(text).toContain('community-management-server')
  const request = spanOf('traced')
  expect(request).toMatchObject({ name: 'getMember', traceId, parentSpanId: callerSpanId })
  expect(attributes(request)).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.route': '/v2/members/{userId}',
    'operation.id': 'getMember',
    'community.id': community.communityId,
    'request.id': expect.stringMatching(/^traced\./),
  })
  expect(below(request).map(({ name, kind }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining([`${CLIENT} platform get membership`, `${CLIENT} platform get user`]),
  )
  for (const call of below(request)) expect(call.traceId).toBe(traceId)
})

it('a failure sets its code on the request and on the call', () => {
  const request = spanOf('throttled')
  expect(attributes(request)).toMatchObject({
    'error.type': 'platform_cloud_rate_limited',
    'http.response.status_code': expect.anything() as unknown,
  })
  const call = below(request).find(({ name }) => name === 'platform get user')
  expect(call?.status.code).toBe(ERROR)
  expect(attributes(call)).toEqual({ 'error.type': 'rate_limited' })
  expect(spanOf('nowhere')?.name).toBe('GET')
  expect(attributes(spanOf('nowhere'))).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 404,
    'error.type': 'route_not_found',
    'request.id': expect.stringMatching(/^nowhere\./),
  })
})

it('no key, credential, reason or name is sent', () => {
  expect(spans.map(({ name }) => name)).toContain('changeExperience')
  for (const secret of [community.key, 'cmk_', group.apiKey, 'planted', 'SecretName', `Member${memberId}`, 'Bearer']) {
    expect(text).not.toContain(secret)
  }
})

it('an unreachable collector is logged: requests are answered, and the process stops in time', async () => {
  const server = await startServerProcess(app, { ROLE: 'api', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  const { status } = await makeClient(server.url, credentials(community)).get(`/v2/members/${memberId}`)
  expect(status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(server.output()).toMatch(/"msg":"traces"/)
})

it('without an endpoint no OpenTelemetry package is loaded', () => {
  const main = path.resolve(__dirname, '../../dist/src/process/app.js')
  const script = `require(${JSON.stringify(main)});
    console.log(JSON.stringify(Object.keys(require.cache).filter((name) => /@opentelemetry.(sdk|otlp|core|res|exp)/.test(name))))`
  expect(JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }))).toEqual([])
})
