// Admission: a bounded number of requests is at work; the others wait unread, in a queue that is fair between communities.
// A class whose own queue delay stays above the target is refused at once (CoDel). The normal case costs a counter.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../logger'
import { countRefusal } from '../telemetry/metrics'
import { FairQueue, type QueueClass } from './fair-queue'
import { makeRequestId } from './request-id'

/** Requests at work: enough for every connection of the database and the next batches; of more, all outlive the young generation. */
const MOST_AT_WORK = 64
/** One that takes longer, in milliseconds, waits for the platform or for a lock, and keeps nobody from the processor. */
const AT_WORK_MS = 100
/** While several classes wait, no more than this wait for a connection of the database. */
const FEW_FOR_CONNECTION = 8
/** How long the first in the queue may have waited, in milliseconds; longer for a moment, since a burst or a stall is no overload: */
const LONGEST_WAIT_MS = 30
/** only a queue that stands for so long, and never falls to half, is one (CoDel, RFC 8289). */
const LONGEST_STALL_MS = 500
/**
 * For so long after a refusal a queue that is too long need not stand first: who was refused is about to be back. Else it would
 * grow for half a second each time that it was gone, and what waits by the thousand is copied by every collection.
 */
const BACK_MS = 4_000
/** Nobody waits for longer, whatever happens. */
const GIVEN_UP_MS = 1_000
/** Requests that wait, of all classes together. */
const MOST_WAITING = 5_000
/** A connection that was refused is not read for so long, the least that Retry-After says. */
const REST_MS = 1_000
/** How often the queue is looked at though nobody comes or goes, and how often the log tells of refusals, in milliseconds. */
const LOOK_MS = 50
const REPORT_MS = 1_000

/** A request at the door. Nothing of it is looked at yet: what is kept of those that wait is copied by each collection. */
export interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `performance.now()` at its arrival. */
  readonly since: number
  /** Answers it; never rejects. */
  readonly serve: (arrival: Arrival) => Promise<void>
}

export interface Admission {
  /** Serves the request, now or when its turn comes, or answers 503 `dependency_unavailable` with `Retry-After`. */
  admit(arrival: Arrival): void
  stop(): void
}

/** The queue for a connection of the database (pg's Pool). */
export interface Queue {
  readonly waitingCount: number
}

/**
 * The class a waiting request is queued in: a name that a caller cannot choose. Called for requests that have to wait, so it
 * must be cheap and must not ask the database.
 */
export type ClassOf = (request: IncomingMessage) => string

/** Makes the admission of one process. Without classes there is one queue, first in, first out. */
export const makeAdmission = (pool: Queue, log: Logger, classOf: ClassOf = () => ''): Admission =>
  new Gate(pool, new Refusals(log), classOf)

/** What is known of a class's own queue (CoDel). */
interface Delay {
  /** Since when its first waits too long; null: it does not. */
  longSince: number | null
  refusedAt: number
}

