// One exchange with a server outside: sent once, never redirected, bounded in time and size. Nothing in an answer can make it
// throw; what an answer means is for those who speak its wire. A URL that somebody else chose is called by `postTo`, at an
// address that was judged before.
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'

export interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Those of the wire; `accept` and `content-type` come with the exchange. */
  readonly headers: Headers
  /** Sent as a form when it is `URLSearchParams`, else as JSON; absent: no body. */
  readonly body?: unknown
}

/** An answer as far as it came. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Undefined when it was not whole, too large or not JSON. */
  readonly body: unknown
  /** What `Retry-After` asks for, at most a day. */
  readonly retryAfterSeconds: number | null
  /** Time ran out before the body was whole. */
  readonly timedOut: boolean
}

/** Not even the head of an answer came. The message holds nothing of what was sent. */
export class NoAnswer extends Error {
  constructor(
    readonly timedOut: boolean,
    message: string,
  ) {
    super(message)
    this.name = 'NoAnswer'
  }
}

const maxBodyBytes = 1024 * 1024
const daySeconds = 86_400

/**
 * Sends a request and reads its answer.
 * @param timeoutMs for the whole of it, from connecting to the last byte of the body
 * @throws NoAnswer
 */
export async function exchange(request: Outgoing, timeoutMs: number): Promise<Answer> {
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
    throw noAnswer(error, stop.signal.aborted ? timeoutMs : null)
  } finally {
    clearTimeout(timer)
  }
}

/** A wait that a server asks for, in seconds, held between now and a day; null: it is no number. */
export function waitOf(seconds: number): number | null {
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), daySeconds)
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
function noAnswer(error: unknown, timeoutMs: number | null): NoAnswer {
  if (timeoutMs !== null) return new NoAnswer(true, `no answer within ${timeoutMs} ms`)
  const code = causeCode(error)
  const timedOut = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT'
  return new NoAnswer(timedOut, `the connection failed (${code})`)
}

/** Only a code such as ECONNREFUSED is repeated: messages of the HTTP client may quote what it was given. */
function causeCode(error: unknown): string {
  const { code: own, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } | null }
  const code = cause?.code ?? own
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : 'no code'
}

/** What is sent to a URL that somebody else chose. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What matters of its answer. */
export type PostAnswer = Pick<Answer, 'status' | 'retryAfterSeconds'>

/** An answer's body is read so far, so that its sender is not cut off in the middle of a word, and thrown away. */
const politeBytes = 16 * 1024

/**
 * Posts to a URL on a connection of its own to one of these addresses, whatever its name says by now.
 * @param stop ends it before its time
 * @throws NoAnswer
 */
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
    sent.on('error', (error) => answer ?? reject(noAnswer(error, timedOut ? timeoutMs : null)))
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response
      answer = { status, retryAfterSeconds: parseRetryAfter(answered['retry-after'] ?? null) }
      drain(response)
    })
    // not before the answer's body is over: whoever drips one would else be given ever more connections
    sent.on('close', () => {
      clearTimeout(timer)
      if (answer) resolve(answer)
      else reject(noAnswer(null, timedOut ? timeoutMs : null))
    })
    sent.end(body)
  })
}

/** Node asks for one address or for all, depending on whether it tries several. */
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
    if (bytes > politeBytes) response.destroy()
  })
}

/**
 * The addresses of a host name as DNS has them, IPv4 first; the hosts file is not read, and a slow server holds up nobody else.
 * @throws Error when there are none
 */
export async function resolveHost(host: string): Promise<string[]> {
  if (/^(.+\.)?localhost\.?$/i.test(host)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length === 0) throw new Error('the name does not resolve')
  return addresses
}

/** Retry-After as seconds from now, in both its forms (RFC 9110, 10.2.3). */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null
  if (/ GMT$/.test(value)) return waitOf(Math.ceil((Date.parse(value) - Date.now()) / 1000))
  return /^\d+$/.test(value) ? waitOf(Number(value)) : null
}
