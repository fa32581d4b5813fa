// One request: its id, its caller, its log line and its metrics.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from 'openapi-backend'
import type { RateStatus } from '../auth/limits'
import type { Principal } from '../auth/rules'
import type { Logger } from '../logger'
import { requestDurations, requests } from '../telemetry/metrics'

/** Filled in by the steps of handle-request.ts. */
export interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly log: Logger
  /** The client's, as reported by trusted proxies. */
  readonly address: () => string
  principal: Principal | null
  /** The raw body, once its signature is verified. */
  signed: Buffer | null
  /** The charged limit with the fewest requests left. */
  rate: RateStatus | null
  operation: Operation | null
  /** Unknown query parameters. */
  ignored?: readonly string[]
}

/** A well-formed `X-Request-Id` of the client becomes its prefix, so that logs can be joined; the rest is random. */
export function makeRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  const own = randomUUID()
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? `${given}.${own}` : own
}

/** Undefined fields are not logged. */
export interface RequestSummary {
  readonly requestId: string
  readonly operationId: string | undefined
  readonly communityId: string | undefined
  readonly keyId: string | undefined
  readonly status: number
  readonly code: string | undefined
  /** For 401, 403 and 429. */
  readonly address: string | undefined
  readonly durationMs: number
}

/** Moves logging into the time in which a busy server waits for the database. */
const LOG_DELAY_MS = 1

let pending: { readonly log: Logger; readonly summary: RequestSummary }[] = []

/** Logs and counts a request one to two milliseconds later. */
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

// before the log itself is flushed
process.prependListener('exit', flush)

/** By label: prom-client's lookup costs more than the count. */
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
