// One request and what became of it, told apart as a promise needs it: answered, answered in part, or not at all.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  /** null: no answer began. */
  readonly status: number | null
  /** The answer began and did not come whole. */
  readonly isCut: boolean
  /** The code of an error. */
  readonly code: string | null
  // a check reads what it expects
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  readonly text: string
  readonly headers: http.IncomingHttpHeaders
  readonly ms: number
  /** `performance.now()` at its end. */
  readonly at: number
}

/** Sends requests with the credentials of one caller. */
export interface Client {
  send(url: string, sent: Sent): Promise<Reply>
  close(): void
}

/** A client whose connections are kept, `width` of them at most. */
export function makeClient(credentials: Readonly<Record<string, string>>, width: number): Client {
  // idle ones are closed here long before the server does, so that no request meets its close
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

/** `status code`, as it is counted and told. */
export const nameOf = ({ status, code, isCut }: Reply): string =>
  isCut ? 'cut' : status === null ? 'none' : code === null ? String(status) : `${status} ${code}`

/** So many callers at once, each from one to the next, until there are no more or the time is over. */
export async function atOnce(width: number, next: (turn: number) => Promise<unknown> | null): Promise<void> {
  let turn = 0
  const caller = async (): Promise<void> => {
    for (let work = next(turn++); work !== null; work = next(turn++)) await work
  }
  await Promise.all(Array.from({ length: width }, caller))
}

/** Callers that go on until they are told to stop; one that gets no answer takes a breath. */
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

/** How often each kind of answer came, as `1,200 200, 3 503 dependency_unavailable`. */
export function spell(replies: readonly Reply[]): string {
  const counts = new Map<string, number>()
  for (const reply of replies) counts.set(nameOf(reply), (counts.get(nameOf(reply)) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count.toLocaleString('en-US')} × ${name}`).join(', ')
}

/** The value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
