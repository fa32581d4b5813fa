// HTTP around the contract's dispatcher: request id, log line, and sending.
import http, {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { RateLimitExceeded, type RateLimiter } from '../auth/limits'
import type { WireReply } from '../contract/replies'
import type { Logger } from '../logger'
import { isTracing, traceRequest, type RequestFacts } from '../telemetry/tracing'
import type { Admission, Arrival } from './load-shedder'
import { addressBucket, callerAddress, toTrust } from './address'
import { withRate, type Api } from './api'
import type { Exchange } from './guards'
import { toDomainError, toReply } from './errors'
import { isPage, makePages, type ContractTexts } from './pages'
import { answerMalformed } from './malformed'
import { boundPipelines, cutUnread } from './pipelines'
import { makeRequestId } from './request-id'
import { noteRequest, type Outcome } from './request-log'

export interface WebOptions {
  readonly api: Api
  /** Refuses under overload; null: everybody is let in. */
  readonly admission: Admission | null
  readonly log: Logger
  /** Served beside the API it describes, and read by the reference at /docs. */
  readonly contract: ContractTexts
  /** Charged for each page; null: rate limiting is off. */
  readonly addressLimit: Pick<RateLimiter, 'charge'> | null
  readonly trustProxy: number | string | false
}

/** Answers the HTTP server's requests: the dispatcher, and the pages beside the API. */
export function makeWebApp(options: WebOptions): RequestListener {
  const { admission } = options
  const answer = makeAnswer(options)
  const answerPage = makePageAnswer(options)
  return (request, response) => {
    const serve = isPage(request.method, request.url ?? '') ? answerPage : answer
    const arrival = { request, response, since: performance.now(), serve }
    if (admission) admission.admit(arrival)
    else void serve(arrival)
  }
}

/** How long a client may take nothing of its answer, in milliseconds. */
const UNREAD_MS = 10_000

/**
 * The HTTP server. Slow senders are cut off within 15 seconds; an idle connection outlives a proxy's usual minute.
 * @param unreadMs how long a client may take nothing of its answer before its connection is cut off
 */
export function makeHttpServer(listener: RequestListener, unreadMs = UNREAD_MS): http.Server {
  const app = boundPipelines(listener)
  // Node looks for slow senders only every 30 seconds unless told otherwise
  const timeouts = { headersTimeout: 10_000, requestTimeout: 14_000, connectionsCheckingInterval: 1_000 }
  // Node 24: what has no body is no stream that must be started, read to its end and closed; older versions take no notice
  const streams = { optimizeEmptyRequests: true }
  // a request without a host is refused by the dispatcher, in the contract's words
  const server = http.createServer({ ...timeouts, ...streams, keepAliveTimeout: 65_000, requireHostHeader: false }, app)
  // what a client expects is nothing that this server could refuse it for; Node would, with a status of its own
  server.on('checkExpectation', app)
  answerMalformed(server)
  cutUnread(server, unreadMs)
  return server
}

function makeAnswer({ api, log, trustProxy }: WebOptions): Arrival['serve'] {
  const access = log.unredacted()
  const trust = toTrust(trustProxy)
  return async ({ request, response, since }) => {
    const requestId = makeRequestId(request)
    const exchange: Exchange = {
      request,
      response,
      requestId,
      log: log.child({ requestId }),
      // a function: a getter in a literal would give every exchange a hidden class of its own
      address: () => callerAddress(request, trust),
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

/** Pages need no credentials: each is charged to the address. Refusals are logged. */
function makePageAnswer({ contract, addressLimit, log, trustProxy }: WebOptions): Arrival['serve'] {
  const access = log.unredacted()
  const trust = toTrust(trustProxy)
  const pages = makePages(contract)
  return async ({ request, response, since }) => {
    const requestId = makeRequestId(request)
    const address = callerAddress(request, trust)
    try {
      const rate = (await addressLimit?.charge(addressBucket(address))) ?? null
      pages(request, response, withRate({ status: 200 }, { rate, requestId }).headers)
    } catch (error) {
      const refusal = toDomainError(error)
      if (refusal.code === 'internal_error') log.error({ err: refusal.cause, requestId }, 'a page failed')
      const rate = refusal instanceof RateLimitExceeded ? refusal.status : null
      const reply = withRate(toReply(refusal), { rate, requestId })
      send(request, response, reply)
      const unknown = { operationId: undefined, communityId: undefined, keyId: undefined }
      const { status } = reply
      noteRequest(access, {
        requestId,
        ...unknown,
        status,
        code: refusal.code,
        address,
        durationMs: performance.now() - since,
      })
    }
  }
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

/** Refusals of credentials, rights and limits are logged with the caller's address. */
const addressedStatuses: readonly number[] = [401, 403, 429]

function outcomeOf(exchange: Exchange, reply: WireReply, durationMs: number): Outcome {
  const { operation, principal, requestId } = exchange
  return {
    requestId,
    operationId: operation?.operationId,
    communityId: principal?.community.communityId,
    keyId: principal?.keyId,
    status: reply.status,
    code: codeOf(reply),
    address: addressedStatuses.includes(reply.status) ? exchange.address() : undefined,
    durationMs,
  }
}
