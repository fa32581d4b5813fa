// Admission control: a bounded number of requests runs; others wait unread in a queue that is fair between communities. A
// community whose own queue delay stays above the target is refused with 503 (CoDel, RFC 8289).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../logger'
import { countRefusal } from '../telemetry/metrics'
import { FairQueue, type QueueClass } from './fair-queue'
import { makeRequestId } from './request-context'

/** Keeps every database connection and the next batches busy; with more, request objects outlive the young generation. */
const MAX_RUNNING = 64
/** A request that runs longer, in milliseconds, waits for the platform or a lock and no longer counts as running. */
const RUNNING_MS = 100
/** While several classes wait, at most this many requests wait for a database connection, so that the fair order matters. */
const MAX_CONNECTION_WAITERS = 8
/** CoDel's target delay and interval, in milliseconds: overload is a delay above the target for a whole interval. */
const TARGET_DELAY_MS = 30
const INTERVAL_MS = 500
/**
 * For this long after a rejection a delay above the target is overload at once: rejected clients are about to retry. Otherwise
 * the queue would grow for a whole interval each time.
 */
const RETRY_MS = 4_000
/** No request waits longer. */
const MAX_WAIT_MS = 1_000
/** Waiting requests of all classes. */
const MAX_WAITING = 5_000
/** A rejected connection is not read for this long: the shortest Retry-After. */
const PAUSE_MS = 1_000
const CHECK_MS = 50
const REPORT_MS = 1_000

/** A request that has not been read yet. Kept small: the garbage collector copies what waits. */
export interface PendingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `performance.now()` at arrival. */
  readonly since: number
  /** Answers the request; never rejects. */
  readonly serve: (pending: PendingRequest) => Promise<void>
}

export interface LoadShedder {
  /** Serves the request, now or in its turn, or answers 503 `dependency_unavailable` with `Retry-After`. */
  admit(pending: PendingRequest): void
  stop(): void
}

/** The queue for a database connection (pg's Pool). */
export interface ConnectionQueue {
  readonly waitingCount: number
}

/**
 * The queue class of a request: a name that the client cannot choose. Called only for requests that have to wait; it must not
 * query the database.
 */
export type ClassOf = (request: IncomingMessage) => string

/** Makes the load shedder of a process. Without `classOf` all requests share one first-in, first-out queue. */
export const makeLoadShedder = (pool: ConnectionQueue, log: Logger, classOf: ClassOf = () => ''): LoadShedder =>
  new CoDelShedder(pool, new Rejections(log), classOf)

/** CoDel's state of one class. */
interface DelayState {
  /** When the delay of its first request exceeded the target; null: it does not. */
  aboveTargetSince: number | null
  rejectedAt: number
}

