// Every error of a call is a PlatformFailure.
import { randomUUID } from 'node:crypto'
import { sendRequest, NoResponse, limitWait, type Answer } from '../base/http-client'
import { countCall } from '../base/telemetry/metrics'
import { isTracing, traceCall } from '../base/telemetry/tracing'
import { PlatformFailure, type CallLimits, type Connection, type FailureKind } from './platform'
import type { Reader } from './json'
import { readError } from './wire'

export interface Call {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly connection: Connection | null
  readonly body?: unknown
  readonly writes: boolean
}

/**
 * @param timeoutMs of the call as a whole
 * @param read parses a 2xx; null: invalid
 * @param readRefusal parses other statuses where they are a result; null: they are not
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
    countCall(call.name.replaceAll(' ', '_'), outcome, performance.now() - startedAt)
  }
}

const kindOfFailure = (error: unknown): string => (error instanceof PlatformFailure ? error.kind : 'internal')

async function sendUncounted<T>(
  call: Call,
  timeoutMs: number,
  read: Reader<T>,
  readRefusal: (status: number, body: unknown) => T | null,
): Promise<T> {
  const answer = await request(call, timeoutMs)
  call.connection?.onLimits?.(limitsOf(answer))
  if (answer.status < 200 || answer.status > 299) {
    const understood = readRefusal(answer.status, answer.body)
    if (understood !== null) return understood
    throw refusal(call, answer)
  }
  const result = answer.body === undefined ? null : read(answer.body)
  if (result !== null) return result
  const facts = { sent: call.writes, status: answer.status }
  throw answer.timedOut
    ? new PlatformFailure(
        'timeout',
        `${call.name}: the platform's response was incomplete after ${timeoutMs} ms`,
        facts,
      )
    : unreadableResponse(call, answer.status)
}

/** A 2xx has an invalid body; a write may have taken effect. */
export function unreadableResponse(call: Call, status: number): PlatformFailure {
  return new PlatformFailure('unavailable', `${call.name}: the platform's response (${status}) could not be read`, {
    sent: call.writes,
    status,
  })
}

async function request(call: Call, timeoutMs: number): Promise<Answer> {
  const headers = headersOf(call)
  // for support cases of the platform
  headers.set('x-request-id', randomUUID())
  try {
    return await sendRequest({ method: call.method, url: call.url, headers, body: call.body }, timeoutMs)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    const kind = error.timedOut ? 'timeout' : 'unavailable'
    const sent = call.writes && error.sent
    throw new PlatformFailure(kind, `${call.name} on the platform: ${error.message}`, { sent })
  }
}

/** fetch quotes invalid headers in errors, so credentials are validated first. */
function headersOf(call: Call): Headers {
  const headers = new Headers({ 'user-agent': 'community-management-server' })
  const credential = call.connection?.credential
  try {
    if (credential?.kind === 'api_key') headers.set('x-api-key', credential.apiKey)
    if (credential?.kind === 'oauth') headers.set('authorization', `Bearer ${credential.accessToken}`)
  } catch {
    throw new PlatformFailure('credentials', `${call.name}: the credential contains invalid characters`, {
      authenticationFailed: true,
    })
  }
  return headers
}

/** The first number counts: `1000, 1000;w=60` is 1000. */
function limitsOf({ status, headers, retryAfterSeconds }: Answer): CallLimits {
  const numberIn = (name: string): number | null => {
    const [digits] = /^\s*\d{1,12}(\.\d+)?/.exec(String(headers[name] ?? '')) ?? []
    return digits === undefined ? null : Math.ceil(Number(digits))
  }
  const resetSeconds = numberIn('x-ratelimit-reset')
  return {
    limit: numberIn('x-ratelimit-limit'),
    remaining: numberIn('x-ratelimit-remaining'),
    resetSeconds: resetSeconds === null ? null : limitWait(resetSeconds),
    retryAfterSeconds,
    throttled: status === 429,
  }
}

function refusal(call: Call, answer: Answer): PlatformFailure {
  const error = readError(answer.body)
  const kind = kindOf(call, answer.status, error?.invalidKey ?? false)
  const code = error?.code ? ` ${error.code}` : ''
  return new PlatformFailure(kind, `${call.name}: the platform responded ${answer.status}${code}`, {
    sent: call.writes && mayHaveApplied(answer.status),
    status: answer.status,
    retryAfterSeconds: answer.retryAfterSeconds,
    authenticationFailed: kind === 'credentials' && (answer.status === 401 || (error?.invalidKey ?? false)),
  })
}

function kindOf(call: Call, status: number, invalidKey: boolean): FailureKind {
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'request_timeout'
  // without credentials, a 401 or 403 does not concern them
  if (status === 401 || status === 403) return call.connection === null ? 'unavailable' : 'credentials'
  if (status < 400 || status >= 499) return 'unavailable'
  if (invalidKey && call.connection !== null) return 'credentials'
  return status === 404 ? 'not_found' : 'rejected'
}

/** A 4xx, except 408 and 499 (cancelled), excludes an effect. */
function mayHaveApplied(status: number): boolean {
  return status < 400 || status === 408 || status >= 499
}

/** Null if the object is absent. @param statuses of the refusals that say so */
export async function nullWhen<T>(statuses: readonly number[], answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    const absent = error instanceof PlatformFailure && (error.kind === 'not_found' || error.kind === 'rejected')
    if (absent && error.status !== null && statuses.includes(error.status)) return null
    throw error
  }
}
