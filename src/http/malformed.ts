// Answers malformed HTTP, too large headers and requests that do not end in time with the contract's error, and closes
// the connection.
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { invalid, type DomainError } from '../base/errors'
import { toReply } from './errors'

export function answerMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(asBytes(refusalOf(error.code)), () => socket.destroy())
  })
}

function refusalOf(code: string | undefined): DomainError {
  switch (code ?? '') {
    case 'HPE_HEADER_OVERFLOW':
      return invalid('/headers', 'maxBytes', 'must not be larger than 16384 bytes together with the path')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalid('/headers', 'timeout', 'must arrive, with the body, within 14 seconds')
    default:
      return invalid('/headers', 'parse', 'must be well-formed HTTP/1.1')
  }
}

function asBytes(refusal: DomainError): string {
  const { status, body, headers: own } = toReply(refusal)
  const text = JSON.stringify(body)
  const headers = {
    ...own,
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
