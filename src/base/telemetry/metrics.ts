// Prometheus metrics. Labels come from fixed lists, never from clients.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { build } from '../version'

const registry = new Registry()
const registers = [registry]

/** Buckets from a hot read to the longest wait for a rank change. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

new Gauge({
  name: 'community_build_info',
  help: 'Always 1; the labels name the version of this process, its commit (empty: unknown), and the version of Node.js.',
  labelNames: ['version', 'commit', 'node'] as const,
  registers,
}).set({ ...build, node: process.versions.node }, 1)

const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
  new Counter({ name, help, labelNames, registers })

export const requests = counter(
  'community_http_requests_total',
  'Requests answered, by operationId, status and error code (empty: no error); operation "none": no route matched.',
  ['operation', 'status', 'code'],
)
export const requestDurations = new Histogram({
  name: 'community_http_request_duration_seconds',
  help: 'Time from the arrival of a request to its response, by operationId.',
  labelNames: ['operation'] as const,
  buckets: seconds,
  registers,
})
const refusals = counter(
  'community_http_requests_refused_total',
  'Requests rejected because of overload, by the queue that was full: requests, or statements.',
  ['queue'],
)
const faultyReplies = counter(
  'community_http_replies_outside_contract_total',
  'Replies that did not match the contract, by operationId: a fault of the server. Those of writes were sent.',
  ['operation'],
)
export const countFaultyReply = (operation: string): void => faultyReplies.inc({ operation })
const limited = counter(
  'community_callers_limited_total',
  'Times that a key or a person went beyond its takes an hour; one is counted once an hour.',
  [],
)
export const countLimited = (): void => limited.inc()
const calls = counter('community_platform_calls_total', 'Calls of the game platform, by call and outcome.', [
  'call',
  'outcome',
])
const callDurations = new Histogram({
  name: 'community_platform_call_duration_seconds',
  help: 'Duration of calls of the game platform, by call.',
  labelNames: ['call'] as const,
  buckets: seconds,
  registers,
})
const nameLookups = counter(
  'community_name_lookups_total',
  'Look-ups of a username, by step and outcome: found, unknown, failed, or off (the step is switched off).',
  ['step', 'outcome'],
)
type NameStep = 'database' | 'memberships' | 'open_cloud' | 'legacy'
export const countNameLookup = (step: NameStep, outcome: 'found' | 'unknown' | 'failed' | 'off'): void =>
  nameLookups.inc({ step, outcome })
const webhookAttempts = counter(
  'community_webhook_attempts_total',
  'Attempts to deliver a webhook message, by outcome: delivered, pending (it is tried again) or parked (the last attempt).',
  ['outcome'],
)
const auditSeals = counter(
  'community_audit_seals_total',
  'Seals of audit logs that this process added; failed: the chain does not end at its head.',
  ['outcome'],
)
export const countSeal = (outcome: 'sealed' | 'failed'): void => auditSeals.inc({ outcome })
const finishedJobs = counter(
  'community_jobs_finished_total',
  'Jobs that this process executed, by task and outcome: ok, or failed (tried again while attempts are left).',
  ['task', 'outcome'],
)
export const batchSizes = new Histogram({
  name: 'community_statement_batch_size',
  help: 'Requests answered by one batched statement.',
  labelNames: ['statement'] as const,
  buckets: [1, 2, 5, 10, 20, 50, 100],
  registers,
})

/** Pools with the same name are added up. */
function poolGauge(name: string, help: string, read: (pool: WatchedPool) => number): void {
  new Gauge({
    name,
    help,
    labelNames: ['pool'] as const,
    registers,
    collect() {
      this.reset()
      for (const [pool, label] of pools) this.inc({ pool: label }, read(pool))
    },
  })
}
poolGauge('community_database_connections', 'Open connections to PostgreSQL.', ({ totalCount }) => totalCount)
poolGauge(
  'community_database_connections_idle',
  'Of these, connections that wait for work.',
  ({ idleCount }) => idleCount,
)
poolGauge('community_database_connections_max', 'The size of the pool.', ({ options }) => options.max ?? 0)
poolGauge(
  'community_database_requests_waiting',
  'Requests that wait for a connection.',
  ({ waitingCount }) => waitingCount,
)

const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers })
const by = (label: 'state' | 'digest' | 'step' | 'credential' | 'task', name: string, help: string): Gauge =>
  new Gauge({ name, help, labelNames: [label], registers })

