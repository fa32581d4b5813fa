// Detects whether a request was sent. A write that failed before its first byte is safe to repeat; fetch does not
// report that, but undici publishes it on diagnostics channels.
import { subscribe } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'

/** Identifies requests on the channels, and in support cases of the platform. */
export const requestIdHeader = 'x-request-id'

interface Progress {
  created: boolean
  written: boolean
}

export interface SendTracker {
  readonly id: string
  /**
   * True if undici created the request and never began to write it. The channels are experimental: without events the
   * result is false, so a write counts as sent.
   */
  provablyUnsent(): boolean
  end(): void
}

const inFlight = new Map<string, Progress>()

subscribe('undici:request:create', (message) => record(message, (progress) => (progress.created = true)))
subscribe('undici:client:sendHeaders', (message) => record(message, (progress) => (progress.written = true)))

export function trackSending(): SendTracker {
  const id = randomUUID()
  const progress: Progress = { created: false, written: false }
  inFlight.set(id, progress)
  return {
    id,
    provablyUnsent: () => progress.created && !progress.written,
    end: () => void inFlight.delete(id),
  }
}

const idInHeaders = new RegExp(`${requestIdHeader}[\\s:,]+([0-9a-f-]{36})`, 'i')

/** undici has published headers as one string and as a list; both match after joining. */
function record(message: unknown, mark: (progress: Progress) => void): void {
  const { request } = message as { request?: { headers?: unknown } }
  const id = idInHeaders.exec(String(request?.headers))?.[1]
  const progress = id === undefined ? undefined : inFlight.get(id)
  if (progress !== undefined) mark(progress)
}
