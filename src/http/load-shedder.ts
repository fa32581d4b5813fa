// Admission control: a bounded number of requests runs, the others wait unread in a queue that is fair between communities. CoDel
// (RFC 8289) for each community: 503 while its queue delay stays above the target.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../logger'
import { countRefusal } from '../telemetry/metrics'
import { FairQueue, type QueueClass } from './fair-queue'
import { makeRequestId } from './request-context'

/** Enough for all database connections and the next batches. */
const MAX_RUNNING = 64
/** Requests that run longer, in milliseconds, wait for the platform or a lock, and no longer count. */
const RUNNING_MS = 100
/** Of several waiting classes: more waiters would make their order irrelevant. */
const MAX_CONNECTION_WAITERS = 8
/** Overload: a delay above the target for a whole interval. In milliseconds. */
const TARGET_DELAY_MS = 30
const INTERVAL_MS = 500
/** After a rejection a delay above the target is overload at once for this long: rejected clients are about to retry. */
const RETRY_MS = 4_000
const MAX_WAIT_MS = 1_000
const MAX_WAITING = 5_000
/** A rejected connection is not read for this long, the shortest Retry-After. */
const PAUSE_MS = 1_000
const CHECK_MS = 50
const REPORT_MS = 1_000

/** Not read yet, and small: the garbage collector copies what waits. */
export interface PendingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `performance.now()` at arrival. */
  readonly since: number
  /** Never rejects. */
  readonly serve: (pending: PendingRequest) => Promise<void>
}

export interface LoadShedder {
  /** Serves the request, now or in its turn, or answers 503 `dependency_unavailable` with `Retry-After`. */
  admit(pending: PendingRequest): void
  stop(): void
}

/** pg's Pool. */
export interface ConnectionQueue {
  readonly waitingCount: number
}

/** A name that the client cannot choose. Called for waiting requests; must not query the database. */
export type ClassOf = (request: IncomingMessage) => string

/** Without `classOf` there is one queue. */
export const makeLoadShedder = (pool: ConnectionQueue, log: Logger, classOf: ClassOf = () => ''): LoadShedder =>
  new CoDelShedder(pool, new Rejections(log), classOf)

interface DelayState {
  /** Of its first request. */
  aboveTargetSince: number | null
  rejectedAt: number
}

class CoDelShedder implements LoadShedder {
  /** Running requests by the span of RUNNING_MS in which they began; two spans count. */
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

  /** @param done charges the class; null: the request did not wait */
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
      // disconnected
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

/** Rejects requests and pauses their connections: immediate retries would take time from the requests that are served. */
class Rejections {
  private count = 0
  /** In this turn of the event loop. */
  private fresh: Socket[] = []
  private readonly paused = new Set<readonly Socket[]>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly log: Logger) {}

  /** Without the reply check; a test compares it with the contract. */
  reject({ request, response }: PendingRequest): void {
    countRefusal('queue')
    this.count++
    this.timer ??= setTimeout(() => this.report(), REPORT_MS).unref()
    // jitter
    const retryAfterSeconds = 1 + Math.floor(Math.random() * 3)
    response.writeHead(503, [
      ...['X-Request-Id', makeRequestId(request), 'Retry-After', String(retryAfterSeconds)],
      ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', bodyLength],
      ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    ])
    response.end(request.method === 'HEAD' ? undefined : body)
    // after the reply is sent, when the HTTP server resumes the socket
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
