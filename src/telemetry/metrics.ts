// Prometheus metrics. Labels come from fixed lists, never from clients.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
const registers = [registry]

/** Seconds: a hot read to the longest wait for a rank change. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Answered requests. */
export const requests = new Counter({
  name: 'community_http_requests_total',
  help: 'Requests answered, by operationId and status; operation "none": no route matched.',
  labelNames: ['operation', 'status'] as const,
  registers,
})
export const requestDurations = new Histogram({
  name: 'community_http_request_duration_seconds',
  help: 'Time from the arrival of a request to its response, by operationId.',
  labelNames: ['operation'] as const,
  buckets: seconds,
  registers,
})
const refusals = new Counter({
  name: 'community_http_requests_refused_total',
  help: 'Requests rejected because of overload, by reason: queue (request queue) or line (queue of a batched statement).',
  labelNames: ['reason'] as const,
  registers,
})
const calls = new Counter({
  name: 'community_platform_calls_total',
  help: 'Calls of the game platform, by call and outcome.',
  labelNames: ['call', 'outcome'] as const,
  registers,
})
const callDurations = new Histogram({
  name: 'community_platform_call_duration_seconds',
  help: 'Duration of calls of the game platform, by call.',
  labelNames: ['call'] as const,
  buckets: seconds,
  registers,
})
export const batchSizes = new Histogram({
  name: 'community_coalesced_batch_size',
  help: 'Requests answered by one batched statement.',
  labelNames: ['statement'] as const,
  buckets: [1, 2, 5, 10, 20, 50, 100],
  registers,
})
new Gauge({
  name: 'community_pool_connections',
  help: 'Connections to PostgreSQL: open, idle, the maximum (most), and requests waiting for one.',
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
  help: 'Rank changes of all communities that have not ended, from the database: queued (urgent, bulk), executing, or sent and not settled.',
  labelNames: ['state'] as const,
  registers,
})
const oldest = new Gauge({
  name: 'community_operations_oldest_seconds',
  help: 'Age of the oldest rank change in that state; 0: there is none.',
  labelNames: ['state'] as const,
  registers,
})
const workers = new Gauge({
  name: 'community_workers',
  help: 'Worker processes of this deployment with a recent heartbeat.',
  labelNames: ['state'] as const,
  registers,
})
const keys = new Gauge({
  name: 'community_api_keys',
  help: 'Valid API keys of all communities that expire within 30 days.',
  labelNames: ['state'] as const,
  registers,
})
const readable = new Gauge({
  name: 'community_database_read',
  help: '1: the gauges of operations, workers and keys were read from the database; 0: the database was unavailable and they are absent.',
  registers,
})

/** Because of overload. */
export function countRefusal(reason: 'queue' | 'line'): void {
  refusals.inc({ reason })
}

/** @param outcome `ok`, or the kind of failure */
export function countCall(call: string, outcome: string, milliseconds: number): void {
  calls.inc({ call, outcome })
  callDurations.observe({ call }, milliseconds / 1_000)
}

interface WatchedPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max?: number | undefined }
}

const pools = new Map<WatchedPool, string>()

/** Adds up pools of a name. @returns ends the export */
export function watchPool(name: string, pool: WatchedPool): () => void {
  pools.set(pool, name)
  return () => void pools.delete(pool)
}

export interface Backlog {
  /** Age of the oldest, by state. */
  readonly operations: Readonly<Record<string, { readonly count: number; readonly oldestSeconds?: number }>>
  readonly workersAlive: number
  readonly keysExpiring: number
}

/** null: database unavailable. */
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

/** Event loop, garbage collector, memory, handles. */
export function watchProcess(): void {
  if (isWatchingProcess) return
  isWatchingProcess = true
  collectDefaultMetrics({ register: registry })
}

export function metricsText(): Promise<string> {
  return registry.metrics()
}

export const metricsContentType = registry.contentType
