// Distinguishes complete, truncated and missing responses.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  /** null: no response. */
  readonly status: number | null
  /** Truncated. */
  readonly isCut: boolean
  /** Error code. */
  readonly code: string | null
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  readonly text: string
  readonly headers: http.IncomingHttpHeaders
  readonly ms: number
  /** `performance.now()`. */
  readonly at: number
}

export interface Client {
  send(url: string, sent: Sent): Promise<Reply>
  close(): void
}

/** Keep-alive, at most `width`. */
export function makeClient(credentials: Readonly<Record<string, string>>, width: number): Client {
  // shorter than the server's: no request meets a closing connection
  const agent = new http.Agent({ keepAlive: true, maxSockets: width, timeout: 20_000 })
  return {
    send: (url, sent) => exchange(agent, url, { ...sent, headers: { ...credentials, ...sent.headers } }),
    close: () => agent.destroy(),
  }
}

function exchange(agent: http.Agent, url: string, { method = 'GET', path, body, headers = {} }: Sent): Promise<Reply> {
  const startedAt = performance.now()
  const text = body === undefined ? null : JSON.stringify(body)
  const content = text === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  return new Promise((resolve) => {
    const end = (response: http.IncomingMessage | null, chunks: readonly Buffer[], isWhole: boolean): void =>
      resolve(toReply(response, Buffer.concat(chunks).toString(), isWhole, startedAt))
    const request = http.request(
      `${url}${path}`,
      { agent, method, headers: { ...headers, ...content } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => undefined)
        response.on('close', () => end(response, chunks, response.complete))
      },
    )
    request.on('error', () => end(null, [], false))
    request.end(text ?? undefined)
  })
}

function toReply(response: http.IncomingMessage | null, text: string, isWhole: boolean, startedAt: number): Reply {
  const at = performance.now()
  const body = isWhole && text !== '' ? (JSON.parse(text) as { error?: { code: string } }) : undefined
  return {
    status: response?.statusCode ?? null,
    isCut: response !== null && !isWhole,
    code: body?.error?.code ?? null,
    ...{ body, text, headers: response?.headers ?? {}, ms: at - startedAt, at },
  }
}

/** For counting. */
export const nameOf = ({ status, code, isCut }: Reply): string =>
  isCut ? 'cut' : status === null ? 'none' : code === null ? String(status) : `${status} ${code}`

/** Until `next` returns null or the time is over. */
export async function atOnce(width: number, next: (turn: number) => Promise<unknown> | null): Promise<void> {
  let turn = 0
  const caller = async (): Promise<void> => {
    for (let work = next(turn++); work !== null; work = next(turn++)) await work
  }
  await Promise.all(Array.from({ length: width }, caller))
}

/** Until stopped; pauses after a missing response. */
export function keepSending(width: number, send: (turn: number) => Promise<Reply>) {
  const replies: Reply[] = []
  let isOver = false
  const one = async (turn: number): Promise<void> => {
    const reply = await send(turn)
    replies.push(reply)
    if (reply.status === null || reply.status >= 500) await sleep(20)
  }
  const done = atOnce(width, (turn) => (isOver ? null : one(turn)))
  return {
    replies,
    stop: async (): Promise<readonly Reply[]> => {
      isOver = true
      await done
      return replies
    },
  }
}

/** `1,200 200, 3 503 dependency_unavailable`. */
export function spell(replies: readonly Reply[]): string {
  const counts = new Map<string, number>()
  for (const reply of replies) counts.set(nameOf(reply), (counts.get(nameOf(reply)) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count.toLocaleString('en-US')} × ${name}`).join(', ')
}

/** 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
