// One exchange with a server outside: sent once, never redirected, bounded in time and size. Nothing in an answer can make it
// throw; what an answer means is for those who speak its wire.

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
  const code = (error as { cause?: { code?: unknown } | null } | null)?.cause?.code
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : 'no code'
}

/** Retry-After as seconds from now, in both its forms (RFC 9110, 10.2.3). */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null
  if (/ GMT$/.test(value)) return waitOf(Math.ceil((Date.parse(value) - Date.now()) / 1000))
  return /^\d+$/.test(value) ? waitOf(Number(value)) : null
}
