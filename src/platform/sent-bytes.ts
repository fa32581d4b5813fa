// Detects whether a request was sent: a write that failed before its first byte is safe to repeat. fetch does not
// report
// this, but undici publishes it on diagnostics channels.
import { subscribe } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'

/** Identifies requests on the channels, and in support cases of the platform. */
export const requestIdHeader = 'x-request-id'

interface Progress {
  taken: boolean
  written: boolean
}

export interface SendTracker {
  /** Value of the header `x-request-id`. */
  readonly id: string
  /**
   * True if undici created the request and never began to write it. The channels are experimental: without events the
   * result is false, so a write counts as sent.
   */
  provablyUnsent(): boolean
  end(): void
}

const inFlight = new Map<string, Progress>()

subscribe('undici:request:create', (message) => note(message, (progress) => (progress.taken = true)))
subscribe('undici:client:sendHeaders', (message) => note(message, (progress) => (progress.written = true)))

/** Tracks one request until `end`. */
export function trackSending(): SendTracker {
  const id = randomUUID()
  const progress: Progress = { taken: false, written: false }
  inFlight.set(id, progress)
  return {
    id,
    provablyUnsent: () => progress.taken && !progress.written,
    end: () => void inFlight.delete(id),
  }
}

const idInHeaders = new RegExp(`${requestIdHeader}[\\s:,]+([0-9a-f-]{36})`, 'i')

/** undici has published headers as one string and as a list; both match after joining. */
function note(message: unknown, mark: (progress: Progress) => void): void {
  const { request } = message as { request?: { headers?: unknown } }
  const id = idInHeaders.exec(String(request?.headers))?.[1]
  const progress = id === undefined ? undefined : inFlight.get(id)
  if (progress !== undefined) mark(progress)
}
