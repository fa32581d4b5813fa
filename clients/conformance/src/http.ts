// The HTTP client: read-only mode, rate limits, request ids.
import http from 'node:http'
import https from 'node:https'
import { randomBytes } from 'node:crypto'
import type { Json } from './contract'

export interface Sent {
  readonly method: string
  /** With the query, percent-encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Exchange {
  readonly sent: Sent
  readonly requestId: string
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined: no JSON. */
  readonly body: Json | undefined
}

export interface Wire {
  /** @throws without a response, or for a write in read-only mode */
  send(sent: Sent, options?: { keepRefusal?: boolean }): Promise<Exchange>
  readonly count: () => number
  /** For rate limits. */
  readonly waitedSeconds: () => number
  readonly pause: (ms: number) => Promise<void>
}

export interface WireOptions {
  readonly url: string
  readonly readsOnly: boolean
  readonly timeoutMs: number
  readonly say: (message: string) => void
  readonly sleep: (ms: number) => Promise<void>
}

/** Not accepted above. */
const LONGEST_WAIT_SECONDS = 3_600

/** Sends nothing. */
export function makeWire({ url, readsOnly, timeoutMs, say, sleep }: WireOptions): Wire {
  const base = new URL(url)
  const secure = base.protocol === 'https:'
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: 1 })
  const run = randomBytes(4).toString('hex')
  let sentSoFar = 0
  let waited = 0
  const once = (sent: Sent, requestId: string): Promise<Exchange> => {
    const options = {
      agent,
      method: sent.method,
      path: base.pathname.replace(/\/$/, '') + sent.path,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port || (secure ? 443 : 80),
      timeout: timeoutMs,
      headers: {
        Accept: 'application/json',
        'X-Request-Id': requestId,
        ...(sent.body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent.body)) }),
        ...sent.headers,
      },
    }
    return exchange(secure, options, sent, requestId)
  }
  return {
    count: () => sentSoFar,
    waitedSeconds: () => waited,
    pause: sleep,
    async send(sent, { keepRefusal = false } = {}) {
      if (readsOnly && sent.method !== 'GET' && sent.method !== 'HEAD') {
        throw new Error(`${sent.method} ${sent.path} is a write, which needs --write.`)
      }
      for (;;) {
        const answer = await once(sent, `conformance-${run}-${++sentSoFar}`)
        const seconds = keepRefusal ? null : secondsToWait(answer)
        if (seconds === null) return answer
        say(`rate limited after ${sentSoFar} requests: waiting ${seconds} s`)
        await sleep(seconds * 1_000)
        waited += seconds
      }
    },
  }
}

/** Null: no 429, or one after which a part of the request was done. A 429 to HEAD has no code. */
function secondsToWait({ sent, status, body, headers }: Exchange): number | null {
  if (status !== 429 || (sent.method !== 'HEAD' && codeOf(body) !== 'rate_limit_exceeded')) return null
  if (hasCommitted(body)) return null
  const seconds = Number(headers['retry-after'])
  return Number.isInteger(seconds) && seconds <= LONGEST_WAIT_SECONDS ? Math.max(1, seconds) : null
}

function hasCommitted(body: Json | undefined): boolean {
  const error = (body as { error?: { details?: { committed?: unknown } } } | null | undefined)?.error
  return error?.details?.committed !== undefined
}

export function codeOf(body: Json | undefined): string | null {
  const error = (body as { error?: { code?: unknown } } | null | undefined)?.error
  return typeof error?.code === 'string' ? error.code : null
}

function exchange(secure: boolean, options: https.RequestOptions, sent: Sent, requestId: string): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : value,
          ]),
        ) as Record<string, string>
        resolve({ sent, requestId, status: response.statusCode ?? 0, headers, text, body: parsed(text) })
      })
    })
    request.on('timeout', () => request.destroy(new Error(`no response within ${Number(options.timeout) / 1_000} s`)))
    request.on('error', reject)
    request.end(sent.body)
  })
}

function parsed(text: string): Json | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}
