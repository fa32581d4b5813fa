// Whether a request left this machine. A write that failed before its first byte is safe to repeat; fetch does not say,
// but the HTTP client inside it (undici) publishes when it takes a request on and when it writes to the socket.
import { subscribe } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'

/** Marks our requests on those channels, and helps the platform's support to find one. */
export const requestIdHeader = 'x-request-id'

interface Progress {
  taken: boolean
  written: boolean
}

export interface SentWatch {
  /** The value of the `x-request-id` header to send. */
  readonly id: string
  /**
   * True only with proof: the client took the request on and never began to write it. Without news from the client, which
   * calls these channels experimental, the answer is false and a write counts as sent.
   */
  neverWritten(): boolean
  end(): void
}

const inFlight = new Map<string, Progress>()

subscribe('undici:request:create', (message) => note(message, (progress) => (progress.taken = true)))
subscribe('undici:client:sendHeaders', (message) => note(message, (progress) => (progress.written = true)))

/** Follows one request until `end`. */
export function watchSending(): SentWatch {
  const id = randomUUID()
  const progress: Progress = { taken: false, written: false }
  inFlight.set(id, progress)
  return {
    id,
    neverWritten: () => progress.taken && !progress.written,
    end: () => void inFlight.delete(id),
  }
}

const idInHeaders = new RegExp(`${requestIdHeader}[\\s:,]+([0-9a-f-]{36})`, 'i')

/** undici has published headers as one string and as a list of names and values; both read alike when joined. */
function note(message: unknown, mark: (progress: Progress) => void): void {
  const { request } = message as { request?: { headers?: unknown } }
  const id = idInHeaders.exec(String(request?.headers))?.[1]
  const progress = id === undefined ? undefined : inFlight.get(id)
  if (progress !== undefined) mark(progress)
}
