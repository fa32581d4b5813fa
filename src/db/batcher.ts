// Batches concurrent requests of one community into one statement (dataloader).
import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/database'
import { DomainError } from '../base/errors'
import { batchSizes, countRefusal } from '../base/telemetry/metrics'
import { isDatabaseUnavailable } from './errors'

/** A request is rejected when this many are pending, or when the oldest waiting batch has waited for this long. */
const MAX_PENDING = 1_000
const MAX_WAIT_MS = 2_000

export interface BatchOptions<Request, Result> {
  /** Label of the metrics. */
  readonly name: string
  readonly maxSize: number
  /**
   * Statements in flight; requests that arrive meanwhile share the next one. Default 2: PostgreSQL runs one while this
   * process answers the other.
   */
  readonly maxStatements?: number
  /**
   * Requests with the same key run one after the other, in the order of their arrival. Null: any requests share a
   * batch.
   */
  readonly keyOf: ((request: Request) => number) | null
  /**
   * One result for each request in the same order, or a promise where a result takes longer. Atomic: when it throws,
   * nothing was changed.
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

type LoadOne<Request, Result> = (request: Request) => Promise<Result>

/**
 * Batches requests of the same community and pool. When PostgreSQL rejects a batch, each request is repeated on its
 * own.
 * @throws DomainError 503 `dependency_unavailable`, with this statement not sent, when too many requests wait or wait
 * too long
 */
export function batched<Request, Result>(options: BatchOptions<Request, Result>): Load<Request, Result> {
  const loadersOf = new WeakMap<Kysely<DB>, Map<string, LoadOne<Request, Result>>>()
  const { name, keyOf } = options
  const sizes = batchSizes.labels({ statement: name })
  return (db, communityId, request) => {
    if (db.isTransaction) return options.load(db, communityId, [request]).then(first)
    let loaders = loadersOf.get(db)
    if (!loaders) loadersOf.set(db, (loaders = new Map<string, LoadOne<Request, Result>>()))
    let load = loaders.get(communityId)
    if (!load) {
      load = makeLoader((requests) => {
        sizes.observe(requests.length)
        return options.load(db, communityId, requests)
      }, options)
      if (keyOf) load = inOrder(load, keyOf)
      loaders.set(communityId, load)
    }
    return load(request)
  }
}

function makeLoader<Request, Result>(
  send: (requests: readonly Request[]) => Promise<readonly (Result | Promise<Result>)[]>,
  { maxSize, maxStatements = 2 }: Pick<BatchOptions<Request, Result>, 'maxSize' | 'maxStatements'>,
): LoadOne<Request, Result> {
  const batches: { readonly since: number; readonly dispatch: () => void }[] = []
  let inFlight = 0
  let pending = 0
  const next = (): void => {
    while (inFlight < maxStatements && batches.length > 0) {
      inFlight++
      batches.shift()?.dispatch()
    }
  }
  const load = async (requests: readonly Request[]): Promise<Result[]> => {
    try {
      return (await send(requests)) as Result[]
    } catch (error) {
      // a rejected batch changed nothing and is split; after a lost connection it may have been committed
      if (requests.length === 1 || isDatabaseUnavailable(error)) throw error
      return requests.map((request) => send([request]).then(first) as Result)
    } finally {
      inFlight--
      next()
    }
  }
  const batchScheduleFn = (dispatch: () => void): void => {
    batches.push({ since: performance.now(), dispatch })
    // after the other sockets of this turn of the event loop are read; it does not wait
    if (inFlight < maxStatements) setImmediate(next)
  }
  const loader = new DataLoader<Request, Result>(load, { cache: false, maxBatchSize: maxSize, batchScheduleFn })
  return (request) => {
    const waitsSince = batches[0]?.since ?? Infinity
    if (pending >= MAX_PENDING || performance.now() - waitsSince > MAX_WAIT_MS) return Promise.reject(overloaded())
    pending++
    return loader.load(request).finally(() => pending--)
  }
}

function inOrder<Request, Result>(
  load: LoadOne<Request, Result>,
  keyOf: (request: Request) => number,
): LoadOne<Request, Result> {
  const last = new Map<number, Promise<unknown>>()
  return (request) => {
    const key = keyOf(request)
    const run = (): Promise<Result> => load(request)
    const result = last.get(key)?.then(run, run) ?? run()
    last.set(key, result)
    const forget = (): unknown => last.get(key) === result && last.delete(key)
    result.then(forget, forget)
    return result
  }
}

function overloaded(): DomainError {
  countRefusal('statements')
  const message = 'The database is busy. Retry after the seconds given in Retry-After.'
  return new DomainError('dependency_unavailable', message, { retryAfterSeconds: 1 + Math.floor(Math.random() * 3) })
}

const first = <Result>(results: readonly (Result | Promise<Result>)[]): Result | Promise<Result> =>
  results[0] as Result | Promise<Result>
