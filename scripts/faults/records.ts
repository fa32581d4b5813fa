// Awards and warnings while processes are killed, and a reader of the audit log beside them. An award changes rows of its
// community only; a warning also a table that all communities share.
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
    const userId = random.pick([...caller.group.members.keys()])
    const kind = random.chance(0.3) ? 'warning' : 'award'
    const { communityId } = caller
    const record: SentRecord = { kind, communityId, userId, requestId: random.key(), status: null, code: null }
    sent.push(record)
    work.push(send(wire, caller, record, random))
  }
  await Promise.all(work)
}

/** A warning is repeated with its idempotency key, an award only when it was not sent. */
async function send(wire: Wire, caller: Caller, record: SentRecord, random: Random): Promise<void> {
  const { kind, userId, requestId } = record
  const isWarning = kind === 'warning'
  const path = isWarning ? '/v2/warnings' : `/v2/members/${userId}/experience`
  const body = isWarning ? { userId: String(userId), reason: requestId } : { op: 'increment', amount: 1 }
  const headers = { 'X-Request-Id': requestId, ...(isWarning && { 'Idempotency-Key': requestId }) }
  const jitter = random.between(50, 250)
  const until = Date.now() + retryForMs
  for (let attempt = random.between(0, 1); Date.now() < until; attempt++) {
    const answer = await wire(attempt, caller, 'POST', path, { body, headers })
    record.status = answer.status
    record.code = answer.code
    if (isWarning ? !isUncertain(answer) : !answer.unsent) return
    await sleep(pauseOf(answer, attempt, jitter))
  }
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
