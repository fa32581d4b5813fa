// The composition root of the server; tests pass their own parts.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Express, Router } from 'express'
import { ExactLimiter, RateLimiter, type TakePermits } from '../limits/limits'
import { KeyCache } from '../auth/key-cache'
import { countRequest, takePermits } from '../limits/queries'
import { given } from '../base/given'
import { projectRoot } from '../base/project-root'
import { JOB, type Db, type Settings } from '../context'
import { readCookie } from '../people/cookies'
import { ApplicantSessions } from '../people/applicants/sessions'
import { Sessions } from '../people/sessions'
import { readContractTexts } from '../contract/document'
import { DatabaseClock, fixedClock, type Clock } from '../db/clock'
import { openDatabase, type ConnectionKind, type Database } from '../db/database'
import { Listener } from '../db/listener'
import { readMigrations } from '../db/migrations/files'
import { readFunctions } from '../db/migrations/functions'
import { Replica } from '../db/replica'
import { makeAvatarHandler } from '../http/avatars'
import { makeChecks } from '../http/checks'
import { createApp } from '../http/app'
import type { Console } from '../http/console'
import { makeRequestHandler, serverContract } from '../http/handle-request'
import { handlers } from '../http/handlers'
import { LoadShedder } from '../http/load-shedder'
import type { Draining } from '../http/probes/drain'
import { makeProbes, type Probes } from '../http/probes/probes'
import { makeReadiness } from '../http/probes/readiness'
import { withReplica } from '../http/replica-lists'
import { startHeartbeat } from '../jobs/heartbeat'
import { unlockJobs } from '../jobs/queries'
import type { Schedule } from '../jobs/schedule'
import { makeTasks, schedule, type JobBase } from '../jobs/tasks'
import { startWorker, type Concurrency, type Worker } from '../jobs/worker'
import type { Chat } from '../applications/chat/chat'
import type { Logger } from '../base/logger'
import { listeningNotifier, pollingMode } from '../operations/enqueue/completion-notifier'
import { leaseSecondsFor } from '../operations/dispatch/dispatcher'
import { makeLocalDispatch } from '../operations/dispatch/local'
import type { Claimer } from '../operations/dispatch/queries'
import { Avatars } from '../members/avatars/avatars'
import type { AvatarSource } from '../platform/http-avatars'
import { deploymentReader } from './deployment-state'
import type { Platform } from '../platform/platform'
import { requireKnownKey } from '../encryption/rotation/actions'
import { metricsText } from '../base/telemetry/metrics'
import { startWebhookSender } from '../webhooks/sender'

export interface AppParts {
  readonly connectionString: string
  readonly poolSize: number
  /** Without the pooler. */
  readonly directUrl?: string | null
  /** Default: true without a pooler. */
  readonly preparedStatements?: boolean
  /** Default 3000. */
  readonly connectsWithinMs?: number
  /** For lists with `x-read-replica`. */
  readonly replica?: { readonly url: string; readonly maxLagMs: number } | null
  readonly platform: Platform
  /** Null: no bot. */
  readonly chat: { readonly client: Chat; readonly resultUrl: string | null } | null
  readonly settings: Settings
  /** False: the process that receives a request executes its rank changes. */
  readonly scheduler: boolean
  /** Default: that of jobs/tasks.ts. */
  readonly schedule?: Schedule
  readonly concurrency?: Concurrency
  /** Requests per minute; null: off. */
  readonly rateLimits: { readonly key: number; readonly address: number; readonly access: number } | null
  readonly trustProxy: number | string | false
  /** Of the platform's notifications; empty: they are refused. */
  readonly platformSecrets: readonly string[]
  /** Null: left out. */
  readonly console?: Console | null
  /** Pictures of accounts for the console; null or absent: off. */
  readonly avatars?: AvatarSource | null
  readonly log: Logger
  /** Default: the database's clock. */
  readonly now?: (() => Date) | undefined
}

export interface App {
  readonly web: Express
  /** For the server in front of it. */
  readonly loadShedder: LoadShedder
  readonly db: Db
  isListenerLive(): boolean
  close(): Promise<void>
}

const FLUSH_MS = 60_000
/** Pools are separate, so that one kind of work cannot use the connections of another. */
const WORKER_POOL_SIZE = 12
/** Each of the five job runners listens on a connection of its own. */
const JOB_QUEUE_POOL_SIZE = 10
/**
 * All 70 jobs that run at once can ask for the next one at the same time. A job that fails to store its end stops its
 * runner.
 */
const JOB_QUEUE_CONNECTS_WITHIN_MS = 15_000
/** After this time, the primary answers. */
const REPLICA_TIMEOUT_MS = 3_000

