// An HTTP client that takes the time of each request, over a pool of connections for each server.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSender, type Sender, type WireAnswer } from '../fuzz/wire'

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
}

export interface Reply {
  /** null: there was no response, or only a part of one. */
  readonly status: number | null
  /** The code of the error; null: there was none. */
  readonly code: string | null
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  readonly headers: WireAnswer['headers']
  readonly ms: number
  /** `performance.now()` at its end. */
  readonly at: number
}

export interface Client {
  send(url: string, sent: Sent): Promise<Reply>
  close(): void
}

/** @param width number of keep-alive connections to each server */
export function makeClient(credentials: Readonly<Record<string, string>>, width: number): Client {
  const senders = new Map<string, Sender>()
  const senderAt = (url: string): Sender => {
    const sender = senders.get(url) ?? makeSender(url, width)
    senders.set(url, sender)
    return sender
  }
  return {
    async send(url, { method = 'GET', path, body }) {
      const startedAt = performance.now()
      const headers = { 'Content-Type': 'application/json' }
      const content = body === undefined ? null : { bytes: Buffer.from(JSON.stringify(body)), headers }
      const answer = await senderAt(url)
        .send({ method, path }, content, credentials)
        .catch(() => null)
      const at = performance.now()
      const read = answer?.text ? (JSON.parse(answer.text) as { error?: { code: string } }) : undefined
      return {
        status: answer?.status ?? null,
        code: read?.error?.code ?? null,
        body: read,
        headers: answer?.headers ?? {},
        ms: at - startedAt,
        at,
      }
    },
    close: () => senders.forEach((sender) => sender.close()),
  }
}

/** The status and code of a reply, for counting. */
export const nameOf = ({ status, code }: Reply): string =>
  status === null ? 'none' : code === null ? String(status) : `${status} ${code}`

/**
 * Sends from `width` concurrent callers until it is stopped. A caller pauses after a missing response, and after one
 * with a status from 500.
 */
export function keepSending(width: number, send: (turn: number) => Promise<Reply>) {
  const replies: Reply[] = []
  let [turn, isOver] = [0, false]
  const caller = async (): Promise<void> => {
    while (!isOver) {
      const reply = await send(turn++)
      replies.push(reply)
      if (reply.status === null || reply.status >= 500) await sleep(20)
    }
  }
  const done = Promise.all(Array.from({ length: width }, caller))
  return {
    replies,
    stop: async (): Promise<readonly Reply[]> => {
      isOver = true
      await done
      return replies
    },
  }
}

/** How often each reply came: `1,200 × 200, 3 × 503 dependency_unavailable`. */
export function spell(replies: readonly Reply[]): string {
  const counts = new Map<string, number>()
  for (const reply of replies) counts.set(nameOf(reply), (counts.get(nameOf(reply)) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count.toLocaleString('en-US')} × ${name}`).join(', ')
}
