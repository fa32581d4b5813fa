// What the operator's machines ask: /healthz, /readyz and /metrics. They are no part of the contract, take no API key, and are
// answered before admission: a server that is busy is alive.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { metricsContentType } from '../telemetry/metrics'
import type { Draining } from './drain'
import type { Readiness } from './readiness'

/** Who may read the metrics: nobody, everybody, who has the token, or this machine itself. */
export type MetricsAccess =
  { readonly kind: 'nobody' | 'everybody' | 'this machine' } | { readonly kind: 'token'; readonly token: string }

export interface ProbeParts {
  readonly draining: Draining
  readonly readiness: () => Promise<Readiness>
  /** In Prometheus' text format. */
  readonly metrics: () => Promise<string>
}

export interface Probes {
  /** Answers the probes, and leaves everything else to the API; while draining, no connection is kept after its answer. */
  before(web: RequestListener, access: MetricsAccess): RequestListener
  /** Answers the probes and knows nothing else, for a port of the operator's own. */
  alone(access: MetricsAccess): RequestListener
}

export function makeProbes(parts: ProbeParts): Probes {
  const { draining } = parts
  return {
    before: (web, access) => (request, response) => {
      if (draining.isDraining) response.shouldKeepAlive = false
      // the API's own are told by one comparison
      if (request.url?.startsWith('/v2/') || !answer(request, response, parts, access)) web(request, response)
    },
    alone: (access) => (request, response) => {
      if (!answer(request, response, parts, access)) sendText(request, response, 404, 'not found\n')
    },
  }
}

/** @returns whether it was a probe; then it is, or will be, answered */
function answer(request: IncomingMessage, response: ServerResponse, parts: ProbeParts, access: MetricsAccess): boolean {
  const path = request.url?.split('?', 1)[0]
  const page = path === undefined ? undefined : pages[path]
  if (!page || (page === showMetrics && access.kind === 'nobody')) return false
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendText(request, response.setHeader('Allow', 'GET, HEAD'), 405, 'GET or HEAD only\n')
    return true
  }
  void page(request, response, parts, access).catch(() => {
    if (!response.headersSent) sendText(request, response, 500, 'the probe failed\n')
  })
  return true
}

type Page = (
  request: IncomingMessage,
  response: ServerResponse,
  parts: ProbeParts,
  access: MetricsAccess,
) => Promise<void>

/** The process runs and its event loop turns: nothing else is asked, so that a database that is away restarts nobody. */
const showHealth: Page = (request, response) => {
  sendJson(request, response, 200, { status: 'alive' })
  return Promise.resolve()
}

const showReadiness: Page = async (request, response, { draining, readiness }) => {
  draining.noteAsked()
  const report = await readiness()
  sendJson(request, response, report.status === 'ready' ? 200 : 503, report)
}

const showMetrics: Page = async (request, response, { metrics }, access) => {
  if (access.kind === 'this machine' && !isFromHere(request)) {
    return sendText(request, response, 403, 'set METRICS_TOKEN or METRICS_PORT to read the metrics from elsewhere\n')
  }
  if (access.kind === 'token' && !hasToken(request, access.token)) {
    return sendText(request, response.setHeader('WWW-Authenticate', 'Bearer'), 401, 'METRICS_TOKEN is needed\n')
  }
  send(request, response, 200, metricsContentType, await metrics())
}

const pages: Readonly<Record<string, Page>> = Object.assign(Object.create(null) as Record<string, Page>, {
  '/healthz': showHealth,
  '/readyz': showReadiness,
  '/metrics': showMetrics,
})

/** From this machine, and not on behalf of another. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress = '' } = socket
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)
  return !isForwarded && ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback'
}

/** Compared by their fingerprints, so that the time it takes tells nothing. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  const fingerprint = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(fingerprint(given), fingerprint(token))
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  send(request, response, status, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`)
}

function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  send(request, response, status, 'text/plain; charset=utf-8', text)
}

function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, text: string): void {
  // a body that nobody reads must not hold the connection
  request.resume()
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}
