// Requests to other servers: sent once, without redirects, with limits of time and size. `postTo` is for URLs of users.
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** `accept` and `content-type` are added. */
  readonly headers: Headers
  /** `URLSearchParams` is sent as a form, else JSON. */
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Undefined when incomplete, too large or not JSON. */
  readonly body: unknown
  /** At most a day. */
  readonly retryAfterSeconds: number | null
  /** Before the end of the body. */
  readonly timedOut: boolean
}

/** No response headers arrived. The message quotes nothing of the request. */
export class NoResponse extends Error {
  constructor(
    readonly timedOut: boolean,
    message: string,
  ) {
    super(message)
    this.name = 'NoResponse'
  }
}

const maxBodyBytes = 1024 * 1024
const daySeconds = 86_400

/** @param timeoutMs from connecting to the last byte of the body @throws NoResponse */
export async function sendRequest(request: OutgoingRequest, timeoutMs: number): Promise<Answer> {
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json')
  const isForm = request.body instanceof URLSearchParams
  if (isForm) headers.set('content-type', 'application/x-www-form-urlencoded')
  else if (request.body !== undefined) headers.set('content-type', 'application/json')
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: isForm ? String(request.body) : JSON.stringify(request.body) }),
      redirect: 'manual',
      signal: stop.signal,
    })
    const body = parsed(await readText(response))
    const retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'))
    const { status, headers: answered } = response
    return { status, headers: answered, retryAfterSeconds, body, timedOut: stop.signal.aborted }
  } catch (error) {
    throw noResponse(error, stop.signal.aborted ? timeoutMs : null)
  } finally {
    clearTimeout(timer)
  }
}

/** Limits a wait in seconds to 0 to one day; null when it is not a number. */
export function limitWait(seconds: number): number | null {
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), daySeconds)
}

/** null when incomplete, late or too large. */
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

/** @param timeoutMs null before the time limit */
function noResponse(error: unknown, timeoutMs: number | null): NoResponse {
  if (timeoutMs !== null) return new NoResponse(true, `no answer within ${timeoutMs} ms`)
  const code = causeCode(error)
  const timedOut = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT'
  return new NoResponse(timedOut, `the connection failed (${code})`)
}

/** Only codes such as ECONNREFUSED: messages may quote the request. */
function causeCode(error: unknown): string {
  const { code: own, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } | null }
  const code = cause?.code ?? own
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

/** Connects to one of the addresses, without resolving the host name again. @throws NoResponse */
export function postTo(
  addresses: readonly string[],
  { url, headers, body }: Post,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<PostAnswer> {
  const { request } = url.startsWith('http:') ? http : https
  return new Promise((resolve, reject) => {
    let timedOut = false
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      agent: false,
      lookup: pinned(addresses),
      signal: stop,
    })
    const timer = setTimeout(() => {
      timedOut = true
      sent.destroy()
    }, timeoutMs)
    let answer: PostAnswer | null = null
    sent.on('error', (error) => answer ?? reject(noResponse(error, timedOut ? timeoutMs : null)))
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response
      answer = { status, retryAfterSeconds: parseRetryAfter(answered['retry-after'] ?? null) }
      drain(response)
    })
    // only after the body: a slow server must not get more connections
    sent.on('close', () => {
      clearTimeout(timer)
      if (answer) resolve(answer)
      else reject(noResponse(null, timedOut ? timeoutMs : null))
    })
    sent.end(body)
  })
}

/** Node requests all addresses when it may try several. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, options, done) => {
    const [first = { address: '', family: 4 }] = all
    if (options.all === true) done(null, all)
    else done(null, first.address, first.family)
  }
}

function drain(response: http.IncomingMessage): void {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDrainedBytes) response.destroy()
  })
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
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null
  if (/ GMT$/.test(value)) return limitWait(Math.ceil((Date.parse(value) - Date.now()) / 1000))
  return /^\d+$/.test(value) ? limitWait(Number(value)) : null
}
