// What comes before the application: connections that are slow, pipeline too much or do not read, malformed HTTP, overload.
import http, { IncomingMessage, ServerResponse, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'
import type { LoadShedder, PendingRequest } from './load-shedder'
import { answerMalformed } from './malformed'

/** Requests of a connection without a response. Browsers pipeline nothing, benchmarks about ten. */
const MAX_PIPELINED = 32

const STALLED_MS = 10_000

export interface ServerOptions {
  /** Null or absent: off. */
  readonly loadShedder?: LoadShedder | null
  /** Paths that are served under overload too. */
  readonly probes?: ReadonlySet<string>
  readonly draining?: { readonly isDraining: boolean }
  /** A client that reads nothing for this long is disconnected; default 10,000. */
  readonly stalledMs?: number
}

/** Closes connections that are slow (15 seconds), pipeline too much or do not read. */
export function makeHttpServer(app: RequestListener, options: ServerOptions = {}): http.Server {
  const { loadShedder = null, probes, draining, stalledMs = STALLED_MS } = options
  const isWithinPipeline = makePipelineLimit()
  const serve = serveWith(app)
  const listener: RequestListener = (request, response) => {
    if (!isWithinPipeline(request, response)) return
    if (draining?.isDraining) response.shouldKeepAlive = false
    if (!loadShedder || probes?.has(pathOf(request))) app(request, response)
    else loadShedder.admit({ request, response, since: performance.now(), serve })
  }
  // Node's default: every 30 seconds
  const timeouts = { headersTimeout: 10_000, requestTimeout: 14_000, connectionsCheckingInterval: 1_000 }
  // Node 24 creates no stream for an absent body
  const streams = { optimizeEmptyRequests: true }
  // handle-request.ts refuses a request without a host
  const made = { ...timeouts, ...streams, ...classesOf(app), keepAliveTimeout: 65_000, requireHostHeader: false }
  const server = http.createServer(made, listener)
  // the contract has no 417
  server.on('checkExpectation', listener)
  answerMalformed(server)
  closeStalled(server, stalledMs)
  return server
}

/**
 * Express sets the prototype of each request and response (lib/application.js), and V8 is slow with objects whose prototype
 * changes: 122 microseconds of processor for a small reply instead of 22. So Node makes them with that prototype.
 */
function classesOf(app: RequestListener | Express): Pick<http.ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  if (!('request' in app)) return {}
  class AppRequest extends IncomingMessage {}
  class AppResponse<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as typeof app.request
  app.response = AppResponse.prototype as typeof app.response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? ''

/** Its promise ends with the response; a request whose client is gone counts until LoadShedder forgets it. */
const serveWith =
  (app: RequestListener): PendingRequest['serve'] =>
  ({ request, response, since }) =>
    new Promise((resolve) => {
      response.once('finish', resolve)
      // Express keeps locals that are there
      Object.assign(response, { locals: { since } })
      app(request, response)
    })

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
