// Runs graphile-worker, and restarts its runner, which ends when PostgreSQL restarts.
import { EventEmitter } from 'node:events'
import type { LogFunctionFactory, Runner, TaskList, WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { pause } from '../base/async'
import { isDatabaseUnavailable } from '../db/errors'
import { errorCode, errorMessage } from '../base/error-message'
import { FailureLog, type Logger } from '../base/logger'
import { countJob } from '../base/telemetry/metrics'
import { spreadJobs } from '../db/job-queue'
import type { Tasks } from './tasks'

/** For jobs that run later. */
const POLL_MS = 1_000
/** The sweep (heartbeat.ts) wakes the dispatch each second; a poll removes jobs that were left behind. */
const DISPATCH_POLL_MS = 30_000
/** A runner that has found a job asks for the next one at once. */
const SYNC_POLL_MS = 10_000
const MAX_RESTART_PAUSE_MS = 15_000
const failedStarts = new FailureLog()

/** Jobs of a kind that run at once; default {@link usualConcurrency}. */
export interface Concurrency {
  readonly urgent: number
  readonly bulk: number
  readonly syncs: number
  readonly reversals: number
  readonly shared: number
}

export const usualConcurrency: Concurrency = { urgent: 12, bulk: 8, syncs: 48, reversals: 4, shared: 2 }

interface RunnerKind {
  readonly tasks: readonly (keyof Tasks)[]
  readonly concurrency: number
  readonly pollMs: number
}

/**
 * Bulk rank changes do not delay urgent ones, and waiting for the platform delays neither these nor the shared jobs.
 * Reversals may take long, so that they delay each other at most, and those of one community run in its own queue.
 */
const dedicated = [
  { tasks: ['dispatch-urgent'], runner: 'urgent', pollMs: DISPATCH_POLL_MS },
  { tasks: ['dispatch-bulk'], runner: 'bulk', pollMs: DISPATCH_POLL_MS },
  { tasks: spreadJobs, runner: 'syncs', pollMs: SYNC_POLL_MS },
  { tasks: ['take-back'], runner: 'reversals', pollMs: POLL_MS },
] as const

function runnersFor(tasks: Tasks, concurrency: Concurrency): RunnerKind[] {
  const ownRunner = dedicated.flatMap((kind): readonly (keyof Tasks)[] => kind.tasks)
  const shared = (Object.keys(tasks) as (keyof Tasks)[]).filter((name) => !ownRunner.includes(name))
  const kinds = [{ tasks: shared, runner: 'shared', pollMs: POLL_MS } as const, ...dedicated]
  return kinds.map(({ runner, ...kind }) => ({ ...kind, concurrency: concurrency[runner] }))
}

export interface Worker {
  names(): string[]
  stop(): Promise<void>
}

/**
 * Runs also across database outages.
 * @param releaseJobs unlocks the jobs of a runner that ended by itself
 */
export function startWorker(
  pool: Pool,
  tasks: Tasks,
  log: Logger,
  releaseJobs: (names: readonly string[]) => Promise<void>,
  concurrency: Concurrency = usualConcurrency,
): Worker {
  const runners = runnersFor(tasks, concurrency)
  const supervised = runners.map((kind) => superviseRunner(pool, tasks, kind, log, releaseJobs))
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
  releaseJobs: (names: readonly string[]) => Promise<void>,
): Worker {
  const stopping = new AbortController()
  let current: StartedRunner | null = null
  /** Names of ended runners, which can still lock jobs. */
  let ended: readonly string[] = []
  const supervise = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        if (ended.length > 0) await releaseJobs(ended)
        ended = []
        current = await startRunner(pool, tasks, kind, log)
        failures = 0
        // stopped while starting
        if (stopping.signal.aborted) return void (await current.runner.stop().catch(() => undefined))
        const reason = await current.ended
        if (stopping.signal.aborted) return
        log.warn({ reason }, 'the job runner ended and is restarted')
        await current.runner.stop().catch(() => undefined)
        ended = current.names
      } catch (error) {
        const message = 'the job runner failed to start and is tried again'
        failedStarts.report(log, 'warn', errorCode(error), { reason: errorMessage(error) }, message)
      }
      await pause(Math.min(500 * 2 ** failures, MAX_RESTART_PAUSE_MS), stopping.signal)
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
  readonly ended: Promise<string>
  readonly names: string[]
}

async function startRunner(
  pool: Pool,
  tasks: Tasks,
  { tasks: mine, concurrency, pollMs }: RunnerKind,
  log: Logger,
): Promise<StartedRunner> {
  // only a worker needs its modules
  const { Logger: GraphileLogger, run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  const names: string[] = []
  events.on('worker:create', ({ worker }) => void names.push(worker.workerId))
  events.on('job:success', ({ job }) => countJob(job.task_identifier, 'ok'))
  events.on('job:error', ({ job }) => countJob(job.task_identifier, 'failed'))
  const fatal = new Promise<string>((resolve) => events.on('worker:fatalError', () => resolve('a worker failed')))
  const runner = await run({
    pgPool: pool,
    taskList: toTaskList(tasks, mine),
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    events,
    logger: new GraphileLogger(logTo(log)),
  })
  const over = runner.promise.then(
    () => 'the runner stopped',
    (error: Error) => error.message,
  )
  return { runner, ended: Promise.race([fatal, over]), names }
}

/** Safe: `enqueue` has checked the types. */
function toTaskList(tasks: Tasks, mine: readonly (keyof Tasks)[]): TaskList {
  return Object.fromEntries(mine.map((name) => [name, (payload) => tasks[name](payload as never)]))
}

/** graphile-worker warns of a pool below its concurrency, but this pool serves only its own queries. */
const isAboutPoolSize = (message: string): boolean => message.startsWith('WARNING: having maxPoolSize')

/** Logged when a worker could not store the end of a job, and ends itself. */
const WORKER_ENDS = /; committing seppuku\n.*/s

/** Info becomes debug: it is one line for each job. */
function logTo(log: Logger): LogFunctionFactory {
  return (scope) => (level, text, meta) => {
    const isEnd = WORKER_ENDS.test(text)
    const message = text.replace(WORKER_ENDS, '; the worker ends, and another one runs the job')
    const isWarning = isEnd || (level === 'warning' && !isAboutPoolSize(message))
    const ours = isWarning ? 'warn' : level === 'error' ? 'error' : 'debug'
    const { error, fatalError = error } = (meta ?? {}) as { error?: unknown; fatalError?: unknown }
    // no stack: every worker reports the outage
    if (isDatabaseUnavailable(fatalError)) log.debug({ ...scope, reason: errorMessage(fatalError) }, message)
    else log[ours]({ ...scope, err: fatalError }, message)
  }
}
