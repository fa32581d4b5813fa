import { setTimeout as sleep } from 'node:timers/promises'

/** @param what the condition, for the error */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`)
  }
}
