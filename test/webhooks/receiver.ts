// A receiver that records messages, answers them and verifies their signatures (Standard Webhooks).
import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly id: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  // `any`: a test reads what it expects
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  /** Number of open requests with the same id when it arrived. */
  readonly beside: number
}

/** The response; 'silence': none. */
export type Reaction = { readonly status: number; readonly headers?: http.OutgoingHttpHeaders } | 'silence'

export interface Receiver {
  readonly url: string
  readonly port: number
  /** Messages in order of arrival. */
  readonly received: Received[]
  /** Chooses the response; default 200. */
  react: (message: Received) => Reaction | Promise<Reaction>
  /** Closes every connection. */
  cut(): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const open = new Map<string, number>()
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const id = String(request.headers['webhook-id'])
      const beside = open.get(id) ?? 0
      const message = { id, path: request.url ?? '', headers: request.headers, text, body: parsed(text), beside }
      open.set(id, beside + 1)
      response.on('close', () => open.set(id, (open.get(id) ?? 1) - 1))
      receiver.received.push(message)
      void Promise.resolve(receiver.react(message)).then((reaction) => {
        if (reaction === 'silence') return
        response.writeHead(reaction.status, reaction.headers).end('a body that is not read')
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received: [],
    react: () => ({ status: 200 }),
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the signature is valid for the secret, and its time within 5 minutes of `now` (Standard Webhooks). */
export function verifies(
  secret: string,
  { headers, text }: Pick<Received, 'headers' | 'text'>,
  now = Date.now(),
): boolean {
  const timestamp = String(headers['webhook-timestamp'])
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(headers['webhook-id'])}.${timestamp}.${text}`)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, signature = ''] = one.split(',')
      const given = Buffer.from(signature, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}
