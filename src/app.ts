// The composition root: the only file that makes the parts and ties them together. Tests make it with their own parts.
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { ExactLimiter, LARGEST_LOG, RateLimiter, type LogRequest, type TakePermits } from './auth/limits'
import { Principals } from './auth/key-cache'
import { logRequest, takePermits } from './auth/queries'
import { projectRoot } from './config'
import type { Db, Settings } from './context'
import { loadContract, readContractTexts } from './contract/document'
import { openDatabase, type ConnectionKind, type Database } from './db/database'
import { Listener } from './db/listener'
import { readMigrations } from './db/migrations/files'
import { Replica } from './db/replica'
import { makeAdmission } from './http/load-shedder'
import { makeApi } from './http/api'
import { makeChecks } from './http/checks'
import type { Draining } from './ops/drain'
import { handlers } from './http/handlers'
import { makeProbes, type Probes } from './ops/probes'
import { makeReadiness } from './ops/readiness'
import { withReplica } from './http/replica-lists'
import { makeWebApp } from './http/server'
import { startHeart } from './jobs/heartbeat'
import { unlockJobs } from './jobs/queries'
import { makeTasks, type JobBase } from './jobs/tasks'
import { startWorker, type Worker } from './jobs/worker'
import type { Chat } from './chat/chat'
import type { Logger } from './logger'
import { PostgresCompletionNotifier } from './rank-changes/enqueue/completion-notifier'
import { leaseSecondsFor } from './rank-changes/dispatch/dispatcher'
import type { Claimer } from './rank-changes/dispatch/queries'
import { backlogReader } from './rank-changes/operator/backlog'
import type { Platform } from './platform/platform'
import { compileScreens } from './screening/rules'
import { metricsText } from './telemetry/metrics'
import { startDeliveries } from './webhooks/sender'

export interface AppParts {
  readonly connectionString: string
  readonly poolSize: number
  /** PostgreSQL itself, where `connectionString` leads through a pooler in transaction mode. */
  readonly directUrl?: string | null
  /** Whether statements are sent under names; by default where no pooler is between. */
  readonly preparedStatements?: boolean
  /** A streaming replica for the lists that it may answer (`x-read-replica`). */
  readonly replica?: { readonly url: string; readonly maxLagMs: number } | null
  readonly platform: Platform
  /** What the worker sends direct messages with; null: there is no bot. */
  readonly chat: { readonly client: Chat; readonly resultUrl: string | null } | null
  readonly settings: Settings
  /** Rank changes go through the queue and its workers; false: each in the process that was asked. */
  readonly scheduler: boolean
  /** When the clock tasks of a worker run, in graphile-worker's crontab; by default as jobs/tasks.ts says. */
  readonly schedule?: string
  /** Requests a minute; null: rate limiting is off. */
  readonly rateLimits: { readonly key: number; readonly address: number; readonly access: number } | null
  readonly trustProxy: number | string | false
  /** What the platform signs its notifications with. */
  readonly platformSecrets: readonly string[]
  readonly log: Logger
  readonly now?: () => Date
}

/** The API of one process. */
export interface App {
  readonly web: RequestListener
  readonly db: Db
  /** Whether it hears at once what other processes change. */
  hears(): boolean
  /** Ends the listener, writes what is left to write, closes the pool. */
  close(): Promise<void>
}

const FLUSH_MS = 60_000
/** The jobs have connections of their own, so that neither they nor the API can starve the other; so has their queue. */
const WORKER_POOL_SIZE = 12
const JOB_QUEUE_POOL_SIZE = 8
/** A replica that is silent for longer is not waited for: the primary knows as well. */
const REPLICA_ANSWERS_WITHIN_MS = 3_000

/** Probes: one connection for readiness, one for the metrics' look at the queue. Late is as good as never. */
const PROBE_POOL_SIZE = 2
const PROBE_ANSWERS_WITHIN_MS = 2_000

/** Makes the API on a migrated database. */
export async function makeApp(parts: AppParts): Promise<App> {
  const { log, now = () => new Date() } = parts
  compileScreens()
  const database = openDatabase(parts.connectionString, parts.poolSize, log, { ...kindOf(parts), name: 'api' })
  const listener = new Listener(directUrlOf(parts), log)
  const principals = new Principals(database.db, listener, () => now().getTime())
  listener.on('access_changed', (communityId) => principals.forget(communityId))
  listener.onConnected(() => principals.forget('*'))
  const completionNotifier = parts.scheduler ? { completionNotifier: new PostgresCompletionNotifier(listener) } : {}
  await listener.start()
  const replica = openReplica(parts)
  const answering = replica ? withReplica(handlers, replica) : handlers
  const limits = makeLimits(parts, database, now)
  const base = { ...toBase(parts, database, now), ...completionNotifier }
  const { platformSecrets } = parts
  const api = await makeApi({
    document: loadContract(),
    handlers: answering,
    principals,
    platformSecrets,
    limits,
    base,
  })
  const admission = makeAdmission(database.pool, log, ({ headers }) =>
    principals.communityOf({
      authorization: headers.authorization,
      communityId: headers['x-community-id'] as string | undefined,
    }),
  )
  const contract = readContractTexts()
  const timer = setInterval(() => {
    limits?.key.sweep()
    limits?.address.sweep()
    void flush(principals, log)
  }, FLUSH_MS)
  timer.unref()
  return {
    web: makeWebApp({
      api,
      admission,
      log,
      contract,
      addressLimit: limits?.address ?? null,
      trustProxy: parts.trustProxy,
    }),
    db: database.db,
    hears: () => listener.hears(),
    async close() {
      clearInterval(timer)
      admission.stop()
      await flush(principals, log)
      await listener.stop()
      await replica?.close()
      await database.close()
    },
  }
}

