// Express around the contract's dispatcher: request id, log line, and sending.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import express, { type Express, type Request, type Response } from 'express'
import ipaddr from 'ipaddr.js'
import type { WireReply } from '../contract/replies'
import type { Logger } from '../logger'
import type { Api, Exchange } from './api'

export interface WebOptions {
  readonly api: Api
  readonly log: Logger
  /** The text of openapi.yaml, served beside the API it describes. */
  readonly contractText: string
  readonly trustProxy: number | string | false
}

/** The Express application, not yet listening. */
export function makeWebApp({ api, log, contractText, trustProxy }: WebOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', trustProxy)
  app.get('/openapi.yaml', (_request, response) => {
    response.type('application/yaml').send(contractText)
  })
  app.use((request, response) => handle(api, log, request, response))
  return app
}

/**
 * The HTTP server. Slow senders are cut off within 15 seconds; an idle connection outlives a proxy's usual minute.
 */
export function makeHttpServer(app: Express): http.Server {
  // Node looks for slow senders only every 30 seconds unless told otherwise
  const timeouts = { headersTimeout: 10_000, requestTimeout: 14_000, connectionsCheckingInterval: 1_000 }
  return http.createServer({ ...timeouts, keepAliveTimeout: 65_000 }, app)
}

async function handle(api: Api, log: Logger, request: Request, response: Response): Promise<void> {
  const startedAt = performance.now()
  const requestId = requestIdOf(request)
  const exchange: Exchange = {
    request,
    response,
    requestId,
    log: log.child({ requestId }),
    get address() {
      return addressBucket(request.ip)
    },
    principal: null,
    rate: null,
    operation: null,
  }
  const reply = await api.answer(exchange)
  send(request, response, reply)
  logRequest(exchange, reply, startedAt)
}

/** A caller's own id is kept when it is well formed, so that its log and ours can be joined. */
function requestIdOf(request: Request): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID()
}

/** What one caller can be told by: an IPv4 address, or the /64 that one IPv6 subscriber owns. */
function addressBucket(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address.toByteArray().slice(0, 8).join('.')}/64`
}

function send(request: Request, response: Response, reply: WireReply): void {
  if (response.destroyed) return
  if (reply.body === undefined) {
    response.writeHead(reply.status, reply.headers).end()
    return
  }
  const text = JSON.stringify(reply.body)
  response.writeHead(reply.status, {
    ...reply.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}

function logRequest(exchange: Exchange, reply: WireReply, startedAt: number): void {
  const { operation, principal, log } = exchange
  log.info(
    {
      operationId: operation?.operationId,
      communityId: principal?.community.communityId,
      keyId: principal?.keyId,
      status: reply.status,
      code: reply.status < 400 ? undefined : (reply.body as { error: { code: string } }).error.code,
      durationMs: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
    },
    'request',
  )
}
