// How long the next one would wait for a connection of the pool: who waits before it, and how fast connections come free.

/** What is asked of a pool (pg's Pool). */
export interface WaitedFor {
  readonly waitingCount: number
  on(event: 'release', hear: () => void): unknown
}

/** A pace is measured over this long, in milliseconds, and over so many rounds of the pool at most. */
const MEASURED_MS = 100
const MEASURED_ROUNDS = 8
/** Before anything was measured: each connection comes free this often, in milliseconds. A guess on the fast side. */
const FIRST_HOLD_MS = 1

/**
 * Expected wait by Little's law: waiting ÷ connections that come free a millisecond. The pace is only measured while some wait
 * for every connection; a lone request says nothing of what the pool could do. It costs a counter for each statement.
 */
export class PoolDelay {
  private released = 0
  /** Connections that come free a millisecond, as last measured. */
  private pace: number
  private measuredSince: number | null = null
  private releasedBefore = 0

  /** @param size connections at most */
  constructor(
    private readonly pool: WaitedFor,
    private readonly size: number,
  ) {
    this.pace = size / FIRST_HOLD_MS
    pool.on('release', () => {
      this.released++
      if (pool.waitingCount < size) this.measuredSince = null
    })
  }

  /** How many wait. */
  waiting(): number {
    return this.pool.waitingCount
  }

  /**
   * Milliseconds the next one would wait; 0 while fewer wait than there are connections: each then gets the next to come free.
   * @param now milliseconds on any clock that only goes forward
   */
  expectedMs(now: number): number {
    const { waitingCount } = this.pool
    if (waitingCount < this.size) return 0
    return waitingCount / this.paceAt(now)
  }

  /** What was measured since, weighed with a round at the pace before: a pool that stops is known to be slow within 100 ms. */
  private paceAt(now: number): number {
    if (this.measuredSince === null) {
      this.measuredSince = now
      this.releasedBefore = this.released
    }
    const elapsed = now - this.measuredSince
    const released = this.released - this.releasedBefore
    // after a standstill, what was measured before it must soon weigh little
    const weightMs = Math.min(this.size / this.pace, MEASURED_MS)
    const pace = (released + this.pace * weightMs) / (elapsed + weightMs)
    if (elapsed < MEASURED_MS && released < this.size * MEASURED_ROUNDS) return pace
    this.pace = pace
    this.measuredSince = now
    this.releasedBefore = this.released
    return this.pace
  }
}
