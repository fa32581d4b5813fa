// Answers what is no HTTP request, which no handler ever sees, in the contract's words instead of Node's bare status line.
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { invalid, type DomainError } from '../errors'
import { toReply } from './errors'

/**
 * Makes the server answer 400 `validation_failed` to bytes that are no HTTP, to headers beyond Node's limit and to a request
 * that does not end in time, and close the connection, on which nobody knows where the next request would begin.
 */
export function answerMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(asBytes(refusalOf(error.code)), () => socket.destroy())
  })
}

/**
 * HTTP/1.1 has no request without a host (RFC 9112, 3.2).
 * @throws DomainError `validation_failed`
 */
export function assertHost({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host !== undefined || httpVersion !== '1.1') return
  throw invalid('/headers/host', 'required', 'is required')
}

function refusalOf(code: string | undefined): DomainError {
  switch (code ?? '') {
    case 'HPE_HEADER_OVERFLOW':
      return invalid('/headers', 'maxBytes', 'must not be larger than 16384 bytes together with the path')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalid('/headers', 'timeout', 'must come, with the body, within 14 seconds')
    default:
      return invalid('/headers', 'parse', 'must be well-formed HTTP/1.1')
  }
}

function asBytes(refusal: DomainError): string {
  const { status, body } = toReply(refusal)
  const text = JSON.stringify(body)
  const headers = {
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
