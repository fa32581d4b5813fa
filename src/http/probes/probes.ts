// /healthz, /readyz and /metrics, which no load shedding refuses, because an overloaded server is alive.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import express, {
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
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
  /** On the API's port. */
  beside(access: MetricsAccess): ProbesOfPort
  /** On a port of its own. */
  alone(access: MetricsAccess): Express
}

export interface ProbesOfPort {
  readonly router: Router
  readonly paths: ReadonlySet<string>
}

export function makeProbes(parts: ProbeParts): Probes {
  const beside = (access: MetricsAccess): ProbesOfPort => {
    const pages: Readonly<Record<string, RequestHandler>> = {
      '/healthz': showHealth,
      '/readyz': showReadiness(parts),
      ...(access.kind === 'none' ? {} : { '/metrics': showMetrics(parts, access) }),
    }
    const router = express.Router({ caseSensitive: true, strict: true })
    for (const [path, show] of Object.entries(pages)) router.route(path).get(show).all(refuseMethod)
    router.use(fail)
    return { router, paths: new Set(Object.keys(pages)) }
  }
  const alone = (access: MetricsAccess): Express => {
    const app = express().disable('x-powered-by').disable('etag')
    return app.use(beside(access).router).use((_request, response) => sendText(response.status(404), 'not found\n'))
  }
  return { beside, alone }
}

const refuseMethod: RequestHandler = (_request, response) =>
  sendText(response.status(405).set('Allow', 'GET, HEAD'), 'GET or HEAD only\n')

const fail: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error)
  else sendText(response.status(500), 'the probe failed\n')
}

/** Without the database, whose outage must not restart the process. */
const showHealth: RequestHandler = (_request, response) =>
  sendJson(response, { status: 'alive', version: build.version })

const showReadiness =
  ({ draining, readiness }: ProbeParts): RequestHandler =>
  async (_request, response) => {
    draining.noteReadinessCheck()
    const report = await readiness()
    sendJson(response.status(report.status === 'ready' ? 200 : 503), report)
  }

const showMetrics =
  ({ metrics }: ProbeParts, access: MetricsAccess): RequestHandler =>
  async (request, response) => {
    if (access.kind === 'loopback' && !isLocal(request)) {
      const text = 'set METRICS_TOKEN or METRICS_PORT to read the metrics from another machine\n'
      return sendText(response.status(403), text)
    }
    if (access.kind === 'token' && !hasToken(request, access.token))
      return sendText(response.status(401).set('WWW-Authenticate', 'Bearer'), 'METRICS_TOKEN is needed\n')
    send(response, metricsContentType, await metrics())
  }

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

const sendJson = (response: Response, body: object): void =>
  send(response, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`)

const sendText = (response: Response, text: string): void => send(response, 'text/plain; charset=utf-8', text)

function send(response: Response, type: string, text: string): void {
  response.set({ 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }).send(text)
}