const PROBE_POOL_SIZE = 2
const PROBE_TIMEOUT_MS = 2_000

/** The database must be migrated. @param probes absent: on another port */
export async function makeApp(parts: AppParts, probes?: Router): Promise<App> {
  const { log } = parts
  const database = openDatabase(parts.connectionString, parts.poolSize, log, { ...kindOf(parts), name: 'api' })
  const clock = clockOf(parts, database)
  const { now } = clock
  const listener = new Listener(directUrlOf(parts), log)
  const keys = new KeyCache(database.db, listener, clock.elapsedMs)
  const sessions = new Sessions(database.db, now)
  const applicants = new ApplicantSessions(database.db, now)
  listener.on('access_changed', (communityId) => keys.invalidate(communityId))
  const avatars = parts.avatars ? new Avatars(parts.avatars, log, now) : null
  listener.on('account_erased', (userId) => avatars?.forget(Number(userId)))
  listener.onConnected(() => {
    keys.invalidate('*')
    avatars?.forgetAll()
  })
  const notifier = listeningNotifier(listener)
  await listener.start()
  const replica = openReplica(parts)
  const limits = makeLimits(parts, database, clock.ms)
  const { platform, settings, platformSecrets, scheduler } = parts
  const queue = { scheduler, notifier, dispatch: null }
  const local = scheduler
    ? null
    : makeLocalDispatch({ db: database.db, platform, settings, log, now, rankChanges: queue, caller: JOB })
  const rankChanges = { ...queue, dispatch: local && (() => local.start()) }
  const shared = { keys, sessions, applicants, limits, base: { db: database.db, platform, settings, rankChanges }, now }
  const handleRequest = makeRequestHandler({
    ...shared,
    contract: await serverContract(),
    handlers: replica ? withReplica(handlers, replica) : handlers,
    platformSecrets,
  })
  const handleAvatar = makeAvatarHandler({ ...shared, avatars })
  const loadShedder = new LoadShedder(database.pool, log, ({ headers }) => {
    const { authorization, cookie, 'x-community-id': communityId } = headers
    if (authorization === undefined && cookie !== undefined) {
      const read = (name: 'session' | 'applicant') => readCookie(settings.publicUrl, cookie, name)
      const [token, applicant] = [read('session'), read('applicant')]
      if (token !== null) return sessions.communityOf(token)
      if (applicant !== null) return applicants.communityOf(applicant)
    }
    return keys.communityOf({ authorization, communityId: communityId as string | undefined })
  })
  const timer = startHousekeeping(keys, limits, log)
  const pageLimit = limits?.pages ?? null
  return {
    web: createApp({
      ...parts,
      ...given({ probes }),
      handleRequest,
      avatars: { handle: handleAvatar, areOn: avatars !== null },
      contract: readContractTexts(),
      pageLimit,
    }),
    loadShedder,
    db: database.db,
    isListenerLive: () => listener.isLive(),
    async close() {
      clearInterval(timer)
      clock.stop()
      loadShedder.stop()
      await flush(keys, log)
      await local?.stop()
      await listener.stop()
      await replica?.close()
      await database.close()
    },
  }
}

function startHousekeeping(keys: KeyCache, limits: ReturnType<typeof makeLimits>, log: Logger): NodeJS.Timeout {
  const timer = setInterval(() => {
    limits?.key.sweep()
    limits?.address.sweep()
    limits?.pages.sweep()
    limits?.pictures.sweep()
    void flush(keys, log)
  }, FLUSH_MS)
  return timer.unref()
}

export interface WorkerProcess extends Pick<Worker, 'stop'> {
  isAlive(): boolean
}

export function makeWorker(parts: AppParts): WorkerProcess {
  const database = openDatabase(parts.connectionString, WORKER_POOL_SIZE, parts.log, {
    ...kindOf(parts),
    name: 'worker',
  })
  // asynchronous: every job may run twice; direct: the queue uses LISTEN
  const queue = openDatabase(directUrlOf(parts), JOB_QUEUE_POOL_SIZE, parts.log, {
    name: 'jobs',
    commits: 'asynchronous',
    connectsWithinMs: JOB_QUEUE_CONNECTS_WITHIN_MS,
  })
  const clock = clockOf(parts, database)
  const base: JobBase = {
    db: database.db,
    platform: parts.platform,
    settings: parts.settings,
    now: clock.now,
    log: parts.log,
    rankChanges: { ...pollingMode, scheduler: parts.scheduler },
    chat: parts.chat,
    caller: JOB,
  }
  const { db } = database
  const stopping = new AbortController()
  const claimer: Claimer = {
    workerId: `worker ${randomUUID()}`,
    leaseSeconds: leaseSecondsFor(parts.settings.platformTimeoutMs),
  }
  const tasks = makeTasks(base, { claimer, stop: stopping.signal })
  const unlock = (names: readonly string[]): Promise<void> => unlockJobs(db, names)
  const worker = startWorker(queue.pool, tasks, parts.log, unlock, parts.concurrency)
  const deliveries = startWebhookSender(base)
  const heartbeat = startHeartbeat(base, claimer.workerId, () => worker.names(), parts.schedule ?? schedule)
  return {
    isAlive: () => heartbeat.isAlive(),
    async stop() {
      stopping.abort()
      await Promise.all([worker.stop(), deliveries.stop()])
      await heartbeat.stop()
      clock.stop()
      await queue.close()
      await database.close()
    },
  }
}

