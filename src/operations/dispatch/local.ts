// With SCHEDULER=off, the process that receives a request dispatches.
import { randomUUID } from 'node:crypto'
import { drain, leaseSecondsFor, type DispatchBase } from './dispatcher'

const MAX_RUNNING = 8

export interface LocalDispatch {
  /** Does nothing while `MAX_RUNNING` are running, or after `stop`. */
  start(): void
  stop(): Promise<void>
}

export function makeLocalDispatch(base: DispatchBase): LocalDispatch {
  const leaseSeconds = leaseSecondsFor(base.settings.platformTimeoutMs)
  const dispatcher = {
    base,
    claimer: { workerId: `local ${randomUUID()}`, leaseSeconds },
    codes: 'connection',
  } as const
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  return {
    start() {
      if (running.size >= MAX_RUNNING || stopping.signal.aborted) return
      const run: Promise<void> = drain(dispatcher, ['settle', 'urgent', 'bulk'], stopping.signal)
        .catch((error: unknown) => base.log.warn({ err: error }, 'the queue of rank changes could not be read'))
        .finally(() => running.delete(run))
      running.add(run)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
