// Batches requests of one community: those that arrive while a statement is in flight share the next one. A request that
// finds no statement in flight is sent at once.
import { availableParallelism } from 'node:os'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/database'
import { DomainError } from '../errors'
import { batchSizes, countRefusal } from '../telemetry/metrics'
import { busyPoll } from './busy-poll'
import { isDatabaseUnavailable } from './errors'

/** A request is rejected when this many wait, or when the oldest has waited for this long. */
const MAX_WAITING = 1_000
const MAX_WAIT_MS = 2_000
/**
 * Batches of this size busy-poll: reads gain a seventh at 16 connections and a third at 32. On a single processor PostgreSQL
 * needs that time itself.
 */
const BUSY_POLL_SIZE = availableParallelism() > 1 ? 4 : Infinity

export interface BatchOptions<Request, Result> {
  /** Labels the metrics. */
  readonly name: string
  readonly maxSize: number
  /**
   * Requests with the same key are not batched together but run in the order of their arrival. null: any requests share a
   * batch.
   */
  readonly keyOf: ((request: Request) => number) | null
  /**
   * Runs a batch. Returns one result for each request in the same order, or a promise where a result takes longer. Atomic:
   * when it throws, nothing was changed.
   */
  readonly load: LoadBatch<Request, Result>
}

type LoadBatch<Request, Result> = (
  db: Kysely<DB>,
  communityId: string,
  requests: readonly Request[],
) => Promise<readonly (Result | Promise<Result>)[]>

/** Runs one request. Inside a transaction it is never batched, because a transaction has its own snapshot. */
export type Load<Request, Result> = (db: Kysely<DB>, communityId: string, request: Request) => Promise<Result>

/**
 * Batches requests of the same community and pool. When PostgreSQL rejects a batch, each request is repeated on its own, so
 * that one bad request does not fail the others.
 * @throws DomainError 503 `dependency_unavailable`, with nothing sent, when too many requests wait or wait too long
 */
export function batched<Request, Result>(options: BatchOptions<Request, Result>): Load<Request, Result> {
  const queuesOf = new WeakMap<Kysely<DB>, Map<string, Queue<Request, Result>>>()
  const sizes = batchSizes.labels({ statement: options.name })
  return (db, communityId, request) => {
    if (db.isTransaction) return options.load(db, communityId, [request]).then(first)
    let queues = queuesOf.get(db)
    if (!queues) queuesOf.set(db, (queues = new Map<string, Queue<Request, Result>>()))
    let queue = queues.get(communityId)
    if (!queue) {
      const { load, maxSize, keyOf } = options
      const remove = (): unknown => queues.delete(communityId)
      const loadBatch = (requests: readonly Request[]): ReturnType<typeof load> => {
        sizes.observe(requests.length)
        return load(db, communityId, requests)
      }
      queues.set(communityId, (queue = new Queue(loadBatch, maxSize, keyOf, remove)))
    }
    return queue.load(request)
  }
}

interface Waiting<Request, Result> {
  readonly request: Request
  /** On the clock of `performance.now`. */
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** The requests of one community. */
class Queue<Request, Result> {
  private waiting: Waiting<Request, Result>[] = []
  private readonly busyKeys = new Set<number>()
  private isInFlight = false
  private isStarting = false

  constructor(
    private readonly loadBatch: (requests: readonly Request[]) => Promise<readonly (Result | Promise<Result>)[]>,
    private readonly maxSize: number,
    private readonly keyOf: ((request: Request) => number) | null,
    private readonly remove: () => void,
  ) {}

  load(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      if (this.isFull(since)) return reject(overloaded())
      this.waiting.push({ request, since, resolve, reject })
      if (this.isStarting) return
      this.isStarting = true
      // collect the requests that arrive in the same turn of the event loop
      setImmediate(() => {
        this.isStarting = false
        this.start()
      })
    })
  }

  private isFull(now: number): boolean {
    const [oldest] = this.waiting
    return oldest !== undefined && (this.waiting.length >= MAX_WAITING || now - oldest.since > MAX_WAIT_MS)
  }

  private start(): void {
    if (this.isInFlight) return
    const batch = this.take()
    if (batch.length > 0) void this.run(batch)
    else if (this.waiting.length === 0 && this.busyKeys.size === 0) this.remove()
  }

  /** Takes the next requests that may share a batch, in the order of their arrival. */
  private take(): Waiting<Request, Result>[] {
    const { keyOf, busyKeys } = this
    if (!keyOf) return this.waiting.splice(0, this.maxSize)
    const batch: Waiting<Request, Result>[] = []
    this.waiting = this.waiting.filter((one) => {
      const key = keyOf(one.request)
      if (batch.length === this.maxSize || busyKeys.has(key)) return true
      busyKeys.add(key)
      batch.push(one)
      return false
    })
    return batch
  }

  private async run(batch: readonly Waiting<Request, Result>[]): Promise<void> {
    this.isInFlight = true
    const stopPolling = batch.length >= BUSY_POLL_SIZE ? busyPoll() : null
    const results = await this.loadBatch(batch.map(({ request }) => request)).catch((error: unknown) => {
      // a rejected batch changed nothing and is split; after a lost connection it may have been committed
      const isFinal = batch.length === 1 || isDatabaseUnavailable(error)
      return batch.map(({ request }) => (isFinal ? rejected(error) : this.loadBatch([request]).then(first)))
    })
    stopPolling?.()
    // attach handlers to pending results first: an unhandled rejection would end the process
    batch.forEach((one, index) => {
      const result = results[index]
      if (result instanceof Promise) this.settleLater(one, result)
    })
    // With many waiting, the next statement is sent before the results are delivered. With few, it is sent afterwards, so
    // that callers who send another request at once share it: a statement for each handful costs more time than it saves.
    const next = (): void => {
      this.isInFlight = false
      this.start()
    }
    const areFew = this.waiting.length < batch.length / 2
    if (!areFew) setImmediate(next)
    setImmediate(() => {
      batch.forEach((one, index) => {
        const result = results[index]
        if (!(result instanceof Promise)) this.settle(one, result as Result)
      })
      if (areFew) setImmediate(next)
      else this.start()
    })
  }

  private settle({ request, resolve }: Waiting<Request, Result>, result: Result): void {
    resolve(result)
    this.release(request)
  }

  private settleLater({ request, resolve, reject }: Waiting<Request, Result>, result: Promise<Result>): void {
    void result.then(resolve, reject).then(() => {
      this.release(request)
      this.start()
    })
  }

  private release(request: Request): void {
    if (this.keyOf) this.busyKeys.delete(this.keyOf(request))
  }
}

function rejected(error: unknown): Promise<never> {
  return Promise.resolve().then(() => {
    throw error
  })
}

function overloaded(): DomainError {
  countRefusal('line')
  const message = 'The database is busy and nothing was changed. Retry after the seconds given in Retry-After.'
  return new DomainError('dependency_unavailable', message, { retryAfterSeconds: 1 + Math.floor(Math.random() * 3) })
}

function first<Result>(results: readonly (Result | Promise<Result>)[]): Result | Promise<Result> {
  return results[0] as Result | Promise<Result>
}
