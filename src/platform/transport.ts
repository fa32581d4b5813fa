// One call of the platform over HTTP, its answer classified by status first and body second. Nothing in an answer can make it
// throw anything but a PlatformFailure.
import { exchange, NoAnswer, waitOf, type Answer } from '../http-client'
import { countCall } from '../telemetry/metrics'
import { isTracing, traceCall } from '../telemetry/tracing'
import { PlatformFailure, type CallLimits, type Connection, type FailureKind } from './platform'
import { requestIdHeader, watchSending } from './sent-bytes'
import { readError, type Reader } from './wire'

export interface Call {
  /** What is being asked, for messages: `list roles`. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Whose credential goes with it; null: the route takes none. */
  readonly connection: Connection | null
  readonly body?: unknown
  /** Whether the call changes something on the platform. */
  readonly writes: boolean
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
  const startedAt = performance.now()
  const work = (): Promise<T> => sendUncounted(call, timeoutMs, read, readRefusal)
  let outcome = 'ok'
  try {
    return await (isTracing() ? traceCall(call.name, work, kindOfFailure) : work())
  } catch (error) {
    outcome = kindOfFailure(error)
    throw error
  } finally {
    countCall(call.name, outcome, performance.now() - startedAt)
  }
}

const kindOfFailure = (error: unknown): string => (error instanceof PlatformFailure ? error.kind : 'internal')

async function sendUncounted<T>(
  call: Call,
  timeoutMs: number,
  read: Reader<T>,
  readRefusal: (status: number, body: unknown) => T | null,
): Promise<T> {
  const answer = await ask(call, timeoutMs)
  call.connection?.heed?.(limitsOf(answer))
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

async function ask(call: Call, timeoutMs: number): Promise<Answer> {
  const headers = headersOf(call)
  const watch = watchSending()
  headers.set(requestIdHeader, watch.id)
  try {
    return await exchange({ method: call.method, url: call.url, headers, body: call.body }, timeoutMs)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const kind = error.timedOut ? 'timeout' : 'unavailable'
    const sent = call.writes && !watch.neverWritten()
    throw new PlatformFailure(kind, `${call.name} on the platform: ${error.message}`, { sent })
  } finally {
    watch.end()
  }
}

/** fetch quotes a header value it cannot send in its error, so a credential is tried on its own. */
function headersOf(call: Call): Headers {
  const headers = new Headers({ 'user-agent': 'community-management-server' })
  const credential = call.connection?.credential
  try {
    if (credential?.kind === 'api_key') headers.set('x-api-key', credential.apiKey)
    if (credential?.kind === 'oauth') headers.set('authorization', `Bearer ${credential.accessToken}`)
  } catch {
    throw new PlatformFailure('credentials', `${call.name}: the credential holds characters that none has`, {
      authenticationFailed: true,
    })
  }
  return headers
}

/** `x-ratelimit-limit: 1000, 1000;w=60` is 1000: the first number counts, and what is none is not there. */
function limitsOf({ status, headers, retryAfterSeconds }: Answer): CallLimits {
  const numberIn = (name: string): number | null => {
    const [digits] = /^\s*\d{1,12}(\.\d+)?/.exec(headers.get(name) ?? '') ?? []
    return digits === undefined ? null : Math.ceil(Number(digits))
  }
  const resetSeconds = numberIn('x-ratelimit-reset')
  return {
    limit: numberIn('x-ratelimit-limit'),
    remaining: numberIn('x-ratelimit-remaining'),
    resetSeconds: resetSeconds === null ? null : waitOf(resetSeconds),
    retryAfterSeconds,
    throttled: status === 429,
  }
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
  if (status === 401 || status === 403) return call.connection === null ? 'unavailable' : 'credentials'
  if (status < 400 || status >= 499) return 'unavailable'
  if (invalidKey && call.connection !== null) return 'credentials'
  return status === 404 ? 'not_found' : 'rejected'
}

/** A 4xx is a decision not to do it; 408 and 499 (cancelled) are not decisions, and a redirect or a 5xx may come after the effect. */
function mayHaveHappened(status: number): boolean {
  return status < 400 || status === 408 || status >= 499
}
