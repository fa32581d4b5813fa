// Malformed HTTP as raw bytes.
import net from 'node:net'
import { problemsOfEnvelope } from './judge'

export interface RawCase {
  readonly name: string
  readonly bytes: (credentials: string) => Buffer
  /** May be closed without a response. */
  readonly silent?: true
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const get = (more: string, credentials: string): string =>
  `GET /v2/ranks HTTP/1.1\r\nHost: x\r\n${credentials}${more}\r\n`
const post = (headers: string, body: string, credentials: string): string =>
  `POST /v2/medals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${credentials}${headers}\r\n${body}`

/** Valid but for one defect. */
export const rawCases: readonly RawCase[] = [
  { name: 'noise', bytes: () => latin('\0\u0001\u00ff\u00fe\r\n\r\n') },
  { name: 'TLS', bytes: () => latin('\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003') },
  { name: 'HTTP/2', bytes: () => latin('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') },
  { name: 'HTTP/0.9', bytes: () => latin('GET /v2/ranks\r\n\r\n') },
  { name: 'HTTP/9.9', bytes: () => latin('GET /v2/ranks HTTP/9.9\r\n\r\n') },
  { name: 'no host', bytes: (who) => latin(get('', who).replace('Host: x\r\n', '')) },
  { name: 'an unknown method', bytes: (who) => latin(get('', who).replace('GET', 'BREW')) },
  { name: 'CONNECT', bytes: (who) => latin(get('', who).replace('GET /v2/ranks', 'CONNECT x:443')), silent: true },
  { name: 'an absolute target', bytes: (who) => latin(get('', who).replace('/v2/ranks', 'http://x/v2/ranks')) },
  { name: 'an asterisk', bytes: (who) => latin(get('', who).replace('GET /v2/ranks', 'OPTIONS *')) },
  {
    name: 'bytes above ASCII in the path',
    bytes: (who) => latin(get('', who).replace('ranks', 'medals/\u00ff\u00fe')),
  },
  { name: 'NUL in the path', bytes: (who) => latin(get('', who).replace('ranks', 'medals/\0')) },
  { name: 'a space in the path', bytes: (who) => latin(get('', who).replace('ranks', 'medals/a b')) },
  { name: 'a fragment', bytes: (who) => latin(get('', who).replace('ranks', 'medals#x')) },
  { name: 'NUL in a header', bytes: (who) => latin(get('X-A: a\0b\r\n', who)) },
  { name: 'a bare line feed in a header', bytes: (who) => latin(get('X-A: a\nX-Request-Id: evil\r\n', who)) },
  { name: 'a bare carriage return', bytes: (who) => latin(get('X-A: a\rb\r\n', who)) },
  { name: 'a folded header', bytes: (who) => latin(get('X-A: a\r\n b\r\n', who)) },
  { name: 'a space before the colon', bytes: (who) => latin(get('X-A : a\r\n', who)) },
  { name: 'an empty header name', bytes: (who) => latin(get(': a\r\n', who)) },
  { name: 'headers beyond the limit', bytes: (who) => latin(get(`X-A: ${'a'.repeat(40_000)}\r\n`, who)) },
  { name: 'thousands of headers', bytes: (who) => latin(get('X: \r\n'.repeat(5_000), who)) },
  { name: 'two credentials', bytes: (who) => latin(get(who, who)) },
  { name: 'an unknown expectation', bytes: (who) => latin(get('Expect: everything\r\n', who)) },
  {
    name: 'Content-Length and chunked encoding',
    bytes: (who) => latin(post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n', who)),
  },
  { name: 'two lengths', bytes: (who) => latin(post('Content-Length: 4\r\nContent-Length: 5\r\n', '{  }', who)) },
  { name: 'a negative length', bytes: (who) => latin(post('Content-Length: -1\r\n', '{}', who)) },
  {
    name: 'a length that is not a safe integer',
    bytes: (who) => latin(post(`Content-Length: ${'9'.repeat(40)}\r\n`, '{}', who)),
  },
  { name: 'a length beyond the limit', bytes: (who) => latin(post('Content-Length: 99999999999\r\n', '{}', who)) },
  { name: 'chunks twice', bytes: (who) => latin(post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n', who)) },
  {
    name: 'an unknown transfer encoding',
    bytes: (who) => latin(post('Transfer-Encoding: identity, x\r\n', '{}', who)),
  },
  {
    name: 'a chunk without size',
    bytes: (who) => latin(post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n', who)),
  },
  {
    name: 'a chunk of the maximum size',
    bytes: (who) => latin(post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n{}`, who)),
  },
  {
    name: 'a chunk longer than its size',
    bytes: (who) => latin(post('Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n', who)),
  },
  {
    name: 'long chunk extensions',
    bytes: (who) => latin(post('Transfer-Encoding: chunked\r\n', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, who)),
  },
  {
    name: 'trailers',
    bytes: (who) =>
      latin(
        post(
          'Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n',
          '2\r\n{}\r\n0\r\nAuthorization: x\r\n\r\n',
          who,
        ),
      ),
  },
  {
    name: 'a second request in the body of the first',
    bytes: (who) => latin(post('Content-Length: 2\r\n', `{}${get('', who)}`, who)),
  },
]

const ANSWERED_WITHIN_MS = 5_000

/** Null: no response. */
export function sendBytes(url: string, bytes: Buffer, waitMs = ANSWERED_WITHIN_MS): Promise<string | null> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    let quiet: NodeJS.Timeout | undefined
    const timer = setTimeout(() => socket.destroy(new Error(`no response and no close within ${waitMs} ms`)), waitMs)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      clearTimeout(quiet)
      // complete, on an open connection
      quiet = setTimeout(() => socket.destroy(), 60)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text === '' ? null : text)
    })
  })
}

/** Must be a success or a declared error. */
export function rawFaults({ silent }: RawCase, response: string | null): string[] {
  if (response === null) return silent ? [] : ['closed without a response']
  const [head = '', ...rest] = response.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0)
  const lines = head.split('\r\n').slice(1)
  const headers = Object.fromEntries(
    lines
      .map((line) => /^([^:]*): (.*)$/.exec(line) ?? [])
      .map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
  const length = Number(headers['content-length'] ?? 0)
  const text = Buffer.from(rest.join('\r\n\r\n'), 'latin1').subarray(0, length).toString()
  return status < 400 && status >= 200 ? [] : problemsOfEnvelope({ status, headers, text })
}
