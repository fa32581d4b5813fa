// Malformed HTTP requests as raw bytes, and what the server may answer.
import net from 'node:net'
import { problemsOfEnvelope } from './judge'

const get = (more: string, credentials: string): string =>
  `GET /v2/ranks HTTP/1.1\r\nHost: x\r\n${credentials}${more}\r\n`
const post = (headers: string, body: string, credentials: string): string =>
  `POST /v2/medals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${credentials}${headers}\r\n${body}`
const chunked = (body: string, credentials: string): string => post('Transfer-Encoding: chunked\r\n', body, credentials)

/** Each is a valid request with one defect, in Latin-1. */
const texts: Readonly<Record<string, (credentials: string) => string>> = {
  noise: () => '\0\u0001\u00ff\u00fe\r\n\r\n',
  TLS: () => '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003',
  'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': () => 'GET /v2/ranks\r\n\r\n',
  'HTTP/9.9': () => 'GET /v2/ranks HTTP/9.9\r\n\r\n',
  'no host': (who) => get('', who).replace('Host: x\r\n', ''),
  'an unknown method': (who) => get('', who).replace('GET', 'BREW'),
  CONNECT: (who) => get('', who).replace('GET /v2/ranks', 'CONNECT x:443'),
  'an absolute target': (who) => get('', who).replace('/v2/ranks', 'http://x/v2/ranks'),
  'an asterisk': (who) => get('', who).replace('GET /v2/ranks', 'OPTIONS *'),
  'bytes above ASCII in the path': (who) => get('', who).replace('ranks', 'medals/\u00ff\u00fe'),
  'NUL in the path': (who) => get('', who).replace('ranks', 'medals/\0'),
  'a space in the path': (who) => get('', who).replace('ranks', 'medals/a b'),
  'a fragment': (who) => get('', who).replace('ranks', 'medals#x'),
  'NUL in a header': (who) => get('X-A: a\0b\r\n', who),
  'a bare line feed in a header': (who) => get('X-A: a\nX-Request-Id: evil\r\n', who),
  'a bare carriage return': (who) => get('X-A: a\rb\r\n', who),
  'a folded header': (who) => get('X-A: a\r\n b\r\n', who),
  'a space before the colon': (who) => get('X-A : a\r\n', who),
  'an empty header name': (who) => get(': a\r\n', who),
  'headers beyond the limit': (who) => get(`X-A: ${'a'.repeat(40_000)}\r\n`, who),
  'thousands of headers': (who) => get('X: \r\n'.repeat(5_000), who),
  'two credentials': (who) => get(who, who),
  'an unknown expectation': (who) => get('Expect: everything\r\n', who),
  'Content-Length and chunked encoding': (who) =>
    post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n', who),
  'two lengths': (who) => post('Content-Length: 4\r\nContent-Length: 5\r\n', '{  }', who),
  'a negative length': (who) => post('Content-Length: -1\r\n', '{}', who),
  'a length that is not a safe integer': (who) => post(`Content-Length: ${'9'.repeat(40)}\r\n`, '{}', who),
  'a length beyond the limit': (who) => post('Content-Length: 99999999999\r\n', '{}', who),
  'chunks twice': (who) => post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n', who),
  'an unknown transfer encoding': (who) => post('Transfer-Encoding: identity, x\r\n', '{}', who),
  'a chunk without size': (who) => chunked('zz\r\n{}\r\n0\r\n\r\n', who),
  'a chunk of the maximum size': (who) => chunked(`${'f'.repeat(17)}\r\n{}`, who),
  'a chunk longer than its size': (who) => chunked('1\r\n{}\r\n0\r\n\r\n', who),
  'long chunk extensions': (who) => chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, who),
  trailers: (who) => chunked('2\r\n{}\r\n0\r\nAuthorization: x\r\n\r\n', `Trailer: Authorization\r\n${who}`),
  'a second request in the body of the first': (who) => post('Content-Length: 2\r\n', `{}${get('', who)}`, who),
}

export interface RawCase {
  readonly name: string
  readonly bytes: (credentials: string) => Buffer
}

export const rawCases: readonly RawCase[] = Object.entries(texts).map(([name, text]) => ({
  name,
  bytes: (credentials) => Buffer.from(text(credentials), 'latin1'),
}))

const ANSWERED_WITHIN_MS = 5_000

/** Sends the bytes, and reads the response; null: the server sent none. */
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
      // a complete response on a connection that is kept open
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

/** Faults of a response, which must be a success or a declared error. */
export function rawFaults({ name }: RawCase, response: string | null): string[] {
  if (response === null) return name === 'CONNECT' ? [] : ['closed without a response']
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
