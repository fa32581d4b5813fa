// The HTTP server: connection limits; API, pages and probes; sending of replies.
import http, {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { RateLimitExceeded, type RateLimiter } from '../limits/limits'
import type { WireReply } from '../contract/replies'
import type { ContractTexts } from '../contract/subset'
import type { Logger } from '../base/logger'
import { isTracing, traceRequest, type RequestFacts } from '../base/telemetry/tracing'
import { addressBucket, callerAddress, toTrust } from './address'
import { toDomainError } from '../db/errors'
import { toReply } from './errors'
import type { HandleRequest } from './api'
import type { Console } from './console'
import { withCommonHeaders } from './handle-request'
import type { LoadShedder, PendingRequest } from './load-shedder'
import { answerMalformed } from './malformed'
import { isBrowser, makePages, sendRefusal, type Pages } from './pages'
import { logRequest, makeRequestId, type RequestContext, type RequestSummary } from './request-context'

export interface WebParts {
  readonly handleRequest: HandleRequest
  /** Null: off. */
  readonly loadShedder: LoadShedder | null
  readonly log: Logger
  readonly contract: ContractTexts
  /** Null: left out. */
  readonly console?: Console | null
  /** Requests of an address for pages; null: off. */
  readonly pageLimit: Pick<RateLimiter, 'charge'> | null
  readonly trustProxy: number | string | false
}

/** Call it after tracing has started. */
export function makeWebApp(parts: WebParts): RequestListener {
  const { loadShedder } = parts
  const serveApi = makeApiService(parts)
  const pages = makePages(parts.contract, parts.console ?? null)
  const servePage = makePageService(parts, pages)
  return (request, response) => {
    const serve = !isApiPath(request.url) && pages.has(request) ? servePage : serveApi
    const pending = { request, response, since: performance.now(), serve }
    if (loadShedder) loadShedder.admit(pending)
    else void serve(pending)
  }
}

const isApiPath = (url = ''): boolean => url.startsWith('/v2/')

/** Requests of a connection without a response. Browsers pipeline nothing, benchmarks about ten. */
const MAX_PIPELINED = 32

const STALLED_MS = 10_000

export interface ServerOptions {
  /** @returns whether it was a probe */
  readonly probes?: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly draining?: { readonly isDraining: boolean }
  /** A client that reads nothing for this long is disconnected; default 10,000. */
  readonly stalledMs?: number
}

/** Closes connections that are slow (15 seconds), pipeline too much or do not read. */
export function makeHttpServer(listener: RequestListener, options: ServerOptions = {}): http.Server {
  const { probes, draining, stalledMs = STALLED_MS } = options
  const isWithinPipeline = makePipelineLimit()
  const app: RequestListener = (request, response) => {
    if (!isWithinPipeline(request, response)) return
    if (draining?.isDraining) response.shouldKeepAlive = false
    if (!isApiPath(request.url) && probes?.(request, response)) return
    listener(request, response)
  }
  // Node's default: every 30 seconds
  const timeouts = { headersTimeout: 10_000, requestTimeout: 14_000, connectionsCheckingInterval: 1_000 }
  // Node 24 creates no stream for an absent body
  const streams = { optimizeEmptyRequests: true }
  // handle-request.ts refuses a request without a host
  const server = http.createServer({ ...timeouts, ...streams, keepAliveTimeout: 65_000, requireHostHeader: false }, app)
  // the contract has no 417
  server.on('checkExpectation', app)
  answerMalformed(server)
  closeStalled(server, stalledMs)
  return server
}

/** Also refuses requests that arrived with the refused one. */
function makePipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    if (socket.destroyed) return false
    // assigned once earlier responses are sent
    if (response.socket !== null) return true
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > MAX_PIPELINED) {
      socket.destroy()
      return false
    }
    waiting.set(socket, count)
    response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    return true
  }
}

