// Measures how long the event loop is blocked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const RESOLUTION_MS = 5

/** Milliseconds; the longest time that the event loop was blocked during `work`. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  await sleep(2 * RESOLUTION_MS)
  try {
    await work()
    await sleep(2 * RESOLUTION_MS)
  } finally {
    delay.disable()
  }
  return delay.max / 1e6
}