class Gate implements Admission {
  /** Requests at work, by the span of time in which they were begun: this one, and the one before. */
  private span = 0
  private ofThisSpan = 0
  private ofLastSpan = 0
  private readonly queue = new FairQueue<Arrival, Delay>(
    () => ({ longSince: null, refusedAt: -Infinity }),
    ({ refusedAt }) => performance.now() - refusedAt > BACK_MS,
  )
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly pool: Queue,
    private readonly refusals: Refusals,
    private readonly classOf: ClassOf,
  ) {}

  admit(arrival: Arrival): void {
    const { since: now } = arrival
    if (this.queue.size === 0 && this.hasRoom(now)) return this.begin(arrival, now, null)
    const name = this.classOf(arrival.request)
    if (this.isOverloaded(this.queue.of(name), now)) return this.refuse(arrival, name, now)
    this.queue.push(name, arrival)
    this.timer ??= setInterval(() => this.look(performance.now()), LOOK_MS).unref()
    if (this.queue.size > MOST_WAITING) this.refuseOfLargest(now)
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.refusals.stop()
  }

  /** @param done told how long it took; null: nobody waited, and nothing is counted for its class */
  private begin(arrival: Arrival, now: number, done: ((ms: number) => void) | null): void {
    const span = this.spanAt(now)
    this.ofThisSpan++
    void arrival.serve(arrival).then(() => {
      if (span === this.span) this.ofThisSpan--
      else if (span === this.span - 1) this.ofLastSpan--
      if (done === null && this.queue.size === 0) return
      const end = performance.now()
      done?.(Math.min(end - now, AT_WORK_MS))
      if (this.queue.size > 0) this.next(end)
    })
  }

  private refuse(arrival: Arrival, name: string, now: number): void {
    this.queue.of(name).state.refusedAt = now
    this.refusals.refuse(arrival)
  }

  /** However fast they are served, what waits is memory: the class with the most waiting gives up its newest. */
  private refuseOfLargest(now: number): void {
    const newest = this.queue.dropNewestOfLargest()
    if (newest) this.refuse(newest.item, newest.name, now)
  }

  private spanAt(now: number): number {
    const span = Math.floor(now / AT_WORK_MS)
    if (span === this.span) return span
    this.ofLastSpan = span === this.span + 1 ? this.ofThisSpan : 0
    this.ofThisSpan = 0
    return (this.span = span)
  }

  private hasRoom(now: number): boolean {
    if (this.pool.waitingCount >= MOST_AT_WORK) return false
    this.spanAt(now)
    return this.ofThisSpan + this.ofLastSpan < MOST_AT_WORK
  }

  /** Whether the class's own queue has stood for too long; the others of its class wait behind it, no other class does. */
  private isOverloaded({ items: [first], state }: QueueClass<Arrival, Delay>, now: number): boolean {
    const waited = first ? now - first.since : 0
    if (waited < LONGEST_WAIT_MS / 2) state.longSince = null
    if (waited <= LONGEST_WAIT_MS) return false
    state.longSince ??= now
    return now - state.longSince > LONGEST_STALL_MS || now - state.refusedAt < BACK_MS
  }

  /** Whether the next of a queue with several classes may begin: few wait for a connection, so that its turn is worth something. */
  private mayBegin(now: number): boolean {
    if (!this.hasRoom(now)) return false
    if (this.pool.waitingCount < FEW_FOR_CONNECTION) return true
    const [, second] = this.queue.waiting()
    return second === undefined
  }

  /** Begins those whose turn it is. */
  private next(now: number): void {
    while (this.queue.size > 0 && this.mayBegin(now)) {
      const taken = this.queue.take()
      if (!taken) return
      // whoever went away meanwhile needs no answer
      if (taken.item.response.destroyed) taken.done(0)
      else this.begin(taken.item, now, taken.done)
    }
  }

  private look(now: number): void {
    this.next(now)
    for (const { name, items } of this.queue.waiting()) {
      while (items[0] && now - items[0].since > GIVEN_UP_MS) {
        const oldest = this.queue.dropOldest(name)
        if (oldest) this.refuse(oldest, name, now)
      }
    }
    this.queue.sweep()
    if (this.queue.size > 0 || !this.timer) return
    clearInterval(this.timer)
    this.timer = null
  }
}

const body = JSON.stringify({
  error: {
    code: 'dependency_unavailable',
    message:
      'The server is busy, and nothing was done. Wait for the seconds of Retry-After, then send the request again.',
  },
})
const bodyLength = String(Buffer.byteLength(body))

/**
 * Refuses, and tells the log of it by numbers. What is sent on a refused connection before the shortest Retry-After is over
 * waits unread, where it costs nothing, with its sender: else whoever comes back at once takes the time of those who are served.
 */
class Refusals {
  private count = 0
  /** Refused in this turn of the event loop; and those of each turn that rest. */
  private fresh: Socket[] = []
  private readonly resting = new Set<readonly Socket[]>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly log: Logger) {}

  /** Written in one piece, without a look at the contract: a test holds it against it. */
  refuse({ request, response }: Arrival): void {
    countRefusal('queue')
    this.count++
    this.timer ??= setTimeout(() => this.report(), REPORT_MS).unref()
    // not all the same, or all would be back at the same moment
    const retryAfterSeconds = 1 + Math.floor(Math.random() * 3)
    response.writeHead(503, [
      ...['X-Request-Id', makeRequestId(request), 'Retry-After', String(retryAfterSeconds)],
      ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', bodyLength],
      ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    ])
    response.end(request.method === 'HEAD' ? undefined : body)
    // not before the answer is out: the HTTP server would start to read again
    if (response.shouldKeepAlive && this.fresh.push(request.socket) === 1) setImmediate(this.rest)
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.report()
    for (const sockets of this.resting) this.wake(sockets)
  }

  private readonly rest = (): void => {
    const sockets = this.fresh.map((socket) => socket.pause())
    this.fresh = []
    this.resting.add(sockets)
    setTimeout(() => this.wake(sockets), REST_MS).unref()
  }

  private wake(sockets: readonly Socket[]): void {
    if (this.resting.delete(sockets)) for (const socket of sockets) if (!socket.destroyed) socket.resume()
  }

  private report(): void {
    this.timer = null
    if (this.count === 0) return
    this.log.warn({ refused: this.count }, 'overloaded: requests were refused unread')
    this.count = 0
  }
}