/** The worker of one process. */
export interface WorkerProcess extends Pick<Worker, 'stop'> {
  /** Whether its heart has beaten lately. */
  beats(): boolean
}

/** Makes and starts the worker of one process. */
export function makeWorker(parts: AppParts): WorkerProcess {
  const database = openDatabase(parts.connectionString, WORKER_POOL_SIZE, parts.log, {
    ...kindOf(parts),
    name: 'worker',
  })
  // taking a job and striking it off: every job may run twice; it listens for new ones, so no pooler may be between
  const queue = openDatabase(directUrlOf(parts), JOB_QUEUE_POOL_SIZE, parts.log, {
    name: 'jobs',
    commits: 'asynchronous',
  })
  const base: JobBase = {
    ...toBase(parts, database, parts.now ?? (() => new Date())),
    log: parts.log,
    chat: parts.chat,
  }
  const { db } = database
  const stopping = new AbortController()
  const claimer: Claimer = {
    workerId: `worker ${randomUUID()}`,
    leaseSeconds: leaseSecondsFor(parts.settings.platformTimeoutMs),
  }
  const tasks = makeTasks(base, { claimer, scheduler: parts.scheduler, stop: stopping.signal })
  const worker = startWorker(queue.pool, tasks, parts.log, (names) => unlockJobs(db, names), parts.schedule)
  const deliveries = startDeliveries(base)
  const heart = startHeart(db, claimer.workerId, () => worker.names(), parts.log)
  return {
    beats: () => heart.beats(),
    async stop() {
      stopping.abort()
      await Promise.all([worker.stop(), deliveries.stop()])
      await heart.stop()
      await queue.close()
      await database.close()
    },
  }
}

/** What of a process the probes watch: undefined, it has none; null, not yet. */
export interface Watched {
  readonly app: () => App | null | undefined
  readonly worker: () => WorkerProcess | null | undefined
  readonly draining: Draining
}

/** Makes what answers the operator's machines, on connections of its own: a full pool is no reason to be thought dead. */
export function makeProcessProbes(parts: AppParts, watched: Watched): Probes & { close(): Promise<void> } {
  const kind = { ...kindOf(parts), answersWithinMs: PROBE_ANSWERS_WITHIN_MS }
  const { db, close } = openDatabase(parts.connectionString, PROBE_POOL_SIZE, parts.log, kind)
  const { app, worker, draining } = watched
  const checks = makeChecks({
    db,
    files: readMigrations(path.join(projectRoot, 'sql')),
    beats: worker() === undefined ? null : () => worker()?.beats() ?? false,
    needsWorker: parts.scheduler,
    hears: app() === undefined ? null : () => app()?.hears() ?? false,
  })
  const showBacklog = backlogReader(db)
  const metrics = (): Promise<string> => showBacklog().then(metricsText)
  const readiness = makeReadiness(checks, draining, parts.log)
  const probes = makeProbes({ draining, readiness, metrics })
  return { ...probes, close }
}

const directUrlOf = ({ connectionString, directUrl }: AppParts): string => directUrl ?? connectionString

function kindOf({ directUrl = null, preparedStatements }: AppParts): ConnectionKind {
  return { pooled: directUrl !== null, ...(preparedStatements === undefined ? {} : { prepares: preparedStatements }) }
}

/** The replica with the connections that watch it: one to it and one to the primary, so that a full pool delays neither. */
function openReplica(parts: AppParts): Replica | null {
  if (!parts.replica) return null
  const { url, maxLagMs } = parts.replica
  const kind = kindOf(parts)
  const answersWithinMs = REPLICA_ANSWERS_WITHIN_MS
  const reads = openDatabase(url, parts.poolSize, parts.log, { ...kind, name: 'replica', answersWithinMs })
  const probe = openDatabase(url, 1, parts.log, kind)
  const primary = openDatabase(directUrlOf(parts), 1, parts.log)
  return new Replica({ reads, probe, primary }, maxLagMs, parts.log)
}

function toBase({ platform, settings }: AppParts, { db }: Database, now: () => Date) {
  return { db, platform, settings, now }
}

function makeLimits({ rateLimits }: AppParts, { db }: Database, now: () => Date) {
  if (!rateLimits) return null
  const take: TakePermits = (request) => takePermits(db, request)
  const log: LogRequest = (bucket, at, limit) => logRequest(db, bucket, at, limit)
  const clock = (): number => now().getTime()
  const { access } = rateLimits
  return {
    key: new RateLimiter(rateLimits.key, take, clock),
    // who has a key is not refused for the sake of others; of who has none, a flood shares what one address has
    address: new RateLimiter(rateLimits.address, take, clock, 'address of the many'),
    access: access <= LARGEST_LOG ? new ExactLimiter(access, log, clock) : new RateLimiter(access, take, clock),
  }
}

/** When a key was last used is worth knowing, not worth failing for. */
async function flush(principals: Principals, log: Logger): Promise<void> {
  await principals
    .flushUses()
    .catch((error: Error) => log.warn({ reason: error.message }, 'key uses could not be written'))
}