/** Node restarts its timeout at each write, so slow readers stay connected. */
function closeStalled(server: http.Server, stalledMs: number): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const updateTimeout = (socket: Socket): void => {
    if (socket.writableLength > 0) {
      if (!socket.timeout) socket.setTimeout(stalledMs)
    } else if (socket.timeout === stalledMs) socket.setTimeout(0)
  }
  const timer = setInterval(() => sockets.forEach(updateTimeout), stalledMs / 4)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function makeApiService({ handleRequest, log, trustProxy }: WebParts): PendingRequest['serve'] {
  // safe: fixed fields without secrets
  const requestLog = log.unredacted()
  const trust = toTrust(trustProxy)
  const answer = isTracing() ? traced(handleRequest) : handleRequest
  return async ({ request, response, since }) => {
    const requestId = makeRequestId(request)
    const context: RequestContext = {
      request,
      response,
      requestId,
      log: log.child({ requestId }),
      // a getter would give each context its own hidden class
      address: () => callerAddress(request, trust),
      principal: null,
      signed: null,
      rate: null,
      operation: null,
    }
    const reply = await answer(context)
    send(request, response, reply)
    logRequest(requestLog, summaryOf(context, reply, performance.now() - since))
  }
}

function makePageService({ pageLimit, log, trustProxy }: WebParts, pages: Pages): PendingRequest['serve'] {
  const requestLog = log.unredacted()
  const trust = toTrust(trustProxy)
  return async ({ request, response, since }) => {
    const requestId = makeRequestId(request)
    const address = callerAddress(request, trust)
    try {
      const rate = (await pageLimit?.charge(`pages ${addressBucket(address)}`)) ?? null
      await pages.serve(request, response, withCommonHeaders({ status: 200 }, { rate, requestId }).headers)
    } catch (error) {
      const refusal = toDomainError(error)
      if (refusal.code === 'internal_error') log.error({ err: refusal.cause, requestId }, 'a page failed')
      const rate = refusal instanceof RateLimitExceeded ? refusal.status : null
      const reply = withCommonHeaders(toReply(refusal), { rate, requestId })
      if (isBrowser(request)) sendRefusal(request, response, reply, refusal.message)
      else send(request, response, reply)
      const durationMs = performance.now() - since
      const unknown = { route: undefined, operationId: undefined, communityId: undefined, keyId: undefined }
      const { method } = request
      const outcome = { status: reply.status, code: refusal.code, address, durationMs }
      logRequest(requestLog, { requestId, method, ...unknown, ...outcome })
    }
  }
}

/** Names and values in turn, which Node writes without copying. */
const jsonHeaders = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
]

function send(request: IncomingMessage, response: ServerResponse, reply: WireReply): void {
  if (response.destroyed) return
  if (reply.body === undefined) {
    response.writeHead(reply.status, reply.headers).end()
    return
  }
  const { text = JSON.stringify(reply.body) } = reply
  const headers: OutgoingHttpHeader[] = ['Content-Length', Buffer.byteLength(text), ...jsonHeaders]
  for (const name in reply.headers) headers.push(name, reply.headers[name] as OutgoingHttpHeader)
  response.writeHead(reply.status, headers)
  response.end(request.method === 'HEAD' ? undefined : text)
}

function traced(handleRequest: HandleRequest): HandleRequest {
  return (context) => {
    const describe = (reply: WireReply): RequestFacts => ({
      operationId: context.operation?.operationId,
      route: context.operation?.path,
      requestId: context.requestId,
      communityId: context.principal?.community.communityId,
      status: reply.status,
      code: codeOf(reply),
    })
    return traceRequest(context.request, () => handleRequest(context), describe)
  }
}

const codeOf = ({ status, body }: WireReply): string | undefined =>
  status < 400 ? undefined : (body as { error: { code: string } }).error.code

function summaryOf(context: RequestContext, reply: WireReply, durationMs: number): RequestSummary {
  const { request, operation, principal, requestId } = context
  return {
    requestId,
    method: request.method,
    route: operation?.path,
    operationId: operation?.operationId,
    communityId: principal?.community.communityId,
    keyId: principal?.kind === 'key' ? principal.keyId : undefined,
    personId: principal?.kind === 'person' ? principal.personId : undefined,
    applicantSessionId: principal?.kind === 'applicant' ? principal.sessionId : undefined,
    status: reply.status,
    code: codeOf(reply),
    address: reply.status >= 400 ? context.address() : undefined,
    durationMs,
  }
}