/** Undefined: not in this process; null: not started. */
export interface ProbedParts {
  readonly app: () => App | null | undefined
  readonly worker: () => WorkerProcess | null | undefined
  readonly draining: Draining
}

export async function checkKey(parts: AppParts, source: string): Promise<void> {
  const { db, close } = openDatabase(parts.connectionString, 1, parts.log, kindOf(parts))
  try {
    await requireKnownKey({ db, settings: parts.settings }, source)
  } finally {
    await close()
  }
}

/** On connections of their own, because probes must answer while the pools are exhausted. */
export function makeProcessProbes(parts: AppParts, probed: ProbedParts): Probes & { close(): Promise<void> } {
  const kind = { ...kindOf(parts), answersWithinMs: PROBE_TIMEOUT_MS }
  const { db, close } = openDatabase(parts.connectionString, PROBE_POOL_SIZE, parts.log, kind)
  const { app, worker, draining } = probed
  const checks = makeChecks({
    db,
    files: readMigrations(path.join(projectRoot, 'sql')),
    functions: readFunctions(path.join(projectRoot, 'sql')),
    isWorkerAlive: worker() === undefined ? null : () => worker()?.isAlive() ?? false,
    needsWorker: parts.scheduler,
    isListenerLive: app() === undefined ? null : () => app()?.isListenerLive() ?? false,
  })
  const showDeployment = deploymentReader(db)
  const metrics = (): Promise<string> => showDeployment().then(metricsText)
  const readiness = makeReadiness(checks, draining, parts.log)
  const probes = makeProbes({ draining, readiness, metrics })
  return { ...probes, close }
}

const directUrlOf = ({ connectionString, directUrl }: AppParts): string => directUrl ?? connectionString

function kindOf({ directUrl = null, preparedStatements, connectsWithinMs }: AppParts): ConnectionKind {
  return { pooled: directUrl !== null, prepares: preparedStatements, connectsWithinMs }
}

function openReplica(parts: AppParts): Replica | null {
  if (!parts.replica) return null
  const { url, maxLagMs } = parts.replica
  const kind = { ...kindOf(parts), optional: true }
  const answersWithinMs = REPLICA_TIMEOUT_MS
  const reads = openDatabase(url, parts.poolSize, parts.log, { ...kind, name: 'replica', answersWithinMs })
  const probe = openDatabase(url, 1, parts.log, kind)
  const primary = openDatabase(directUrlOf(parts), 1, parts.log)
  return new Replica({ reads, probe, primary }, maxLagMs, parts.log)
}

function clockOf({ now }: AppParts, { db }: Database): Clock {
  if (now) return fixedClock(now)
  const clock = new DatabaseClock(db)
  void clock.read()
  return clock
}

/** For one address: more than a reader opens, and enough for a program that reads every page once. */
const PAGES_PER_MINUTE = 600
/** Of accounts, for one person: more than one scrolls past. */
const PICTURES_PER_MINUTE = 1_200

function makeLimits({ rateLimits }: AppParts, { db }: Database, clock: () => number) {
  if (!rateLimits) return null
  const take: TakePermits = (request) => takePermits(db, request)
  return {
    key: new RateLimiter('key', rateLimits.key, take, clock),
    // a flood of addresses shares a bucket; keys never do
    address: new RateLimiter('address', rateLimits.address, take, clock, 'address overflow'),
    pages: new RateLimiter('pages', PAGES_PER_MINUTE, take, clock, 'pages overflow'),
    pictures: new RateLimiter('pictures', PICTURES_PER_MINUTE, take, clock),
    access: new ExactLimiter('access', rateLimits.access, (...request) => countRequest(db, ...request), clock),
  }
}

async function flush(keys: KeyCache, log: Logger): Promise<void> {
  await keys
    .flushUsage()
    .catch((error: Error) => log.warn({ reason: error.message }, 'the last use of keys was not stored'))
}
