// What became of each request: its line of the log, and the metrics. Written a moment after the answer, in the time in which a
// busy server waits for the database.
import type { Logger } from '../logger'
import { countRequest } from '../telemetry/metrics'

/** What a line says of a request; what is not known of it is left out. */
export interface Outcome {
  readonly requestId: string
  readonly operationId: string | undefined
  readonly communityId: string | undefined
  readonly keyId: string | undefined
  readonly status: number
  /** Of an error. */
  readonly code: string | undefined
  /** The caller's IP address, of a 401, 403 or 429. */
  readonly address: string | undefined
  /** From its arrival to its answer. */
  readonly durationMs: number
}

/** The shortest time a timer knows, in milliseconds: by then the next statement is on its way. */
const LATER_MS = 1

let due: { readonly log: Logger; readonly outcome: Outcome }[] = []

/** Says and counts what became of a request, in a millisecond or two. */
export function noteRequest(log: Logger, outcome: Outcome): void {
  if (due.length === 0) setTimeout(writeDue, LATER_MS)
  due.push({ log, outcome })
}

function writeDue(): void {
  const lines = due
  due = []
  for (const { log, outcome } of lines) {
    countRequest(outcome.operationId, outcome.status, outcome.durationMs)
    log.info({ ...outcome, durationMs: Math.round(outcome.durationMs * 1_000) / 1_000 }, 'request')
  }
}

// the last lines are what tells why a process ended; before the log itself is written out
process.prependListener('exit', writeDue)
