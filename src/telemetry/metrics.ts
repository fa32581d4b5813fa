// What this process counts, for Prometheus. Labels come from short fixed lists: operationIds, statuses, names of calls and pools;
// never a community, a key, an account or anything else that a caller sends. Counting costs about a microsecond a request.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
const registers = [registry]

/** Seconds: from a hot read to the longest wait for a rank change. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Answered requests. */
export const requests = new Counter({
  name: 'community_http_requests_total',
  help: 'Requests answered, by operationId and status; operation "none": there is no such route.',
  labelNames: ['operation', 'status'] as const,
  registers,
})
export const requestDurations = new Histogram({
  name: 'community_http_request_duration_seconds',
  help: 'From the arrival of a request to its answer, by operationId.',
  labelNames: ['operation'] as const,
  buckets: seconds,
  registers,
})
const refusals = new Counter({
  name: 'community_http_requests_refused_total',
  help: 'Requests refused for overload, by what was too long: the event loop, the queue for the pool, or a line of one statement.',
  labelNames: ['reason'] as const,
  registers,
})
const calls = new Counter({
  name: 'community_platform_calls_total',
  help: 'Calls of the game platform, by what was asked and how it ended.',
  labelNames: ['call', 'outcome'] as const,
  registers,
})
const callDurations = new Histogram({
  name: 'community_platform_call_duration_seconds',
  help: 'How long a call of the game platform took, whatever its outcome.',
  labelNames: ['call'] as const,
  buckets: seconds,
  registers,
})
export const batchSizes = new Histogram({
  name: 'community_coalesced_batch_size',
  help: 'Questions that one statement answered together.',
  labelNames: ['statement'] as const,
  buckets: [1, 2, 5, 10, 20, 50, 100],
  registers,
})
new Gauge({
  name: 'community_pool_connections',
  help: 'Connections to PostgreSQL: open, idle among them, the most there may be, and the requests that wait for one.',
  labelNames: ['pool', 'state'] as const,
  registers,
  collect() {
    this.reset()
    for (const [pool, name] of pools) {
      this.inc({ pool: name, state: 'open' }, pool.totalCount)
      this.inc({ pool: name, state: 'idle' }, pool.idleCount)
      this.inc({ pool: name, state: 'waiting' }, pool.waitingCount)
      this.inc({ pool: name, state: 'most' }, pool.options.max ?? 0)
    }
  },
})
const queued = new Gauge({
  name: 'community_operations',
  help: 'Operations of all communities that have not ended, as the database has them: queued (urgent, bulk), at work, or begun and unsettled: outcome pending, or half applied.',
  labelNames: ['state'] as const,
  registers,
})
const oldest = new Gauge({
  name: 'community_operations_oldest_seconds',
  help: 'The age of the oldest operation in that state; 0: there is none.',
  labelNames: ['state'] as const,
  registers,
})
const workers = new Gauge({
  name: 'community_workers',
  help: 'Worker processes of this deployment, those whose heart has beaten lately.',
  labelNames: ['state'] as const,
  registers,
})
const keys = new Gauge({
  name: 'community_api_keys',
  help: 'API keys of all communities that expire within 30 days, among those that work now.',
  labelNames: ['state'] as const,
  registers,
})
const readable = new Gauge({
  name: 'community_database_read',
  help: '1: the gauges of operations, workers and keys were read from the database; 0: it did not answer, and they are absent.',
  registers,
})

/** Counts a request that was refused for overload. */
export function countRefusal(reason: 'queue' | 'line'): void {
  refusals.inc({ reason })
}

/** Counts a call of the platform. @param outcome `ok`, or the kind of its failure */
export function countCall(call: string, outcome: string, milliseconds: number): void {
  calls.inc({ call, outcome })
  callDurations.observe({ call }, milliseconds / 1_000)
}

/** What is asked of a pool (pg's Pool). */
interface WatchedPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max?: number | undefined }
}

const pools = new Map<WatchedPool, string>()

/** Shows the pool under this name until told to stop; pools of one name are added up. */
export function watchPool(name: string, pool: WatchedPool): () => void {
  pools.set(pool, name)
  return () => void pools.delete(pool)
}

/** What the database knows of the work that is left. */
export interface Backlog {
  /** By state: how many, and how old the oldest is in seconds. */
  readonly operations: Readonly<Record<string, { readonly count: number; readonly oldestSeconds?: number }>>
  readonly workersAlive: number
  readonly keysExpiring: number
}

/** Shows what was read from the database; null: it did not answer. */
export function showBacklog(backlog: Backlog | null): void {
  for (const gauge of [queued, oldest, workers, keys]) gauge.reset()
  readable.set(backlog ? 1 : 0)
  if (backlog) {
    workers.set({ state: 'alive' }, backlog.workersAlive)
    keys.set({ state: 'expiring' }, backlog.keysExpiring)
  }
  for (const [state, { count, oldestSeconds }] of Object.entries(backlog?.operations ?? {})) {
    queued.set({ state }, count)
    if (oldestSeconds !== undefined) oldest.set({ state }, oldestSeconds)
  }
}

let isWatchingProcess = false

/** Begins to watch the process itself: event loop delay, garbage collector, memory, handles. Only where somebody will ask. */
export function watchProcess(): void {
  if (isWatchingProcess) return
  isWatchingProcess = true
  collectDefaultMetrics({ register: registry })
}

/** All of it in Prometheus' text format. */
export function metricsText(): Promise<string> {
  return registry.metrics()
}

export const metricsContentType = registry.contentType
