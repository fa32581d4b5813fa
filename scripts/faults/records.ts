// Awards, batches, events and warnings while processes are killed, and a reader of the audit log beside them. An award changes
// rows of its community only; the others also tables that all communities share.
import { setTimeout as sleep } from 'node:timers/promises'
import { isUncertain, pauseOf, wireOf, type Answer, type Wire } from './clients'
import type { Caller } from './fleet'
import type { Random } from './random'
import type { FeedEntry, ReadFeed, RecordFacts, SentRecord } from './record-checker'

export interface RecordOptions {
  readonly callers: readonly Caller[]
  readonly urls: readonly string[]
  readonly records: number
  readonly milliseconds: number
  readonly random: Random
}

export interface Records {
  readonly sent: readonly SentRecord[]
  /** By status; `none`: transport failures. */
  readonly answers: ReadonlyMap<string, number>
  /** After the last fault: waits for the answers, and reads everything to its end. */
  finish(): Promise<RecordFacts>
}

const retryForMs = 240_000
/** Between two reads of a community's audit log. */
const readEveryMs = 2_000

export function startRecords(options: RecordOptions): Records {
  const answers = new Map<string, number>()
  const wire = wireOf(options, answers)
  const sent: SentRecord[] = []
  const sending = sendAll(options, wire, sent)
  const readers = options.callers.map((caller, index) => startReader(wireOf(options), caller, index))
  return {
    sent,
    answers,
    async finish() {
      await sending
      const feeds = await Promise.all(readers.map((reader) => reader.finish()))
      return { sent, feeds, members: await readMembers(options), warnings: await readWarnings(options) }
    },
  }
}

/** At a constant rate. */
async function sendAll({ callers, records, milliseconds, random }: RecordOptions, wire: Wire, sent: SentRecord[]) {
  const startedAt = Date.now()
  const work: Promise<void>[] = []
  for (let number = 0; number < records; number++) {
    await sleep(Math.max(0, startedAt + (number * milliseconds) / records - Date.now()))
    const caller = random.pick(callers)
    const kind = drawKind(random)
    const userIds = drawMembers(caller, kind === 'batch' || kind === 'event' ? 3 : 1, random)
    const { communityId } = caller
    const record: SentRecord = { kind, communityId, userIds, requestId: random.key(), status: null, code: null }
    sent.push(record)
    work.push(send(wire, caller, record, random))
  }
  await Promise.all(work)
}

function drawKind(random: Random): SentRecord['kind'] {
  if (random.chance(0.3)) return 'warning'
  return random.chance(0.6) ? 'award' : random.chance(0.5) ? 'batch' : 'event'
}

function drawMembers({ group }: Caller, most: number, random: Random): number[] {
  const left = [...group.members.keys()]
  return Array.from(
    { length: Math.min(most, left.length) },
    () => left.splice(random.between(0, left.length - 1), 1)[0] ?? 0,
  )
}

/** An award is repeated only when it was not sent; the others have a key, and one in five is sent once more when it was answered. */
async function send(wire: Wire, caller: Caller, record: SentRecord, random: Random): Promise<void> {
  const { kind, requestId } = record
  const until = Date.now() + retryForMs
  const repeat = async (request: RecordRequest, isDone: (answer: Answer) => boolean): Promise<Answer | null> => {
    const { method, path, body, headers } = request
    const jitter = random.between(50, 250)
    for (let attempt = random.between(0, 1); Date.now() < until; attempt++) {
      const answer = await wire(attempt, caller, method, path, { ...(headers && { headers }), ...(body && { body }) })
      if (isDone(answer)) return answer
      await sleep(pauseOf(answer, attempt, jitter))
    }
    return null
  }
  const note = (answer: Answer | null): void => {
    record.status = answer?.status ?? null
    record.code = answer?.code ?? null
    if (kind === 'batch' && answer?.status === 200) record.userIds = awardedBy(answer)
  }
  const isCertain = (answer: Answer): boolean => !isUncertain(answer)
  const plain = kind === 'event' ? await prepareEvent(record, (one) => repeat(one, isCertain)) : requestFor(record)
  const request = { ...plain, headers: { ...plain.headers, 'X-Request-Id': requestId } }
  if (kind === 'award') return note(await repeat(request, ({ unsent }) => !unsent))
  note(await repeat(request, isCertain))
  if (kind !== 'warning' && random.chance(0.2)) await repeat(request, isCertain)
}

