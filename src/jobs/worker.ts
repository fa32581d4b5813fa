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
import { isDatabaseUnavailable } from '../db/errors'
import { reasonOf } from '../error-message'
import type { Logger } from '../logger'
import { crontab, type Tasks } from './tasks'

const POLL_MS = 1_000
const SLOWEST_RESTART_MS = 15_000

/** Tasks that run side by side, so many at a time. */
interface RunnerKind {
  readonly tasks: readonly (keyof Tasks)[]
  readonly concurrency: number
  /** When its clock tasks run, in graphile-worker's crontab. */
  readonly schedule: string
}

/** Tasks with places of their own: bulk operations may fill theirs, and what somebody waits for still finds one. */
const apart = { 'dispatch-urgent': 12, 'dispatch-bulk': 8 } as const
const CONCURRENCY_OF_THE_REST = 2

function runnersFor(tasks: Tasks, schedule: string): RunnerKind[] {
  const rest = (Object.keys(tasks) as (keyof Tasks)[]).filter((name) => !(name in apart))
  return [
    { tasks: rest, concurrency: CONCURRENCY_OF_THE_REST, schedule },
    ...Object.entries(apart).map(([name, concurrency]) => ({
      tasks: [name as keyof typeof apart],
      concurrency,
      schedule,
    })),
  ]
}

export interface Worker {
  /** The names under which jobs are locked now. */
  names(): string[]
  /** Waits for the jobs at work, then ends. */
  stop(): Promise<void>
}

/**
 * Runs the tasks until stopped; comes back by itself when the database was away.
 * @param abandon called with the names of a runner that ended by itself: what it held is nobody's
 * @param schedule when the clock tasks run
 */
export function startWorker(
  pool: Pool,
  tasks: Tasks,
  log: Logger,
  abandon: (names: readonly string[]) => Promise<void>,
  schedule: string = crontab,
): Worker {
  const supervised = runnersFor(tasks, schedule).map((runner) => superviseRunner(pool, tasks, runner, log, abandon))
  return {
    names: () => supervised.flatMap((one) => one.names()),
    async stop() {
      await Promise.all(supervised.map((one) => one.stop()))
    },
  }
}

function superviseRunner(
  pool: Pool,
  tasks: Tasks,
  kind: RunnerKind,
  log: Logger,
  abandon: (names: readonly string[]) => Promise<void>,
): Worker {
  const stopping = new AbortController()
  let current: StartedRunner | null = null
  const supervise = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        current = await startRunner(pool, tasks, kind, log)
        failures = 0
        // told to stop while it started: nobody else would stop it
        if (stopping.signal.aborted) return void (await current.runner.stop().catch(() => undefined))
        const reason = await current.ended
        if (stopping.signal.aborted) return
        log.warn({ reason }, 'the job runner ended and is started again')
        await current.runner.stop().catch(() => undefined)
        await abandon(current.names)
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the job runner does not start; trying again')
      }
      const pause = Math.min(500 * 2 ** failures, SLOWEST_RESTART_MS)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const supervisor = supervise()
  return {
    names: () => [...(current?.names ?? [])],
    async stop() {
      stopping.abort()
      await current?.runner.stop().catch(() => undefined)
      await supervisor
    },
  }
}

interface StartedRunner {
  readonly runner: Runner
  /** Settles when it has ended by itself. */
  readonly ended: Promise<string>
  readonly names: string[]
}

async function startRunner(
  pool: Pool,
  tasks: Tasks,
  { tasks: mine, concurrency, schedule }: RunnerKind,
  log: Logger,
): Promise<StartedRunner> {
  const events: WorkerEvents = new EventEmitter()
  const names: string[] = []
  events.on('worker:create', ({ worker }) => void names.push(worker.workerId))
  const fatal = new Promise<string>((resolve) => events.on('worker:fatalError', () => resolve('a worker gave up')))
  const runner = await run({
    pgPool: pool,
    taskList: toTaskList(tasks, mine),
    parsedCronItems: parseCrontab(schedule).filter(({ task }) => mine.some((name) => name === task)),
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: toGraphileLogger(log),
  })
  const over = runner.promise.then(
    () => 'the runner stopped',
    (error: Error) => error.message,
  )
  return { runner, ended: Promise.race([fatal, over]), names }
}

/** Payloads come from `enqueue`, which takes no other. */
function toTaskList(tasks: Tasks, mine: readonly (keyof Tasks)[]): TaskList {
  return Object.fromEntries(mine.map((name) => [name, (payload) => tasks[name](payload as never)]))
}

/** Graphile-worker's advice for a pool that its tasks work on, too: ours only hands out jobs and strikes them off. */
const isAboutPoolSize = (message: string): boolean => message.startsWith('WARNING: having maxPoolSize')

/** Its info lines tell of every finished job: too much at info. */
function toGraphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message, meta) => {
    const ours = level === 'error' ? 'error' : level === 'warning' && !isAboutPoolSize(message) ? 'warn' : 'debug'
    const error = (meta as { error?: unknown } | undefined)?.error
    // the database going away is told once for each of a dozen workers: no stacks for that
    if (isDatabaseUnavailable(error)) log.debug({ ...scope, reason: reasonOf(error) }, message)
    else log[ours]({ ...scope, err: error }, message)
  })
}
