// Stops a server without failing requests.
import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Without a request for /readyz in this time, no load balancer watches, and the drain is skipped. */
const WATCHED_MS = 60_000
const CHECK_MS = 50

export class Draining {
  isDraining = false
  private checkedAt: number | null = null

  begin(): void {
    this.isDraining = true
  }

  noteReadinessCheck(): void {
    this.checkedAt = performance.now()
  }

  isWatched(): boolean {
    return this.checkedAt !== null && performance.now() - this.checkedAt < WATCHED_MS
  }
}

export interface DrainTimes {
  /** Requests are still accepted this long, if /readyz is watched. */
  readonly drainMs: number
  /** After this time, open connections are closed. */
  readonly closeMs: number
}

export async function closeDrained(
  server: http.Server,
  draining: Draining,
  { drainMs, closeMs }: DrainTimes,
): Promise<void> {
  draining.begin()
  const deadline = setTimeout(() => server.closeAllConnections(), closeMs)
  if (draining.isWatched()) await sleep(drainMs)
  // server.close does so only once
  const check = setInterval(() => server.closeIdleConnections(), CHECK_MS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(check)
  clearTimeout(deadline)
}

export async function closeAtOnce(server: http.Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
