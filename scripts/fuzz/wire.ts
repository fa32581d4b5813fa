// Sends a step over HTTP unchanged, and returns the response.
import http from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Step } from './steps'

export interface WireBody {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const json = { 'Content-Type': 'application/json' }
/** 8 MiB of spaces, which compress to some kilobytes. */
const nothing = Buffer.alloc(8 * 1024 * 1024, 0x20)
const brotliBomb = brotliCompressSync(nothing, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

const splice = (text: string, added: string): string => text.replace(/[{[]/, (open) => `${open}${added}`)
const firstName = (text: string): string => /"(?:[^"\\]|\\.)*"(?=\s*:)/.exec(text)?.[0] ?? '"a"'

/** Items of a small compressed body, for which a validator that lists every error becomes slow. */
const FLOOD = 20_000
const flood = (item: (index: number) => string): string => Array.from({ length: FLOOD }, (_, at) => item(at)).join()
const sent = (content: string | Buffer, headers: WireBody['headers'] = {}): WireBody => ({
  bytes: Buffer.from(content),
  headers: { ...json, ...headers },
})
const packed = (bytes: Buffer, encoding = 'gzip'): WireBody => sent(bytes, { 'Content-Encoding': encoding })
/** Replaces the items of the first array without nested arrays. */
const withItems = (text: string, item: (index: number) => string): WireBody =>
  packed(gzipSync(text.replace(/\[[^[\]]*\]/, () => `[${flood(item)}]`)))
const inObject = (text: string, added: string): string => (text.startsWith('{"') ? splice(text, added) : text)

/** What is done to a body after its serialization. */
const encoders = {
  plain: (text) => sent(text),
  gzip: (text) => packed(gzipSync(text)),
  'gzip-bomb': () => packed(gzipSync(nothing)),
  'br-bomb': () => packed(brotliBomb, 'br'),
  'empty-items': (text) => withItems(text, () => '{}'),
  'different-items': (text) => withItems(text, (at) => `{"a":${at}}`),
  'unknown-names': (text) => packed(gzipSync(inObject(text, `${flood((at) => `"k${at}":0`)},`))),
  truncated: (text) => sent(text.slice(0, -1)),
  'bad-utf8': (text) => sent(Buffer.from(splice(text, '\u00ff'), 'latin1')),
  bom: (text) => sent(`\ufeff${text}`),
  utf16: (text) => sent(Buffer.from(text, 'utf16le'), { 'Content-Type': 'application/json; charset=utf-16le' }),
  'duplicate-keys': (text) => sent(inObject(text, `${firstName(text)}:"first",`)),
  deep: () => sent('['.repeat(50_000) + ']'.repeat(50_000)),
  'huge-number': (text) => sent(text.replace(/-?\d+(?=[,}\]])/, `${'9'.repeat(500)}e${'9'.repeat(20)}`)),
  'wrong-gzip': (text) => packed(Buffer.from(text)),
  'text-type': (text) => sent(text, { 'Content-Type': 'text/plain' }),
  'no-type': (text) => ({ bytes: Buffer.from(text), headers: {} }),
  charset: (text) => sent(text, { 'Content-Type': 'application/json; charset=latin1; x="' }),
  chunked: (text) => sent(text, { 'Transfer-Encoding': 'chunked' }),
  'lone-surrogate': (text) => sent(text.replace(/":\s*"/, '": "\\ud800')),
  'two-encodings': (text) => packed(gzipSync(gzipSync(text)), 'gzip, gzip'),
} satisfies Readonly<Record<string, (text: string) => WireBody>>

export type Encoding = keyof typeof encoders
export const encodings = Object.keys(encoders) as Encoding[]

/** The body of a step on the wire; null: it has none. */
export function encodeBody({ body, encoding = 'plain' }: Step): WireBody | null {
  return body === undefined ? null : encoders[encoding](JSON.stringify(body))
}

/** The request target. */
export const targetOf = ({ path, query }: Pick<Step, 'path' | 'query'>): string =>
  query === undefined ? path : `${path}?${query}`

/** Characters that are not allowed in a request line. */
const unsendable = /[^\u0021-\u00ff]/g

/** A response that takes longer is a fault. */
const TIMEOUT_MS = 15_000

export interface Sender {
  send(
    step: Pick<Step, 'method' | 'path' | 'query' | 'headers'>,
    body: WireBody | null,
    headers: Readonly<Record<string, string>>,
  ): Promise<WireAnswer>
  close(): void
}

/** @param width number of keep-alive connections */
export function makeSender(url: string, width = 16): Sender {
  const { hostname, port } = new URL(url)
  // shorter than the server's keep-alive timeout, so that no request meets a closing connection
  const agent = new http.Agent({ keepAlive: true, maxSockets: width, timeout: 20_000 })
  return {
    async send(step, body, credentials) {
      const length =
        body && !('Transfer-Encoding' in body.headers) ? { 'Content-Length': String(body.bytes.length) } : {}
      const headers = merged(credentials, body?.headers ?? {}, length, step.headers ?? {})
      const path = targetOf(step).replace(unsendable, '')
      return exchange({ hostname, port, agent, method: step.method, path, headers }, body?.bytes ?? null)
    },
    close: () => agent.destroy(),
  }
}

type Values = Readonly<Record<string, string | readonly string[]>>

/** Headers are merged whatever the case of their names; later ones override. */
function merged(...all: Values[]): Record<string, string | string[]> {
  const headers = new Map<string, [string, string | string[]]>()
  for (const [name, value] of all.flatMap((one) => Object.entries(one))) {
    headers.set(name.toLowerCase(), [name, typeof value === 'string' ? value : [...value]])
  }
  return Object.fromEntries(headers.values())
}

function exchange(options: http.RequestOptions, bytes: Buffer | null): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(options)
    const timer = setTimeout(() => request.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
    const end = (then: () => void): void => {
      clearTimeout(timer)
      then()
    }
    let isAnswered = false
    // the server may close before it has read the whole body
    request.on('error', (error) => (isAnswered ? undefined : end(() => reject(error))))
    request.on('response', (response) => {
      isAnswered = true
      response.toArray().then(
        (chunks: Buffer[]) =>
          end(() =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              text: Buffer.concat(chunks).toString(),
            }),
          ),
        (error: Error) => end(() => reject(error)),
      )
    })
    request.end(bytes ?? undefined)
  })
}
