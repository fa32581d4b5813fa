// One request: id, caller, log line and metrics.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from 'openapi-backend'
import type { RateStatus } from '../limits/limits'
import type { AnyPrincipal } from '../people/rules'
import { JOB } from '../context'
import type { Logger } from '../base/logger'
import { requestDurations, requests } from '../base/telemetry/metrics'

export const PLATFORM = { caller: JOB, actor: { kind: 'job', id: 'platform' } } as const

/** handle-request.ts fills it in. */
export interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly log: Logger
  readonly address: () => string
  principal: AnyPrincipal | null
  signed: Buffer | null
  rate: RateStatus | null
  operation: Operation | null
  /** It is set before the handler of a write runs, because an error may follow a commit. */
  write?: { readonly isRepeatable: boolean } | undefined
  ignored?: readonly string[]
}

/** The client's `X-Request-Id` becomes its prefix. */
export function makeRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  const own = randomUUID()
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? `${given}.${own}` : own
}

export interface RequestSummary {
  readonly requestId: string
  readonly method: string | undefined
  /** A path can contain what a client pasted, so the template is logged. */
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

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
