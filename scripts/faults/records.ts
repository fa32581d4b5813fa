// Awards, batches, events and warnings while processes are killed, and a reader of the audit log beside them. An award
// changes rows of its community only, the others also tables that all communities share.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  atConstantRate,
  wireOf,
  type Answer,
  type Answers,
  type LoadOptions,
  type Wire,
  type WireRequest,
} from './clients'
import type { Caller } from './fleet'
import type { Random } from './random'
import type { FeedEntry, ReadFeed, RecordFacts, SentRecord } from './record-checker'

export interface Records {
  readonly answers: Answers
  /** Called after the last fault: waits for the answers, and reads everything to its end. */
  finish(): Promise<RecordFacts>
}

/** Between two reads of a community's audit log. */
const readEveryMs = 2_000

export function startRecords({ callers, urls, random, ...rate }: LoadOptions): Records {
  const answers: Answers = new Map()
  const [wire, reading] = [wireOf(urls, answers), wireOf(urls)]
  const sent: SentRecord[] = []
  const sending = atConstantRate(rate, () => {
    const caller = random.pick(callers)
    const kind = random.pick(kinds)
    const isOfSeveral = kind === 'batch' || kind === 'event'
    const userIds = random.shuffled([...caller.group.members.keys()]).slice(0, isOfSeveral ? 3 : 1)
    const { communityId } = caller
    const record: SentRecord = { kind, communityId, userIds, requestId: random.key(), status: null, code: null }
    sent.push(record)
    return send(wire, caller, record, random)
  })
  const readers = callers.map((caller) => startReader(reading, caller))
  return {
    answers,
    async finish() {
      await sending
      const feeds = await Promise.all(readers.map((finish) => finish()))
      const members: { communityId: string; userId: number; experience: number }[] = []
      const warnings: string[] = []
      for (const caller of callers) {
        const { communityId } = caller
        const rows = await read<{ userId: string; experience: number }>(reading, caller, '/v2/members?limit=50')
        members.push(...rows.map(({ userId, experience }) => ({ communityId, userId: Number(userId), experience })))
        const all = await read<{ reason: string }>(reading, caller, '/v2/warnings?limit=50')
        warnings.push(...all.map(({ reason }) => reason))
      }
      return { sent, feeds, members, warnings }
    },
  }
}

const kinds = ['award', 'award', 'award', 'warning', 'warning', 'batch', 'event'] as const

/** An award is repeated only when it was not sent; the others have a key, and one in five is sent once more when it was answered. */
async function send(wire: Wire, caller: Caller, record: SentRecord, random: Random): Promise<void> {
  const { kind, requestId } = record
  const repeat = (request: WireRequest, isDone?: (answer: Answer) => boolean): Promise<Answer | null> =>
    wire(caller, request, { first: random.between(0, 1), jitter: random.between(50, 250), isDone })
  const plain = kind === 'event' ? await prepareEvent(record, repeat) : requestFor(record)
  const request = { ...plain, headers: { ...plain.headers, 'X-Request-Id': requestId } }
  const answer = await repeat(request, kind === 'award' ? ({ unsent }) => !unsent : undefined)
  record.status = answer?.status ?? null
  record.code = answer?.code ?? null
  if (kind === 'batch' && answer?.status === 200) record.userIds = awardedBy(answer)
  if ((kind === 'batch' || kind === 'event') && random.chance(0.2)) await repeat(request)
}

/** An entry fails by itself where the platform does not answer for a new member. */
function awardedBy({ data }: Answer): number[] {
  const { entries } = data as { readonly entries: readonly { readonly userId: string; readonly error?: object }[] }
  return entries.filter(({ error }) => error === undefined).map(({ userId }) => Number(userId))
}

const one = { op: 'increment', amount: 1 } as const

function requestFor({ kind, userIds, requestId }: SentRecord): WireRequest {
  const [userId] = userIds.map(String)
  const method = 'POST'
  if (kind === 'award') return { method, path: `/v2/members/${userId}/experience`, body: one }
  if (kind === 'batch') {
    const entries = userIds.map((id) => ({ userId: String(id), experience: one }))
    return { method, path: '/v2/award-batches', body: { batchId: requestId, entries } }
  }
  const headers = { 'Idempotency-Key': requestId }
  return { method, path: '/v2/warnings', body: { userId, reason: requestId }, headers }
}

/** Starts an event. @returns the request that finishes it with these members */
async function prepareEvent(
  { userIds, requestId }: SentRecord,
  repeat: (request: WireRequest) => Promise<Answer | null>,
): Promise<WireRequest> {
  const post = (path: string, step: string, body?: object): WireRequest => ({
    method: 'POST',
    path,
    headers: { 'Idempotency-Key': `${requestId}-${step}` },
    ...(body && { body }),
  })
  const idOf = async (request: WireRequest, name: string): Promise<string> => {
    const answer = await repeat(request)
    const id = (answer?.data as Readonly<Record<string, string>> | undefined)?.[name]
    if (id === undefined) throw new Error(`${request.path}: ${answer?.status} ${answer?.code}`)
    return id
  }
  const type = { name: `Event ${requestId}`, awards: [{ experience: 1 }] }
  const eventTypeId = await idOf(post('/v2/event-types', 'type', type), 'eventTypeId')
  const event = { eventTypeId, startsAt: '2026-03-06T18:00:00Z' }
  const path = `/v2/events/${await idOf(post('/v2/events', 'event', event), 'eventId')}`
  const attendees = userIds.map((id) => ({ userId: String(id), attendance: 'present' }))
  await repeat(post(`${path}/start`, 'start'))
  await repeat({ method: 'PUT', path: `${path}/attendees`, body: { attendees } })
  return post(`${path}/finish`, 'finish')
}

/** @returns a function that ends the reader */
function startReader(wire: Wire, caller: Caller): () => Promise<ReadFeed> {
  const path = '/v2/audit-entries?limit=100'
  const seen: FeedEntry[] = []
  let isLast = false
  const run = async (): Promise<void> => {
    for (let cursor: string | null = null, wasLast = false; !wasLast; await sleep(wasLast ? 0 : readEveryMs)) {
      wasLast = isLast
      cursor = await readFrom(wire, caller, path, cursor, seen)
    }
  }
  const running = run()
  return async () => {
    isLast = true
    await running
    return { communityId: caller.communityId, seen, all: await read(wire, caller, path) }
  }
}

export async function read<Row>(wire: Wire, caller: Caller, path: string): Promise<Row[]> {
  const rows: Row[] = []
  await readFrom(wire, caller, path, null, rows)
  return rows
}

/** Reads to the end. @returns the cursor, which the feed has at its end, too */
async function readFrom<Row>(wire: Wire, caller: Caller, path: string, from: string | null, into: Row[]) {
  for (let cursor = from; ;) {
    const page = cursor === null ? path : `${path}&cursor=${cursor}`
    const answer = await wire(caller, { method: 'GET', path: page }, { first: 0, jitter: 50 })
    if (answer?.status !== 200) throw new Error(`${path} was refused: ${answer?.status} ${answer?.code}`)
    into.push(...(answer.data as Row[]))
    const { nextCursor = null, hasMore = nextCursor !== null } = answer.meta ?? {}
    cursor = nextCursor ?? cursor
    if (!hasMore) return cursor
  }
}
