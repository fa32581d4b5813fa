// A stop that nobody notices: first /readyz says so, so that whoever asks it sends no more; then what was begun is finished.
import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever asked for readiness this long ago, in milliseconds, will ask again: it is worth while to tell it first. */
const ASKED_LATELY_MS = 60_000
const LOOK_MS = 50

/** Whether this process is on its way out, and whether anybody watches. */
export class Draining {
  private begun = false
  private askedAt: number | null = null

  get isDraining(): boolean {
    return this.begun
  }

  begin(): void {
    this.begun = true
  }

  /** Somebody asked whether requests may be sent here. */
  noteAsked(): void {
    this.askedAt = performance.now()
  }

  /** Whether somebody asks, who must be told before the door is closed. */
  isWatched(): boolean {
    return this.askedAt !== null && performance.now() - this.askedAt < ASKED_LATELY_MS
  }
}

export interface DrainTimes {
  /** How long requests are still taken while /readyz already says no; nothing where nobody asks it. */
  readonly drainMs: number
  /** From the beginning to the cut of what is still under way. */
  readonly cutMs: number
}

/** Closes a server: tells, waits, takes no more, and waits for the answers that are under way. */
export async function closeDrained(
  server: http.Server,
  draining: Draining,
  { drainMs, cutMs }: DrainTimes,
): Promise<void> {
  draining.begin()
  const cut = setTimeout(() => server.closeAllConnections(), cutMs)
  if (draining.isWatched()) await sleep(drainMs)
  // Node looks for idle connections once; those that are answered later would be kept for another minute
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(look)
  clearTimeout(cut)
}

/** Closes a server whose answers nobody needs to the end. */
export async function closeAtOnce(server: http.Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
