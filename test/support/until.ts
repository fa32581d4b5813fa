import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for a condition; default limit 60 seconds. Asks less often the longer it has waited, since each check costs
 * processor time.
 * @param what names the condition in the error
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const startedAt = Date.now()
  while (!(await condition())) {
    const waitedMs = Date.now() - startedAt
    if (waitedMs > timeoutMs) throw new Error(`not within ${timeoutMs} ms: ${what}`)
    await sleep(20 + Math.min(waitedMs / 10, 200))
  }
}
