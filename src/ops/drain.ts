// Stops a server without failing requests: /readyz reports draining first, then open requests finish.
import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A load balancer that requested /readyz within this time, in milliseconds, is given time to see that it fails. */
const WATCHED_MS = 60_000
const CHECK_MS = 50

/** Whether the process is stopping, and whether a load balancer watches /readyz. */
export class Draining {
  /** Set by `begin`. */
  isDraining = false
  private checkedAt: number | null = null

  begin(): void {
    this.isDraining = true
  }

  /** Records a request for /readyz. */
  noteReadinessCheck(): void {
    this.checkedAt = performance.now()
  }

  /** Whether /readyz was requested lately. */
  isWatched(): boolean {
    return this.checkedAt !== null && performance.now() - this.checkedAt < WATCHED_MS
  }
}

export interface DrainTimes {
  /** How long the server accepts requests while /readyz reports draining; skipped when /readyz is not watched. */
  readonly drainMs: number
  /** When open connections are closed, from the beginning of the drain. */
  readonly closeMs: number
}

/** Drains a server: reports it at /readyz, waits, accepts no more connections, and waits for open requests. */
export async function closeDrained(
  server: http.Server,
  draining: Draining,
  { drainMs, closeMs }: DrainTimes,
): Promise<void> {
  draining.begin()
  const deadline = setTimeout(() => server.closeAllConnections(), closeMs)
  if (draining.isWatched()) await sleep(drainMs)
  // server.close closes idle connections only once; later ones would stay for the keep-alive timeout
  const check = setInterval(() => server.closeIdleConnections(), CHECK_MS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(check)
  clearTimeout(deadline)
}

/** Closes a server and its connections without waiting for open requests. */
export async function closeAtOnce(server: http.Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