class CoDelShedder implements LoadShedder {
  /** Running requests are counted by the span of RUNNING_MS in which they began; only the last two spans count. */
  private span = 0
  private begunInSpan = 0
  private begunInLastSpan = 0
  private readonly queue = new FairQueue<PendingRequest, DelayState>(
    () => ({ aboveTargetSince: null, rejectedAt: -Infinity }),
    ({ rejectedAt }) => performance.now() - rejectedAt > RETRY_MS,
  )
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly pool: ConnectionQueue,
    private readonly rejections: Rejections,
    private readonly classOf: ClassOf,
  ) {}

  admit(pending: PendingRequest): void {
    const { since: now } = pending
    if (this.queue.size === 0 && this.hasRoom(now)) return this.run(pending, now, null)
    const name = this.classOf(pending.request)
    if (this.isOverloaded(this.queue.of(name), now)) return this.reject(pending, name, now)
    this.queue.push(name, pending)
    this.timer ??= setInterval(() => this.check(performance.now()), CHECK_MS).unref()
    if (this.queue.size > MAX_WAITING) this.rejectFromLargestClass(now)
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.rejections.stop()
  }

  /** @param done called with the milliseconds that the request ran; null: it did not wait, and its class is not charged */
  private run(pending: PendingRequest, now: number, done: ((ms: number) => void) | null): void {
    const span = this.spanAt(now)
    this.begunInSpan++
    void pending.serve(pending).then(() => {
      if (span === this.span) this.begunInSpan--
      else if (span === this.span - 1) this.begunInLastSpan--
      if (done === null && this.queue.size === 0) return
      const end = performance.now()
      done?.(Math.min(end - now, RUNNING_MS))
      if (this.queue.size > 0) this.runNext(end)
    })
  }

  private reject(pending: PendingRequest, name: string, now: number): void {
    this.queue.of(name).state.rejectedAt = now
    this.rejections.reject(pending)
  }

  /** Waiting requests take memory, however fast they are served. */
  private rejectFromLargestClass(now: number): void {
    const newest = this.queue.dropNewestOfLargest()
    if (newest) this.reject(newest.item, newest.name, now)
  }

  private spanAt(now: number): number {
    const span = Math.floor(now / RUNNING_MS)
    if (span === this.span) return span
    this.begunInLastSpan = span === this.span + 1 ? this.begunInSpan : 0
    this.begunInSpan = 0
    return (this.span = span)
  }

  private hasRoom(now: number): boolean {
    if (this.pool.waitingCount >= MAX_RUNNING) return false
    this.spanAt(now)
    return this.begunInSpan + this.begunInLastSpan < MAX_RUNNING
  }

  private isOverloaded({ items: [first], state }: QueueClass<PendingRequest, DelayState>, now: number): boolean {
    const delay = first ? now - first.since : 0
    if (delay < TARGET_DELAY_MS / 2) state.aboveTargetSince = null
    if (delay <= TARGET_DELAY_MS) return false
    state.aboveTargetSince ??= now
    return now - state.aboveTargetSince > INTERVAL_MS || now - state.rejectedAt < RETRY_MS
  }

  private mayRunNext(now: number): boolean {
    if (!this.hasRoom(now)) return false
    if (this.pool.waitingCount < MAX_CONNECTION_WAITERS) return true
    const [, second] = this.queue.waiting()
    return second === undefined
  }

  private runNext(now: number): void {
    while (this.queue.size > 0 && this.mayRunNext(now)) {
      const taken = this.queue.take()
      if (!taken) return
      // the client has disconnected
      if (taken.item.response.destroyed) taken.done(0)
      else this.run(taken.item, now, taken.done)
    }
  }

  private check(now: number): void {
    this.runNext(now)
    for (const { name, items } of this.queue.waiting()) {
      while (items[0] && now - items[0].since > MAX_WAIT_MS) {
        const oldest = this.queue.dropOldest(name)
        if (oldest) this.reject(oldest, name, now)
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
    message: 'The server is overloaded and did not process the request. Retry after the seconds in Retry-After.',
  },
})
const bodyLength = String(Buffer.byteLength(body))

/**
 * Writes rejections and logs their number. It pauses each rejected connection for PAUSE_MS: a client that retries at once
 * would take processor time from the requests that are served.
 */
class Rejections {
  private count = 0
  /** Rejected in this turn of the event loop. */
  private fresh: Socket[] = []
  private readonly paused = new Set<readonly Socket[]>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly log: Logger) {}

  /** Bypasses the reply check; a test checks the reply against the contract. */
  reject({ request, response }: PendingRequest): void {
    countRefusal('queue')
    this.count++
    this.timer ??= setTimeout(() => this.report(), REPORT_MS).unref()
    // jitter: the clients must not all retry at the same moment
    const retryAfterSeconds = 1 + Math.floor(Math.random() * 3)
    response.writeHead(503, [
      ...['X-Request-Id', makeRequestId(request), 'Retry-After', String(retryAfterSeconds)],
      ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', bodyLength],
      ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    ])
    response.end(request.method === 'HEAD' ? undefined : body)
    // only after the reply is sent: the HTTP server resumes the socket then
    if (response.shouldKeepAlive && this.fresh.push(request.socket) === 1) setImmediate(this.pause)
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.report()
    for (const sockets of this.paused) this.resume(sockets)
  }

  private readonly pause = (): void => {
    const sockets = this.fresh.map((socket) => socket.pause())
    this.fresh = []
    this.paused.add(sockets)
    setTimeout(() => this.resume(sockets), PAUSE_MS).unref()
  }

  private resume(sockets: readonly Socket[]): void {
    if (this.paused.delete(sockets)) for (const socket of sockets) if (!socket.destroyed) socket.resume()
  }

  private report(): void {
    this.timer = null
    if (this.count === 0) return
    this.log.warn({ refused: this.count }, 'requests were refused because of overload')
    this.count = 0
  }
}
