// One call of the platform over HTTP: sent once, never redirected, bounded in time and size, and classified by status first
// and body second. Nothing in an answer can make it throw anything but a PlatformFailure.
import { PlatformFailure, type FailureKind } from './platform'
import { requestIdHeader, watchSending, type SentWatch } from './sent-bytes'
import { readError, type Reader } from './wire'

export interface Call {
  /** What is being asked, for messages: `list roles`. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** null: the route takes no credentials. */
  readonly apiKey: string | null
  readonly body?: unknown
  /** Whether the call changes something on the platform. */
  readonly writes: boolean
}

const maxBodyBytes = 1024 * 1024

/** An answer as far as it came. `body` is undefined when it was not whole, too large or not JSON. */
interface Answer {
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly body: unknown
  readonly timedOut: boolean
}

/**
 * Sends a call and reads its answer.
 * @param timeoutMs for the whole of it, from connecting to the last byte of the body
 * @param read takes the JSON of a 2xx; null means that it is not what was promised
 * @param readRefusal takes any other status and its JSON, for calls to which a refusal is an answer; null means that it is none
 * @throws PlatformFailure
 */
export async function send<T>(
  call: Call,
  timeoutMs: number,
  read: Reader<T>,
  readRefusal: (status: number, body: unknown) => T | null = () => null,
): Promise<T> {
  const answer = await exchange(call, timeoutMs)
  if (answer.status < 200 || answer.status > 299) {
    const understood = readRefusal(answer.status, answer.body)
    if (understood !== null) return understood
    throw refusal(call, answer)
  }
  const result = answer.body === undefined ? null : read(answer.body)
  if (result !== null) return result
  const facts = { sent: call.writes, status: answer.status }
  throw answer.timedOut
    ? new PlatformFailure('timeout', `${call.name}: the platform's answer was not whole within ${timeoutMs} ms`, facts)
    : unreadable(call, answer.status)
}

/** A success nobody can read: the platform cannot be used, and a write may well have been done. */
export function unreadable(call: Call, status: number): PlatformFailure {
  return new PlatformFailure('unavailable', `${call.name}: the platform's answer (${status}) could not be read`, {
    sent: call.writes,
    status,
  })
}

async function exchange(call: Call, timeoutMs: number): Promise<Answer> {
  const headers = headersOf(call)
  const watch = watchSending()
  headers.set(requestIdHeader, watch.id)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'manual',
      signal: stop.signal,
    })
    const body = parsed(await readText(response))
    const retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'))
    return { status: response.status, retryAfterSeconds, body, timedOut: stop.signal.aborted }
  } catch (error) {
    throw noAnswer(call, error, stop.signal.aborted ? timeoutMs : null, watch)
  } finally {
    clearTimeout(timer)
    watch.end()
  }
}

/** fetch quotes a header value it cannot send in its error, so a key is tried on its own. */
function headersOf(call: Call): Headers {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'community-management-server' })
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  try {
    if (call.apiKey !== null) headers.set('x-api-key', call.apiKey)
  } catch {
    throw new PlatformFailure('credentials', `${call.name}: the API key holds characters that no key has`, {
      authenticationFailed: true,
    })
  }
  return headers
}

/** The body as text; null when it broke off, came too late or is larger than any answer we ask for. */
async function readText(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBodyBytes) return null
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch {
    return null
  }
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The connection failed, or time ran out before the headers of an answer. */
function noAnswer(call: Call, error: unknown, timeoutMs: number | null, watch: SentWatch): PlatformFailure {
  const code = causeCode(error)
  const timedOut = timeoutMs !== null || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT'
  const what =
    timeoutMs === null ? `the connection to the platform failed (${code})` : `no answer within ${timeoutMs} ms`
  return new PlatformFailure(timedOut ? 'timeout' : 'unavailable', `${call.name}: ${what}`, {
    sent: call.writes && !watch.neverWritten(),
  })
}

/** Only a code such as ECONNREFUSED is repeated: messages of the HTTP client may quote what it was given. */
function causeCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } | null } | null)?.cause?.code
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : 'no code'
}

function refusal(call: Call, answer: Answer): PlatformFailure {
  const error = readError(answer.body)
  const kind = kindOf(call, answer.status, error?.invalidKey ?? false)
  const code = error?.code ? ` ${error.code}` : ''
  return new PlatformFailure(kind, `${call.name}: the platform answered ${answer.status}${code}`, {
    sent: call.writes && mayHaveHappened(answer.status),
    status: answer.status,
    retryAfterSeconds: answer.retryAfterSeconds,
    authenticationFailed: kind === 'credentials' && (answer.status === 401 || (error?.invalidKey ?? false)),
  })
}

function kindOf(call: Call, status: number, invalidKey: boolean): FailureKind {
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'request_timeout'
  // a refusal of a call without credentials says nothing about any
  if (status === 401 || status === 403) return call.apiKey === null ? 'unavailable' : 'credentials'
  if (status < 400 || status >= 499) return 'unavailable'
  if (invalidKey && call.apiKey !== null) return 'credentials'
  return status === 404 ? 'not_found' : 'rejected'
}

/** A 4xx is a decision not to do it; 408 and 499 (cancelled) are not decisions, and a redirect or a 5xx may come after the effect. */
function mayHaveHappened(status: number): boolean {
  return status < 400 || status === 408 || status >= 499
}

/** Retry-After as seconds from now, in both its forms (RFC 9110, 10.2.3); at most a day. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null
  const isDate = / GMT$/.test(value)
  const seconds = isDate
    ? Math.ceil((Date.parse(value) - Date.now()) / 1000)
    : /^\d+$/.test(value)
      ? Number(value)
      : NaN
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), 86_400)
}