/** Of all communities, from the database. */
const deployment = {
  rankChanges: by(
    'state',
    'community_rank_changes',
    'Rank changes that have not ended: queued (urgent, bulk), executing, or sent with an unknown outcome (unsettled).',
  ),
  rankChangeAges: by(
    'state',
    'community_rank_changes_oldest_age_seconds',
    'Age of the oldest of them; 0: there is none.',
  ),
  webhookMessages: gauge('community_webhook_messages_pending', 'Webhook messages that are to be delivered.'),
  webhookDelay: gauge(
    'community_webhook_delay_seconds',
    'For how long the longest waiting message that may be sent now has been waiting; 0: none waits.',
  ),
  webhookEndpoints: by(
    'state',
    'community_webhook_endpoints',
    'Endpoints: healthy, failing (tried again), or disabled.',
  ),
  jobs: by(
    'state',
    'community_jobs',
    'Jobs: waiting (scheduled, or tried again later), ready, executing, or failed (given up).',
  ),
  jobDelay: gauge(
    'community_jobs_delay_seconds',
    'For how long the oldest ready job has been ready; 0: there is none.',
  ),
  lateJobs: by(
    'task',
    'community_scheduled_job_late_seconds',
    'For how long a scheduled job should have run again without an error; 0: it is on time.',
  ),
  platformConnections: by(
    'state',
    'community_platform_connections',
    'Connections of communities to the platform: connected, or reconnect_required (the platform refused the credential).',
  ),
  platformKeyExpiries: by(
    'credential',
    'community_platform_key_expires_seconds',
    'Time until the first platform credential of a connected community ends, unless it is used or renewed, by kind: api_key, oauth.',
  ),
  nameStepsOff: by(
    'step',
    'community_name_steps_off',
    'Steps of name look-ups that are switched off, by step: legacy (0 or 1), and memberships and open_cloud of communities.',
  ),
  parkedErasures: gauge(
    'community_erasure_requests_parked',
    'Erasure requests that wait because the account of their id is not known.',
  ),
  blockedBudgets: gauge(
    'community_platform_budgets_blocked',
    'Credential owners whose calls the platform throttles now; their rank changes wait.',
  ),
  workers: gauge('community_workers_alive', 'Worker processes of this deployment with a recent heartbeat.'),
  auditHeads: by(
    'digest',
    'community_audit_heads',
    'Numbers of the newest seals of all audit logs, added up; it never falls, and each value has one digest (SHA-256 of these seals).',
  ),
  alarmedGroups: gauge(
    'community_group_alarms',
    'Communities in whose group, within the last hour, more was changed by hand in a minute than their number.',
  ),
  pausedGroups: gauge('community_platform_writes_paused', 'Communities whose writes to their group somebody paused.'),
  pausedKeys: gauge('community_api_keys_paused', 'Valid API keys that somebody paused.'),
  pausedPeople: gauge('community_people_paused', 'People of the staff whom somebody paused.'),
  expiringKeys: gauge('community_api_keys_expiring', 'Valid API keys that expire within 30 days.'),
}

const usable = new Gauge({
  name: 'community_database_up',
  help: '1: the metrics of the whole deployment were read from the database, and it accepts writes; 0: it was unavailable and they are absent, or it refuses writes.',
  registers,
})

const nodes = new Gauge({
  name: 'community_database_nodes',
  help: 'Nodes of the Citus cluster by state: up, or down (requests for its communities fail); absent on an ordinary PostgreSQL.',
  labelNames: ['state'] as const,
  registers,
})

/** @param counts null: there is no cluster, or its coordinator is unavailable */
export function showNodes(counts: { readonly up: number; readonly down: number } | null): void {
  nodes.reset()
  if (counts === null) return
  nodes.set({ state: 'up' }, counts.up)
  nodes.set({ state: 'down' }, counts.down)
}

export function countRefusal(queue: 'requests' | 'statements'): void {
  refusals.inc({ queue })
}

export function countWebhookAttempt(outcome: 'delivered' | 'pending' | 'parked'): void {
  webhookAttempts.inc({ outcome })
}

export function countJob(task: string, outcome: 'ok' | 'failed'): void {
  finishedJobs.inc({ task, outcome })
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

/** @returns a function that ends the export */
export function watchPool(name: string, pool: WatchedPool): () => void {
  pools.set(pool, name)
  return () => void pools.delete(pool)
}

/** A number, or one for each value of the label. */
export type DeploymentState = Readonly<Record<keyof typeof deployment, number | Readonly<Record<string, number>>>>

/** @param state null: the database is unavailable */
/** @param isUp answers and accepts writes */
export function showDatabase(isUp: boolean): void {
  usable.set(isUp ? 1 : 0)
}

export function showDeployment(state: DeploymentState | null): void {
  for (const name of Object.keys(deployment) as (keyof typeof deployment)[]) {
    const shown: Gauge = deployment[name]
    const value = state?.[name]
    shown.reset()
    // no series instead of a wrong 0
    if (value === undefined) shown.remove({})
    else if (typeof value === 'number') shown.set(value)
    else for (const [label, count] of Object.entries(value)) shown.labels(label).set(count)
  }
}

let isWatchingProcess = false

export function watchProcess(): void {
  if (isWatchingProcess) return
  isWatchingProcess = true
  collectDefaultMetrics({ register: registry })
}

export function metricsText(): Promise<string> {
  return registry.metrics()
}

export const metricsContentType = registry.contentType
