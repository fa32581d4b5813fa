// Admission under overload: a request that would wait too long is refused at once, before anything of it is read or looked up.
// What counts is the delay, not the number of requests: one that waits for the platform is no burden. Two queues can grow:
// for a connection of the database, and for the event loop. The normal case costs two comparisons.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import type { Socket } from 'node:net'
import type { Logger } from '../logger'
import { countRefusal } from '../telemetry/metrics'

/** How long a request may be expected to wait for a connection of the database, in milliseconds; longer for a moment. */
const LONGEST_WAIT_MS = 250
/** A burst or a stall is no overload: only a queue that stands for so long, in milliseconds, and never falls to half, is one. */
const LONGEST_STALL_MS = 500
/** Requests that wait, however fast they are served: what they hold in memory is bounded. */
const MOST_WAITING = 1_000
/** What arrives in one turn of the event loop is let in for this long, in milliseconds, if the turn before was as long. */
const LONGEST_TURN_MS = 50
/** And so many always: a turn that is long with few in it lacks the processor, not room. */
const FEWEST_IN_TURN = 64
/** While the event loop is this busy, a refusal takes time from those who are served. */
const BUSY_SHARE = 0.9
/** Then no more than this many are refused for each that is let in, and the other connections are not read for a while. */
const REFUSALS_PER_ADMITTED = 0.25
const FEWEST_REFUSALS_PER_TICK = 10
const TICK_MS = 20
/** How often the log says how many were refused, and how long after the last refusal the watch ends, in ticks. */
const TICKS_PER_REPORT = 50

/** The queue for the database (db/pool-delay.ts). */
export interface Queue {
  waiting(): number
  expectedMs(now: number): number
}

export interface Admission {
  /**
   * Answers 503 `dependency_unavailable` with `Retry-After` when the request would wait too long.
   * @param now `performance.now()` at its arrival
   * @returns whether it was refused; then it is answered
   */
  refused(request: IncomingMessage, response: ServerResponse, requestId: string, now: number): boolean
  stop(): void
}

const body = JSON.stringify({
  error: {
    code: 'dependency_unavailable',
    message:
      'The server is busy, and nothing was done. Wait for the seconds of Retry-After, then send the request again.',
  },
})
const bodyLength = String(Buffer.byteLength(body))

/** Makes the admission of one process. */
export function makeAdmission(queue: Queue, log: Logger): Admission {
  const turns = new Turns()
  const standing = new StandingQueue(queue)
  const refusals = new Refusals(queue, log)
  return {
    refused(request, response, requestId, now) {
      const late = turns.isLong(now) ? 'event_loop' : standing.isLong(now) ? 'pool' : null
      if (late === null) {
        refusals.admitted++
        return false
      }
      countRefusal(late)
      refuse(request, response, requestId)
      refusals.note(request.socket)
      return true
    },
    stop: () => refusals.stop(),
  }
}

/** Written in one piece, without a look at the contract: a test holds it against it. */
function refuse(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  // not all the same, or all would be back at the same moment
  const retryAfterSeconds = 1 + Math.floor(Math.random() * 3)
  response.writeHead(503, [
    ...['X-Request-Id', requestId, 'Retry-After', String(retryAfterSeconds)],
    ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', bodyLength],
    ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Tells a queue for the database that stands from one that comes and goes, after CoDel (RFC 8289). */
class StandingQueue {
  private longSince: number | null = null

  constructor(private readonly queue: Queue) {}

  isLong(now: number): boolean {
    const expectedMs = this.queue.expectedMs(now)
    if (expectedMs < LONGEST_WAIT_MS / 2) this.longSince = null
    else if (expectedMs > LONGEST_WAIT_MS) this.longSince ??= now
    if (this.queue.waiting() >= MOST_WAITING) return true
    return expectedMs > LONGEST_WAIT_MS && this.longSince !== null && now - this.longSince > LONGEST_STALL_MS
  }
}

/** Tells a turn of the event loop that takes too long. One alone may be the garbage collector's: two are a queue. */
class Turns {
  private startedAt: number | null = null
  private wasLong = false
  private arrived = 0

  isLong(now: number): boolean {
    if (this.startedAt === null) {
      this.startedAt = now
      this.arrived = 1
      setImmediate(this.end)
      return false
    }
    this.arrived++
    return this.wasLong && this.arrived > FEWEST_IN_TURN && now - this.startedAt > LONGEST_TURN_MS
  }

  private readonly end = (): void => {
    this.wasLong = performance.now() - (this.startedAt ?? 0) > LONGEST_TURN_MS
    this.startedAt = null
  }
}

/**
 * What refusing costs, kept small. A refusal costs a seventh of a request or more; at five times the capacity there would be little
 * time left to serve anybody. So, while the event loop is busy, a connection that was refused rests: it is not read until its turn
 * comes, and what is sent on it meanwhile waits where it costs nothing, with its sender. Whoever keeps to Retry-After
 * does not notice.
 */
class Refusals {
  admitted = 0
  private refused = 0
  private timer: NodeJS.Timeout | null = null
  private quietTicks = 0
  private ticks = 0
  private admittedBefore = 0
  private utilization: EventLoopUtilization = performance.eventLoopUtilization()
  private isBusy = false
  /** Refused in this turn, and those that rest, first come first. */
  private fresh: Socket[] = []
  private resting: Socket[] = []

  constructor(
    private readonly queue: Queue,
    private readonly log: Logger,
  ) {}

  note(socket: Socket): void {
    this.refused++
    this.quietTicks = 0
    this.timer ??= this.watch()
    if (!this.isBusy) return
    // not before the answer is out: the HTTP server would start to read again
    if (this.fresh.push(socket) === 1) setImmediate(this.rest)
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.isBusy = false
    this.wake(this.resting.length)
  }

  private readonly rest = (): void => {
    for (const socket of this.fresh) if (!socket.destroyed) this.resting.push(socket.pause())
    this.fresh = []
  }

  /** Looks at the event loop while requests are refused, and for a moment after. */
  private watch(): NodeJS.Timeout {
    this.utilization = performance.eventLoopUtilization()
    this.admittedBefore = this.admitted
    this.ticks = 0
    return setInterval(() => this.tick(), TICK_MS).unref()
  }

  private tick(): void {
    const utilization = performance.eventLoopUtilization()
    this.isBusy = performance.eventLoopUtilization(utilization, this.utilization).utilization > BUSY_SHARE
    this.utilization = utilization
    const admitted = this.admitted - this.admittedBefore
    this.admittedBefore = this.admitted
    const affordable = Math.max(FEWEST_REFUSALS_PER_TICK, Math.ceil(admitted * REFUSALS_PER_ADMITTED))
    this.wake(this.isBusy ? affordable : this.resting.length)
    this.ticks++
    this.quietTicks++
    if (this.ticks % TICKS_PER_REPORT === 0 || this.quietTicks > TICKS_PER_REPORT) this.report()
    if (this.quietTicks > TICKS_PER_REPORT && this.resting.length === 0) this.stop()
  }

  private wake(count: number): void {
    for (const socket of this.resting.splice(0, count)) if (!socket.destroyed) socket.resume()
  }

  private report(): void {
    if (this.refused === 0) return
    const { refused, queue, resting } = this
    this.refused = 0
    const facts = { refused, waiting: queue.waiting(), resting: resting.length }
    this.log.warn(facts, 'overloaded: requests were refused unread')
  }
}
