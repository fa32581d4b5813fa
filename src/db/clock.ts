// The time of the database, the same for all processes. Between two readings a process counts with its monotonic clock,
// so a wrong clock of a machine moves no limit, expiry or deadline.
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../generated/database'

const READ_EVERY_MS = 5_000
/** Smaller differences are ignored: the network explains a part of them. */
const TOLERANCE_MS = 250

/** Whether the time is less than `seconds` ago. */
export function isWithin(seconds: number, time: string | null, now: Date): boolean {
  return time !== null && now.getTime() - Date.parse(time) < seconds * 1_000
}

export interface Clock {
  readonly now: () => Date
  /** {@link now} in whole milliseconds. */
  readonly ms: () => number
  /** Monotonic milliseconds, for durations. */
  readonly elapsedMs: () => number
  stop(): void
}

/** Reads the database's clock every five seconds. Until the first reading, the time is that of the machine. */
export class DatabaseClock implements Clock {
  private offsetMs = Date.now() - performance.now()
  private isReading = false
  private readonly timer: NodeJS.Timeout

  constructor(private readonly db: Kysely<DB>) {
    this.timer = setInterval(() => void this.read(), READ_EVERY_MS)
    this.timer.unref()
  }

  readonly ms = (): number => Math.floor(performance.now() + this.offsetMs)
  readonly now = (): Date => new Date(this.ms())
  readonly elapsedMs = (): number => performance.now()

  stop(): void {
    clearInterval(this.timer)
  }

  /** Keeps the last reading when the database does not answer. */
  async read(): Promise<void> {
    if (this.isReading) return
    this.isReading = true
    const sentAt = performance.now()
    try {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(this.db)
      const halfMs = (performance.now() - sentAt) / 2
      const offsetMs = (rows[0]?.ms ?? Number.NaN) - sentAt - halfMs
      if (Math.abs(offsetMs - this.offsetMs) > TOLERANCE_MS + halfMs) this.offsetMs = offsetMs
    } catch {
      // other statements report that the database is away
    } finally {
      this.isReading = false
    }
  }
}

export function fixedClock(now: () => Date): Clock {
  const ms = (): number => now().getTime()
  return { now, ms, elapsedMs: ms, stop: () => undefined }
}
