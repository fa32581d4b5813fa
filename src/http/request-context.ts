// One request: its id, its caller, what it was charged, and its log line with its metrics.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from 'openapi-backend'
import type { RateStatus } from '../auth/limits'
import type { Principal } from '../auth/rules'
import type { Logger } from '../logger'
import { requestDurations, requests } from '../telemetry/metrics'

/** What is known of a request; the steps of handle-request.ts fill in what they find out. */
export interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly log: Logger
  /** Computes the client's IP address; behind trusted proxies, the address that they report. */
  readonly address: () => string
  /** The authenticated key; null before authentication and for requests that the platform signs. */
  principal: Principal | null
  /** The body whose platform signature was verified, byte for byte. */
  signed: Buffer | null
  /** The limit with the fewest requests left, of those charged so far. */
  rate: RateStatus | null
  /** The operation that the route matched. */
  operation: Operation | null
  /** Unknown query parameters that validation removed. */
  ignored?: readonly string[]
}

/**
 * A new request id. It begins with the client's `X-Request-Id` when that is well-formed, so that both logs can be joined;
 * the rest is random, so that a client cannot choose the id of another request.
 */
export function makeRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  const own = randomUUID()
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? `${given}.${own}` : own
}

/** The fields of a request's log line; undefined fields are left out. */
export interface RequestSummary {
  readonly requestId: string
  readonly operationId: string | undefined
  readonly communityId: string | undefined
  readonly keyId: string | undefined
  readonly status: number
  /** The error code. */
  readonly code: string | undefined
  /** The client's IP address, for 401, 403 and 429. */
  readonly address: string | undefined
  /** From arrival to reply. */
  readonly durationMs: number
}

/** The shortest timer. The delay moves logging into the time in which a busy server waits for the database. */
const LOG_DELAY_MS = 1

let pending: { readonly log: Logger; readonly summary: RequestSummary }[] = []

/** Logs and counts an answered request, one to two milliseconds later. */
export function logRequest(log: Logger, summary: RequestSummary): void {
  if (pending.length === 0) setTimeout(flush, LOG_DELAY_MS)
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

// before the log itself is flushed: the last lines may tell why the process ended
process.prependListener('exit', flush)

/** Metrics by their labels: looking labels up costs prom-client more than counting does. */
const counters = new Map<string, Map<number, { inc(): void }>>()
const histograms = new Map<string, { observe(seconds: number): void }>()

function count({ operationId: operation = 'none', status, durationMs }: RequestSummary): void {
  let byStatus = counters.get(operation)
  if (!byStatus) counters.set(operation, (byStatus = new Map<number, { inc(): void }>()))
  let counter = byStatus.get(status)
  if (!counter) byStatus.set(status, (counter = requests.labels({ operation, status: String(status) })))
  counter.inc()
  let histogram = histograms.get(operation)
  if (!histogram) histograms.set(operation, (histogram = requestDurations.labels({ operation })))
  histogram.observe(durationMs / 1_000)
}
