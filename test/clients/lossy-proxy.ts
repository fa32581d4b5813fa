// Faults between a client and the server, chosen by the first segment of the path.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface LossyProxy {
  readonly url: string
  close(): void
}

const hopByHop = ['host', 'connection', 'transfer-encoding', 'content-length']

/**
 * `/lost`: forwards, and closes the connection in place of the first answer to each request.
 * `/cut`: closes the connection of each request once, without forwarding it.
 * `/hasty`: forwards, and answers with Retry-After: 0 in place of a longer time.
 * `/throttled`: answers each request with 429 once, with Retry-After: 1 (seconds).
 * `/html`: answers 502 with a page, as a proxy in front of the server may.
 */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const seen = new Set<string>()
  const server = http.createServer((request, response) => {
    void (async () => {
      const [, fault = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(request.url ?? '') ?? []
      const body = await buffer(request)
      const id = [fault, request.method, rest, body.toString()].join(' ')
      const isFirst = !seen.has(id)
      seen.add(id)
      if (fault === 'cut' && isFirst) request.socket.destroy()
      else if (fault === 'html') {
        response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>')
      } else if (fault === 'throttled' && isFirst) {
        response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '1' })
        response.end(JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Too many requests.' } }))
      } else {
        const headers = Object.entries(request.headers).filter(([name]) => !hopByHop.includes(name))
        const answer = await fetch(target + rest, {
          method: request.method ?? 'GET',
          headers: Object.fromEntries(headers) as Record<string, string>,
          ...(body.length > 0 && { body }),
        })
        const bytes = Buffer.from(await answer.arrayBuffer())
        if (fault === 'lost' && isFirst) return request.socket.destroy()
        if (fault === 'hasty' && answer.headers.has('retry-after')) response.setHeader('Retry-After', '0')
        const received = [...answer.headers].filter(([name]) => !response.hasHeader(name))
        response.writeHead(answer.status, Object.fromEntries(received)).end(bytes)
      }
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
