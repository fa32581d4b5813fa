// One request: id, caller, headers of its answer, log line and metrics.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import type { Operation } from 'openapi-backend'
import type { RateStatus } from '../limits/limits'
import { WINDOW_MS } from '../limits/window'
import type { HandlerReply, WireReply } from '../contract/replies'
import { toIgnoredHeader } from '../contract/validator'
import type { AnyPrincipal } from '../people/rules'
import { JOB } from '../context'
import type { Logger } from '../base/logger'
import { requestDurations, requests } from '../base/telemetry/metrics'

export const PLATFORM = { caller: JOB, actor: { kind: 'job', id: 'platform' } } as const

/** Filled in by handle-request.ts. */
export interface RequestContext {
  readonly request: Request
  readonly response: Response
  readonly requestId: string
  readonly log: Logger
  /** As reported by trusted proxies. */
  readonly address: () => string
  principal: AnyPrincipal | null
  /** The raw body, once its signature is verified. */
  signed: Buffer | null
  /** The limit with the fewest requests left. */
  rate: RateStatus | null
  operation: Operation | null
  /** Set before the handler of a write runs, because an error may follow a commit. */
  write?: { readonly isRepeatable: boolean } | undefined
  /** Unknown query parameters. */
  ignored?: readonly string[]
}

/** `performance.now()` when the request arrived, before it waited (server.ts); now, where another server received it. */
export const arrivalOf = ({ locals }: Response): number => (locals['since'] as number | undefined) ?? performance.now()

/** The client's `X-Request-Id`, if it is valid, becomes the prefix. */
export function makeRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  const own = randomUUID()
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? `${given}.${own}` : own
}

export function withCommonHeaders(
  reply: HandlerReply,
  { rate, requestId, ignored }: Pick<RequestContext, 'rate' | 'requestId' | 'ignored'>,
): WireReply {
  const headers: Record<string, string | number | string[]> = { 'X-Request-Id': requestId }
  const named = ignored?.length && reply.status < 400 ? toIgnoredHeader(ignored) : null
  if (named !== null) headers['X-Ignored-Parameters'] = named
  if (rate) {
    const { policy, limit, remaining } = rate
    const resetSeconds = Math.ceil(rate.resetMs / 1_000)
    headers['RateLimit-Limit'] = limit
    headers['RateLimit-Remaining'] = remaining
    headers['RateLimit-Reset'] = resetSeconds
    headers['RateLimit'] = `"${policy}";r=${remaining};t=${resetSeconds}`
    headers['RateLimit-Policy'] = `"${policy}";q=${limit};w=${WINDOW_MS / 1_000}`
  }
  const { status, body, text } = reply
  return { status, body, text, headers: Object.assign(headers, reply.headers) }
}

/** Undefined fields are not logged. */
export interface RequestSummary {
  readonly requestId: string
  readonly method: string | undefined
  /** The path template of the contract: a path can contain what a client pasted. */
  readonly route: string | undefined
  readonly operationId: string | undefined
  readonly communityId: string | undefined
  readonly keyId: string | undefined
  readonly personId?: string | undefined
  readonly applicantSessionId?: string | undefined
  readonly status: number
  readonly code: string | undefined
  readonly address: string | undefined
  readonly durationMs: number
}

let pending: { readonly log: Logger; readonly summary: RequestSummary }[] = []

export function logRequest(log: Logger, summary: RequestSummary): void {
  // after the answers of this turn of the event loop
  if (pending.length === 0) setImmediate(flush)
  pending.push({ log, summary })
}

function flush(): void {
  const lines = pending
  pending = []
  for (const { log, summary } of lines) {
    count(summary)
    log.info({ ...summary, durationMs: Math.round(summary.durationMs * 1_000) / 1_000 }, 'request')
  }
}

// before the log itself is flushed
process.prependListener('exit', flush)

/** prom-client's look-up of labels costs more than the count. */
const counters = new Map<string, Map<string, { inc(): void }>>()
const histograms = new Map<string, { observe(seconds: number): void }>()

function count({ operationId: operation = 'none', status, code = '', durationMs }: RequestSummary): void {
  let ofOperation = counters.get(operation)
  if (!ofOperation) counters.set(operation, (ofOperation = new Map<string, { inc(): void }>()))
  const answer = `${status} ${code}`
  let counter = ofOperation.get(answer)
  if (!counter) ofOperation.set(answer, (counter = requests.labels({ operation, status: String(status), code })))
  counter.inc()
  let histogram = histograms.get(operation)
  if (!histogram) histograms.set(operation, (histogram = requestDurations.labels({ operation })))
  histogram.observe(durationMs / 1_000)
}

export const isBrowser = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') === true

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
