// HTTP around the contract's dispatcher: request id, log line, and sending.
import http, {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'
import type { WireReply } from '../contract/replies'
import type { Logger } from '../logger'
import { isTracing, traceRequest, type RequestFacts } from '../telemetry/tracing'
import type { Admission, Arrival } from './admission'
import type { Api } from './api'
import type { Exchange } from './entrance'
import { isPage, makePages, type ContractTexts } from './pages'
import { answerMalformed } from './malformed'
import { requestIdOf } from './request-id'
import { noteRequest, type Outcome } from './request-log'

export interface WebOptions {
  readonly api: Api
  /** Refuses under overload; null: everybody is let in. */
  readonly admission: Admission | null
  readonly log: Logger
  /** Served beside the API it describes, and read by the reference at /docs. */
  readonly contract: ContractTexts
  readonly trustProxy: number | string | false
}

/**
 * What answers the HTTP server's requests: the dispatcher, and Express for the pages beside the API. The API goes past
 * Express because Express swaps the prototype of each request and answer, which on Node 20 costs more than all of ours.
 */
export function makeWebApp(options: WebOptions): RequestListener {
  const pages = makePages(options.contract)
  const handle = makeHandle(options)
  return (request, response) => {
    if (isPage(request.method, request.url ?? '')) pages(request, response)
    else handle(request, response)
  }
}

/**
 * The HTTP server. Slow senders are cut off within 15 seconds; an idle connection outlives a proxy's usual minute.
 */
export function makeHttpServer(app: RequestListener): http.Server {
  // Node looks for slow senders only every 30 seconds unless told otherwise
  const timeouts = { headersTimeout: 10_000, requestTimeout: 14_000, connectionsCheckingInterval: 1_000 }
  // Node 24: what has no body is no stream that must be started, read to its end and closed; older versions take no notice
  const streams = { optimizeEmptyRequests: true }
  // a request without a host is refused by the dispatcher, in the contract's words
  const server = http.createServer({ ...timeouts, ...streams, keepAliveTimeout: 65_000, requireHostHeader: false }, app)
  // what a client expects is nothing that this server could refuse it for; Node would, with a status of its own
  server.on('checkExpectation', app)
  answerMalformed(server)
  return server
}

function makeHandle({ api, admission, log, trustProxy }: WebOptions) {
  const access = log.unredacted()
  const trust = toTrust(trustProxy)
  return (request: IncomingMessage, response: ServerResponse): void => {
    const arrival = { request, response, since: performance.now(), serve: answer }
    if (admission) admission.admit(arrival)
    else void answer(arrival)
  }

  async function answer({ request, response, since }: Arrival): Promise<void> {
    const requestId = requestIdOf(request)
    const exchange: Exchange = {
      request,
      response,
      requestId,
      log: log.child({ requestId }),
      // a function: a getter in a literal would give every exchange a hidden class of its own
      address: () => addressBucket(proxyAddr(request, trust)),
      principal: null,
      signed: null,
      rate: null,
      operation: null,
    }
    const reply = await (isTracing() ? traced(api, exchange) : api.answer(exchange))
    send(request, response, reply)
    noteRequest(access, outcomeOf(exchange, reply, performance.now() - since))
  }
}

/** Which of the addresses on the way are proxies of ours: so many from the nearest on, or those named. */
function toTrust(trustProxy: WebOptions['trustProxy']): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'string') return proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
  return (_address, hop) => hop < Number(trustProxy)
}

/** What one caller can be told by: an IPv4 address, or the /64 that one IPv6 subscriber owns. */
function addressBucket(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address.toByteArray().slice(0, 8).join('.')}/64`
}

/** Names and values in turn, as Node takes them without another look. */
const jsonHeaders = [
  ...['Content-Type', 'application/json; charset=utf-8'],
  ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
]

function send(request: IncomingMessage, response: ServerResponse, reply: WireReply): void {
  if (response.destroyed) return
  if (reply.body === undefined) {
    response.writeHead(reply.status, reply.headers).end()
    return
  }
  const text = JSON.stringify(reply.body)
  const headers: OutgoingHttpHeader[] = ['Content-Length', Buffer.byteLength(text), ...jsonHeaders]
  for (const name in reply.headers) headers.push(name, reply.headers[name] as string | number)
  response.writeHead(reply.status, headers)
  response.end(request.method === 'HEAD' ? undefined : text)
}

function traced(api: Api, exchange: Exchange): Promise<WireReply> {
  const describe = (reply: WireReply): RequestFacts => ({
    operationId: exchange.operation?.operationId,
    route: exchange.operation?.path,
    requestId: exchange.requestId,
    communityId: exchange.principal?.community.communityId,
    status: reply.status,
    code: codeOf(reply),
  })
  return traceRequest(exchange.request, () => api.answer(exchange), describe)
}

/** Of an error, its code. */
const codeOf = ({ status, body }: WireReply): string | undefined =>
  status < 400 ? undefined : (body as { error: { code: string } }).error.code

function outcomeOf({ operation, principal, requestId }: Exchange, reply: WireReply, durationMs: number): Outcome {
  return {
    requestId,
    operationId: operation?.operationId,
    communityId: principal?.community.communityId,
    keyId: principal?.keyId,
    status: reply.status,
    code: codeOf(reply),
    durationMs,
  }
}
