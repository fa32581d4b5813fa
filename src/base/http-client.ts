// Requests to other servers: sent once, without redirects, with limits of time and size. URLs of users need `postTo`.
import { Resolver } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** `accept` and `content-type` are added. */
  readonly headers: Headers
  /** `URLSearchParams` are sent as a form, other values as JSON. */
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: ResponseHeaders
  /** Undefined: incomplete, too large (above 1 MiB) or not JSON. */
  readonly body: unknown
  /** From `Retry-After`, at most a day; null: none. */
  readonly retryAfterSeconds: number | null
  /** The time limit ended before the body did. */
  readonly timedOut: boolean
}

/** No response headers arrived. The message quotes nothing of the request. */
export class NoResponse extends Error {
  constructor(
    readonly timedOut: boolean,
    /** False: not a byte was written. */
    readonly sent: boolean,
    message: string,
  ) {
    super(message)
    this.name = 'NoResponse'
  }
}

const maxBodyBytes = 1024 * 1024
const daySeconds = 86_400

let shared: Agent | undefined

/** @throws NoResponse */
export async function sendRequest({ method, url, headers, body }: OutgoingRequest, timeoutMs: number): Promise<Answer> {
  const all = new Headers(headers)
  all.set('accept', 'application/json')
  all.set('accept-encoding', 'identity')
  const isForm = body instanceof URLSearchParams
  if (isForm) all.set('content-type', 'application/x-www-form-urlencoded')
  else if (body !== undefined) all.set('content-type', 'application/json')
  const text = body === undefined ? null : isForm ? String(body) : JSON.stringify(body)
  // loaded by the first call: 20 MB
  shared ??= new (await import('undici')).Agent()
  const limits = { timeoutMs, maxBytes: maxBodyBytes }
  const answer = await exchange(shared, { method, url, headers: Object.fromEntries(all), body: text }, limits)
  const { status, timedOut, bytes } = answer
  const read = parsed(bytes?.toString('utf8') ?? null)
  return { status, headers: answer.headers, timedOut, body: read, retryAfterSeconds: readRetryAfter(answer.headers) }
}

export interface Download extends Omit<Answer, 'body'> {
  /** Null: incomplete or above the limit. */
  readonly bytes: Buffer | null
}

/** A file, such as a picture. @param accept media types. @throws NoResponse */
export async function download(
  url: string,
  accept: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<Download> {
  shared ??= new (await import('undici')).Agent()
  const answer = await exchange(shared, { method: 'GET', url, headers: { accept }, body: null }, limits)
  return { ...answer, retryAfterSeconds: readRetryAfter(answer.headers) }
}

interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

interface Limits {
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly stop?: AbortSignal
}

type RawAnswer = Pick<Answer, 'status' | 'headers' | 'timedOut'> & {
  /** Null: incomplete, late or too large. */
  readonly bytes: Buffer | null
}

function exchange(
  dispatcher: Dispatcher,
  request: Exchange,
  { timeoutMs, maxBytes, stop }: Limits,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(request.url)
    let controller: Dispatcher.DispatchController | null = null
    let answer: Pick<Answer, 'status' | 'headers'> | null = null
    let ended: Error | null = null
    let timedOut = false
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (error: Error | null): void => {
      clearTimeout(timer)
      stop?.removeEventListener('abort', cancel)
      if (!answer) return reject(noResponse(error, timedOut ? timeoutMs : null, controller !== null))
      resolve({ ...answer, timedOut, bytes: error ? null : Buffer.concat(chunks) })
    }
    const end = (error: Error): void => {
      if (controller) return controller.abort(error)
      ended = error
      settle(error)
    }
    const cancel = (): void => end(new Error('cancelled'))
    const timer = setTimeout(() => {
      timedOut = true
      end(new Error('late'))
    }, timeoutMs)
    stop?.addEventListener('abort', cancel)
    if (stop?.aborted) return cancel()
    const path = `${pathname}${search}`
    dispatcher.dispatch(
      { ...request, origin, path },
      {
        // before the first byte is written
        onRequestStart(started) {
          if (ended) return started.abort(ended)
          controller = started
        },
        onResponseStart(_controller, status, headers) {
          // 1xx are interim
          if (status >= 200) answer = { status, headers }
        },
        onResponseData(started, chunk) {
          bytes += chunk.length
          if (bytes > maxBytes) started.abort(new Error('too large'))
          else chunks.push(chunk)
        },
        onResponseEnd: () => settle(null),
        onResponseError: (_controller, error) => settle(error),
      },
    )
  })
}

/** Limits seconds to 0 to one day; null: not a number. */
export function limitWait(seconds: number): number | null {
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), daySeconds)
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param timeoutMs null: before the time limit */
function noResponse(error: unknown, timeoutMs: number | null, sent: boolean): NoResponse {
  if (timeoutMs !== null) return new NoResponse(true, sent, `no answer within ${timeoutMs} ms`)
  const code = causeCode(error)
  const timedOut = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT'
  return new NoResponse(timedOut, sent, `the connection failed (${code})`)
}

/** Messages may quote the request, so only codes such as ECONNREFUSED are used. */
function causeCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : 'no code'
}

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type PostAnswer = Pick<Answer, 'status' | 'retryAfterSeconds'>

/** Read and discarded before the connection is closed. */
const maxDrainedBytes = 16 * 1024

/**
 * Connects to one of the addresses, without resolving the host name again. Resolves after the body, so that a slow server
 * gets no further connections.
 * @throws NoResponse
 */
export async function postTo(
  addresses: readonly string[],
  post: Post,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<PostAnswer> {
  const { Agent } = await import('undici')
  const agent = new Agent({ connect: { lookup: pinned(addresses) }, pipelining: 0 })
  try {
    const answer = await exchange(agent, { method: 'POST', ...post }, { timeoutMs, maxBytes: maxDrainedBytes, stop })
    return { status: answer.status, retryAfterSeconds: readRetryAfter(answer.headers) }
  } finally {
    await agent.destroy()
  }
}

function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, options, done) => {
    const [first = { address: '', family: 4 }] = all
    if (options.all === true) done(null, all)
    else done(null, first.address, first.family)
  }
}

/** The addresses in DNS, IPv4 first, without the hosts file. @throws Error when there are none */
export async function resolveHost(host: string): Promise<string[]> {
  if (/^(.+\.)?localhost\.?$/i.test(host)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length === 0) throw new Error('the name does not resolve')
  return addresses
}

/** In seconds, from a number or a date (RFC 9110, 10.2.3). */
function readRetryAfter({ 'retry-after': value }: ResponseHeaders): number | null {
  if (typeof value !== 'string') return null
  if (/ GMT$/.test(value)) return limitWait(Math.ceil((Date.parse(value) - Date.now()) / 1000))
  return /^\d+$/.test(value) ? limitWait(Number(value)) : null
}
