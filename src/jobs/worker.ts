// graphile-worker in this process, supervised: a restart of PostgreSQL ends its runner for good, so a fresh one is started.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger as GraphileLogger,
  parseCrontab,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from '../logger'
import { crontab, type Tasks } from './tasks'

const CONCURRENCY = 2
const POLL_MS = 1_000
const SLOWEST_RESTART_MS = 15_000

export interface Worker {
  /** Waits for the jobs at work, then ends. */
  stop(): Promise<void>
}

/** Runs the tasks by their crontab until stopped; comes back by itself when the database was away. */
export function startWorker(pool: Pool, tasks: Tasks, log: Logger): Worker {
  const stopping = new AbortController()
  let runner: Runner | null = null
  const supervise = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        const { started, ended } = await startRunner(pool, tasks, log)
        runner = started
        failures = 0
        const reason = await ended
        if (stopping.signal.aborted) return
        log.warn({ reason }, 'the job runner ended and is started again')
        await runner.stop().catch(() => undefined)
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the job runner does not start; trying again')
      }
      const pause = Math.min(500 * 2 ** failures, SLOWEST_RESTART_MS)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const supervisor = supervise()
  return {
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => undefined)
      await supervisor
    },
  }
}

async function startRunner(
  pool: Pool,
  tasks: Tasks,
  log: Logger,
): Promise<{ started: Runner; ended: Promise<string> }> {
  const events: WorkerEvents = new EventEmitter()
  const fatal = new Promise<string>((resolve) => events.on('worker:fatalError', () => resolve('a worker gave up')))
  const started = await run({
    pgPool: pool,
    taskList: toTaskList(tasks),
    parsedCronItems: parseCrontab(crontab),
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: toGraphileLogger(log),
  })
  const over = started.promise.then(
    () => 'the runner stopped',
    (error: Error) => error.message,
  )
  return { started, ended: Promise.race([fatal, over]) }
}

/** Payloads come from `enqueue`, which takes no other. */
function toTaskList(tasks: Tasks): TaskList {
  const entries = Object.entries(tasks) as [string, (payload: never) => Promise<void>][]
  return Object.fromEntries(entries.map(([name, task]) => [name, (payload) => task(payload as never)]))
}

/** Its info lines tell of every finished job: too much at info. */
function toGraphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message, meta) => {
    const ours = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log[ours]({ ...scope, err: (meta as { error?: unknown } | undefined)?.error }, message)
  })
}
