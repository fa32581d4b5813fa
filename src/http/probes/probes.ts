// /healthz, /readyz and /metrics, answered before load shedding, because an overloaded server is alive.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { metricsContentType } from '../../base/telemetry/metrics'
import { build } from '../../base/version'
import type { Draining } from './drain'
import type { Readiness } from './readiness'

export type MetricsAccess =
  { readonly kind: 'none' | 'all' | 'loopback' } | { readonly kind: 'token'; readonly token: string }

export interface ProbeParts {
  readonly draining: Draining
  readonly readiness: () => Promise<Readiness>
  /** Prometheus text format. */
  readonly metrics: () => Promise<string>
}

export interface Probes {
  /** On the API's port. @returns whether it was a probe */
  beside(access: MetricsAccess): (request: IncomingMessage, response: ServerResponse) => boolean
  /** On a port of its own. */
  alone(access: MetricsAccess): RequestListener
}

export function makeProbes(parts: ProbeParts): Probes {
  return {
    beside: (access) => (request, response) => answer(request, response, parts, access),
    alone: (access) => (request, response) => {
      if (!answer(request, response, parts, access)) sendText(request, response, 404, 'not found\n')
    },
  }
}

/** @returns whether it is a probe */
function answer(request: IncomingMessage, response: ServerResponse, parts: ProbeParts, access: MetricsAccess): boolean {
  const path = request.url?.split('?', 1)[0]
  const page = path === undefined ? undefined : pages[path]
  if (!page || (page === showMetrics && access.kind === 'none')) return false
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

/** Without the database, whose outage must not restart the process. */
const showHealth: Page = (request, response) => {
  sendJson(request, response, 200, { status: 'alive', version: build.version })
  return Promise.resolve()
}

const showReadiness: Page = async (request, response, { draining, readiness }) => {
  draining.noteReadinessCheck()
  const report = await readiness()
  sendJson(request, response, report.status === 'ready' ? 200 : 503, report)
}

const showMetrics: Page = async (request, response, { metrics }, access) => {
  if (access.kind === 'loopback' && !isLocal(request)) {
    return sendText(
      request,
      response,
      403,
      'set METRICS_TOKEN or METRICS_PORT to read the metrics from another machine\n',
    )
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

function isLocal({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress = '' } = socket
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)
  return !isForwarded && ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback'
}

/** `timingSafeEqual` requires equal lengths, which hashes have. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(sha256(given), sha256(token))
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  send(request, response, status, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`)
}

function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  send(request, response, status, 'text/plain; charset=utf-8', text)
}

function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, text: string): void {
  // the body would block the connection
  request.resume()
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}
