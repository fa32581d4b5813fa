// The composition root: the only file that makes the parts and ties them together. Tests make it with their own parts.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { ExactLimiter, RateLimiter, type TakePermits } from './auth/limits'
import { Principals } from './auth/principals'
import { takePermits } from './auth/queries'
import { projectRoot } from './config'
import type { Db, Settings } from './context'
import { loadContract } from './contract/document'
import { openDatabase, type Database } from './db/database'
import { Listener } from './db/listener'
import { makeApi } from './http/api'
import { handlers } from './http/handlers'
import { makeWebApp } from './http/server'
import { startHeart } from './jobs/heart'
import { unlockJobs } from './jobs/queries'
import { makeTasks, type JobBase } from './jobs/tasks'
import { startWorker, type Worker } from './jobs/worker'
import type { Chat } from './chat/chat'
import type { Logger } from './logger'
import { ListenedEndings } from './operations/acceptance/endings'
import { leaseSecondsFor } from './operations/dispatch/pump'
import type { Claimer } from './operations/dispatch/queries'
import type { Platform } from './platform/platform'
import { startDeliveries } from './webhooks/pump'

export interface AppParts {
  readonly connectionString: string
  readonly poolSize: number
  readonly platform: Platform
  /** What the worker sends direct messages with; null: there is no bot. */
  readonly chat: { readonly client: Chat; readonly resultUrl: string | null } | null
  readonly settings: Settings
  /** Rank changes go through the queue and its workers; false: each in the process that was asked. */
  readonly scheduler: boolean
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
  /** Ends the listener, writes what is left to write, closes the pool. */
  close(): Promise<void>
}

const FLUSH_MS = 60_000
/** The jobs have connections of their own, so that neither they nor the API can starve the other; so has their queue. */
const WORKER_POOL_SIZE = 12
const JOB_QUEUE_POOL_SIZE = 8

/** Makes the API on a migrated database. */
export async function makeApp(parts: AppParts): Promise<App> {
  const { connectionString, log, now = () => new Date() } = parts
  const database = openDatabase(connectionString, parts.poolSize, log)
  const listener = new Listener(connectionString, log)
  const principals = new Principals(database.db, listener, () => now().getTime())
  listener.on('access_changed', (communityId) => principals.forget(communityId))
  listener.onConnected(() => principals.forget('*'))
  const endings = parts.scheduler ? { endings: new ListenedEndings(listener) } : {}
  await listener.start()
  const limits = makeLimits(parts, database, now)
  const base = { ...toBase(parts, database, now), ...endings }
  const { platformSecrets } = parts
  const api = await makeApi({ document: loadContract(), handlers, principals, platformSecrets, limits, base })
  const contractText = fs.readFileSync(path.join(projectRoot, 'openapi.yaml'), 'utf8')
  const timer = setInterval(() => {
    limits?.key.sweep()
    limits?.address.sweep()
    void flush(principals, log)
  }, FLUSH_MS)
  timer.unref()
  return {
    web: makeWebApp({ api, log, contractText, trustProxy: parts.trustProxy }),
    db: database.db,
    async close() {
      clearInterval(timer)
      await flush(principals, log)
      await listener.stop()
      await database.close()
    },
  }
}

/** Makes and starts the worker of one process. */
export function makeWorker(parts: AppParts): Pick<Worker, 'stop'> {
  const database = openDatabase(parts.connectionString, WORKER_POOL_SIZE, parts.log)
  // taking a job and striking it off: every job may run twice
  const queue = openDatabase(parts.connectionString, JOB_QUEUE_POOL_SIZE, parts.log, 'asynchronous')
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
  const worker = startWorker(queue.pool, tasks, parts.log, (names) => unlockJobs(db, names))
  const deliveries = startDeliveries(base)
  const heart = startHeart(db, claimer.workerId, () => worker.names(), parts.log)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([worker.stop(), deliveries.stop()])
      await heart.stop()
      await queue.close()
      await database.close()
    },
  }
}

function toBase({ platform, settings }: AppParts, { db }: Database, now: () => Date) {
  return { db, platform, settings, now }
}

function makeLimits({ rateLimits }: AppParts, { db }: Database, now: () => Date) {
  if (!rateLimits) return null
  const take: TakePermits = (bucket, windowStart, permits) => takePermits(db, bucket, windowStart, permits)
  const clock = (): number => now().getTime()
  return {
    key: new RateLimiter(rateLimits.key, take, clock),
    address: new RateLimiter(rateLimits.address, take, clock),
    access: new ExactLimiter(rateLimits.access, take, clock),
  }
}

/** When a key was last used is worth knowing, not worth failing for. */
async function flush(principals: Principals, log: Logger): Promise<void> {
  await principals
    .flushUses()
    .catch((error: Error) => log.warn({ reason: error.message }, 'key uses could not be written'))
}
