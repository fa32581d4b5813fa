// A bounded number of requests runs. The others wait unread in a queue that is fair between communities. CoDel (RFC
// 8289) for each community: a request waits for the interval at most, or for the target while the queue is standing.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../base/logger'
import { countRefusal } from '../base/telemetry/metrics'
import { helpLink } from '../base/errors'
import { FairQueue } from '../base/fair-queue'
import { makeRequestId } from './request-context'

const INTERVAL_MS = 500
/** 5 % of the interval; RFC 8289 (4.3): 5 to 10 %. */
const TARGET_MS = INTERVAL_MS / 20
/** So that the next batch is ready for each connection. */
const RUNNING_PER_CONNECTION = 4
/** With a small pool: a batch of many requests needs only one connection. */
const MIN_RUNNING = 64
/** A request that runs longer waits for the platform or a lock, and no longer counts. */
const RUNNING_MS = 100
const MAX_WAITING = 5_000
const REPORT_MS = 1_000

/** Small, with the body unread, because the garbage collector copies what waits. */
export interface PendingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `performance.now()` at arrival. */
  readonly since: number
  /** Never rejects. */
  readonly serve: (pending: PendingRequest) => Promise<void>
}

/** pg's Pool. */
export interface ConnectionQueue {
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** A name that the client cannot choose. Called for waiting requests, so it must not query the database. */
export type ClassOf = (request: IncomingMessage) => string

export class LoadShedder {
  private running = 0
  private readonly maxRunning: number
  private readonly queue = new FairQueue<PendingRequest>()
  private checks: NodeJS.Timeout | null = null
  private rejected = 0
  private reports: NodeJS.Timeout | null = null

  constructor(
    private readonly pool: ConnectionQueue,
    private readonly log: Logger,
    private readonly classOf: ClassOf = () => '',
  ) {
    this.maxRunning = Math.max(MIN_RUNNING, RUNNING_PER_CONNECTION * pool.options.max)
  }

  admit(pending: PendingRequest): void {
    if (this.queue.size === 0 && this.hasRoom()) return this.run(pending)
    this.queue.push(this.classOf(pending.request), pending, pending.since)
    this.checks ??= setInterval(() => this.runNext(performance.now()), TARGET_MS).unref()
    const surplus = this.queue.size > MAX_WAITING ? this.queue.dropNewestOfLargest() : null
    if (surplus) this.reject(surplus)
  }

  stop(): void {
    if (this.checks) clearInterval(this.checks)
    this.checks = null
    if (this.reports) clearTimeout(this.reports)
    this.report()
  }

  private hasRoom(): boolean {
    return this.running < this.maxRunning && this.pool.waitingCount < this.maxRunning
  }

  private run(pending: PendingRequest, done?: (ms: number) => void): void {
    const start = performance.now()
    let isRunning = true
    const release = (): void => {
      if (!isRunning) return
      isRunning = false
      this.running--
      const now = performance.now()
      done?.(now - start)
      if (this.queue.size > 0) this.runNext(now)
    }
    this.running++
    const timer = setTimeout(release, RUNNING_MS)
    void pending.serve(pending).then(() => {
      clearTimeout(timer)
      release()
    })
  }

  private runNext(now: number): void {
    this.queue.dropExpired(
      ({ since }, emptyAt) => now - since > (now - emptyAt > INTERVAL_MS ? TARGET_MS : INTERVAL_MS),
      (pending) => this.reject(pending),
    )
    while (this.queue.size > 0 && this.hasRoom()) {
      const taken = this.queue.take()
      if (taken?.item.response.destroyed) taken.done(0)
      else if (taken) this.run(taken.item, taken.done)
    }
    if (this.queue.size > 0 || !this.checks) return
    clearInterval(this.checks)
    this.checks = null
  }

  /** Without the reply check; a test compares the reply with the contract. */
  private reject({ request, response }: PendingRequest): void {
    countRefusal('requests')
    this.rejected++
    this.reports ??= setTimeout(() => this.report(), REPORT_MS).unref()
    // 1 to 3 seconds, so that refused clients do not return together
    const retryAfterSeconds = 1 + Math.floor(Math.random() * 3)
    response.writeHead(503, [
      'X-Request-Id',
      makeRequestId(request),
      'Link',
      helpLink('server_busy'),
      'Retry-After',
      String(retryAfterSeconds),
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      bodyLength,
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
    ])
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  private report(): void {
    this.reports = null
    if (this.rejected > 0) this.log.warn({ refused: this.rejected }, 'requests were refused because of overload')
    this.rejected = 0
  }
}

const body = JSON.stringify({
  error: {
    code: 'server_busy',
    message: 'The server is overloaded and did not process the request. Retry after the seconds in Retry-After.',
  },
})
const bodyLength = String(Buffer.byteLength(body))
