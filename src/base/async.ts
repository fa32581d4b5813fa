// Waiting: time limits, pauses that end early, retries.
import { setTimeout as sleep } from 'node:timers/promises'

/** @throws Error when the work takes longer; it is not cancelled */
export async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Ends early when `stopping` is aborted. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
}

export interface Retries {
  readonly isRetryable: (error: unknown) => boolean
  /** No attempt begins later than this. */
  readonly forMs: number
  /** Each pause is 0.5 to 1.5 times this. */
  readonly pauseMs: number
}

/** @throws the first error that is not retryable, or the last one */
export async function retry<Result>(
  { isRetryable, forMs, pauseMs }: Retries,
  work: () => Promise<Result>,
): Promise<Result> {
  for (const until = performance.now() + forMs; ; await sleep(pauseMs * (0.5 + Math.random()))) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || performance.now() > until) throw error
    }
  }
}
