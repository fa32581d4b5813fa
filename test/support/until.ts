import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a condition that no event announces. Fails with what was waited for. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`)
  }
}