/** An entry fails by itself where the platform does not answer for a new member. */
function awardedBy({ data }: Answer): number[] {
  const { entries } = data as unknown as { entries: { userId: string; error?: object }[] }
  return entries.filter(({ error }) => error === undefined).map(({ userId }) => Number(userId))
}

interface RecordRequest {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const one = { op: 'increment', amount: 1 } as const

function requestFor({ kind, userIds, requestId }: SentRecord): RecordRequest {
  const [userId] = userIds.map(String)
  if (kind === 'award') {
    const path = `/v2/members/${userId}/experience`
    return { method: 'POST', path, body: one }
  }
  if (kind === 'batch') {
    const entries = userIds.map((id) => ({ userId: String(id), experience: one }))
    return { method: 'POST', path: '/v2/award-batches', body: { batchId: requestId, entries } }
  }
  return {
    ...{ method: 'POST', path: '/v2/warnings', body: { userId, reason: requestId } },
    headers: { 'Idempotency-Key': requestId },
  }
}

/** @returns the request that finishes an event with these members, which was started */
async function prepareEvent(
  { userIds, requestId }: SentRecord,
  repeat: (request: RecordRequest) => Promise<Answer | null>,
): Promise<RecordRequest> {
  const post = (path: string, step: string, body?: object): RecordRequest => ({
    ...{ method: 'POST', path, headers: { 'Idempotency-Key': `${requestId}-${step}` } },
    ...(body && { body }),
  })
  const idOf = async (request: RecordRequest, name: string): Promise<string> => {
    const answer = await repeat(request)
    const data = answer?.data as unknown as Readonly<Record<string, string>> | undefined
    if (data?.[name] === undefined) throw new Error(`${request.path}: ${answer?.status} ${answer?.code}`)
    return data[name]
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

function startReader(wire: Wire, caller: Caller, first: number) {
  const seen: FeedEntry[] = []
  let cursor: string | null = null
  let isLast = false
  const run = async (): Promise<void> => {
    for (;;) {
      const wasLast = isLast
      cursor = await readOn(wire, caller, cursor, first, seen)
      if (wasLast) return
      await sleep(readEveryMs)
    }
  }
  const running = run()
  return {
    async finish(): Promise<ReadFeed> {
      isLast = true
      await running
      const all: FeedEntry[] = []
      await readOn(wire, caller, null, first, all)
      return { communityId: caller.communityId, seen, all }
    },
  }
}

/** To the end; @returns the cursor */
async function readOn(wire: Wire, caller: Caller, from: string | null, first: number, into: FeedEntry[]) {
  let cursor = from
  for (let attempt = first; ; attempt++) {
    const path = `/v2/audit-entries?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`
    const answer = await wire(attempt, caller, 'GET', path, {})
    if (answer.status !== 200) {
      if (!isUncertain(answer)) throw new Error(`the audit log was refused: ${answer.status} ${answer.code}`)
      await sleep(pauseOf(answer, 2, 50))
      continue
    }
    into.push(...rowsOf<FeedEntry>(answer))
    cursor = answer.meta?.nextCursor ?? cursor
    if (answer.meta?.hasMore !== true) return cursor
  }
}

const rowsOf = <Row>({ data }: Answer): Row[] => data as unknown as Row[]

async function readMembers({ callers, urls }: RecordOptions): Promise<RecordFacts['members']> {
  const found: { communityId: string; userId: number; experience: number }[] = []
  for (const caller of callers) {
    const rows = await readList<{ userId: string; experience: number }>(wireOf({ urls }), caller, '/v2/members')
    const { communityId } = caller
    found.push(...rows.map(({ userId, experience }) => ({ communityId, userId: Number(userId), experience })))
  }
  return found
}

async function readWarnings({ callers, urls }: RecordOptions): Promise<readonly string[]> {
  const found: string[] = []
  for (const caller of callers) {
    const rows = await readList<{ reason: string }>(wireOf({ urls }), caller, '/v2/warnings')
    found.push(...rows.map(({ reason }) => reason))
  }
  return found
}

async function readList<Row>(wire: Wire, caller: Caller, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = null, attempt = 0; ; attempt++) {
    const answer = await wire(
      attempt,
      caller,
      'GET',
      `${path}?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`,
      {},
    )
    if (answer.status !== 200) {
      if (!isUncertain(answer)) throw new Error(`${path} was refused: ${answer.status} ${answer.code}`)
      await sleep(pauseOf(answer, 2, 50))
      continue
    }
    rows.push(...rowsOf<Row>(answer))
    cursor = answer.meta?.nextCursor ?? null
    if (cursor === null) return rows
  }
}
