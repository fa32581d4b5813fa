// Rate limits shared by all processes without a database round trip per request. A process leases a block of permits of the
// current window and spends them from memory; blocks shrink as the window fills. window.ts has the arithmetic.
import { DomainError } from '../errors'
import { countAt, roomAt, untilRoom, weightMs, WINDOW_MS, windowStart, type Count } from './window'

/** Buckets a process keeps at most, some 15 MB: a flood from many addresses must not fill the memory. */
const MAX_BUCKETS = 50_000

/** Before the first lease of a window a process may admit this share of the limit. */
const TRUST = 0.01
/** A lease takes at most this share of the limit, and of what is left. */
const LARGEST_LEASE = 0.1
const SHARE_OF_REST = 0.125
/** A lease grows with what the process has used, so that an idle process keeps few permits from the others. */
const SHARE_OF_USED = 0.5

/** What the caller may know of its limit. */
export interface RateStatus {
  readonly limit: number
  readonly remaining: number
  /** When nothing remains, milliseconds until a request is accepted; otherwise until requests begin to leave the count. */
  readonly resetMs: number
}

/** What a process asks of the store for one bucket. */
export interface LeaseRequest {
  readonly bucket: string
  readonly start: number
  /** Share of the previous window that counts, in milliseconds of `WINDOW_MS`. */
  readonly weightMs: number
  readonly limit: number
  /** Permits that were already used; they are counted even beyond the limit. */
  readonly used: number
  /** Permits wanted beside those; granted as far as there is room. */
  readonly permits: number
}

export interface Lease extends Pick<Count, 'taken' | 'previous'> {
  readonly granted: number
}

/** Takes permits in the store that all processes share (queries.takePermits). */
export type TakePermits = (request: LeaseRequest) => Promise<Lease>

interface Window {
  /** As the store said last; null before the first lease of a process that has not seen the bucket before. */
  count: Count | null
  readonly start: number
  /** Permits this process was granted. */
  granted: number
  used: number
  /** Requests that wait for a permit. */
  waiting: number
  /** Permits granted locally while the store was unreachable; reported with the next lease. */
  unreported: number
  /** Whether the store has answered, or failed to, in this window. */
  leased: boolean
  lease: Promise<void> | null
}

export class RateLimiter {
  private readonly windows = new Map<string, Window>()
  private sweptAt = 0

  /**
   * @param limit requests a window
   * @param now milliseconds since the epoch
   * @param overflow the bucket shared by all callers beyond the first 50,000 of a window. null: the oldest bucket is dropped
   *   from memory instead, and the store, which knows its count, is asked again
   */
  constructor(
    readonly limit: number,
    private readonly take: TakePermits,
    private readonly now: () => number = Date.now,
    private readonly overflow: string | null = null,
  ) {}

  /**
   * Charges one request to the caller's bucket. Answers from memory, without a promise, unless the limit is almost used up.
   * @throws RateLimitExceeded (429) with `Retry-After` and `details` when the limit is used up: as a rejected promise
   */
  charge(ofCaller: string): RateStatus | Promise<RateStatus> {
    const bucket = this.bucketOf(ofCaller)
    const window = this.windowOf(bucket)
    if (this.spend(window)) {
      if (this.shouldLease(window)) void this.lease(bucket, window)
      return this.statusOf(window)
    }
    return this.chargeWaiting(bucket, window)
  }

  /** The refusal that `charge` would give now from memory alone; null when it would ask the store or admit. */
  refusalOf(ofCaller: string): RateLimitExceeded | null {
    const window = this.windows.get(this.bucketOf(ofCaller))
    if (window?.count == null) return null
    const count = countAt(window.count, windowStart(this.now()))
    const held = count.start === window.start ? window.granted - window.used : 0
    return held <= 0 && roomAt(this.limit, count, this.now()) === 0 ? this.exceeded(count) : null
  }

  private async chargeWaiting(bucket: string, window: Window): Promise<RateStatus> {
    window.waiting++
    try {
      while (this.roomOf(window) > 0) {
        await this.lease(bucket, window)
        if (this.spend(window)) return this.statusOf(window)
      }
    } finally {
      window.waiting--
    }
    throw this.exceeded(this.countOf(window))
  }

  /** Drops buckets that no longer count; call now and then. */
  sweep(): void {
    const oldest = windowStart(this.now()) - WINDOW_MS
    for (const [bucket, window] of this.windows) if (window.start < oldest) this.windows.delete(bucket)
  }

  /** The caller's own bucket, while there is room for it. */
  private bucketOf(bucket: string): string {
    if (this.windows.size < MAX_BUCKETS || this.windows.has(bucket)) return bucket
    const start = windowStart(this.now())
    if (this.sweptAt !== start) {
      this.sweptAt = start
      this.sweep()
      if (this.windows.size < MAX_BUCKETS) return bucket
    }
    if (this.overflow !== null) return this.overflow
    for (const first of this.windows.keys()) {
      this.windows.delete(first)
      break
    }
    return bucket
  }

  private windowOf(bucket: string): Window {
    const start = windowStart(this.now())
    const known = this.windows.get(bucket)
    if (known?.start === start) return known
    const count = known?.count ? countAt(known.count, start) : null
    const fresh: Window = { count, start, granted: 0, used: 0, waiting: 0, unreported: 0, leased: false, lease: null }
    // at the end of the map: the first bucket in it is the one unused for longest
    this.windows.delete(bucket)
    this.windows.set(bucket, fresh)
    return fresh
  }

  private countOf({ count, start }: Window): Count {
    return count ?? { start, taken: 0, previous: 0 }
  }

  /** Permits that nobody has taken, as far as this process knows. */
  private roomOf(window: Window): number {
    return roomAt(this.limit, this.countOf(window), this.now())
  }

  private spend(window: Window): boolean {
    const onTrust = window.leased ? 0 : Math.min(Math.floor(this.limit * TRUST), this.roomOf(window))
    if (window.used >= window.granted + onTrust) return false
    window.used++
    return true
  }

  /** Whether to ask for more before the last permit is gone. */
  private shouldLease(window: Window): boolean {
    if (!window.leased) return true
    const room = this.roomOf(window)
    return room > 0 && window.granted - window.used < this.leaseSize(window, room) / 2
  }

  private leaseSize(window: Window, room: number): number {
    const usual = Math.max(this.limit * TRUST, window.used * SHARE_OF_USED)
    return Math.max(1, Math.floor(Math.min(this.limit * LARGEST_LEASE, room * SHARE_OF_REST, usual)))
  }

  private lease(bucket: string, window: Window): Promise<void> {
    window.lease ??= this.takeLease(bucket, window).finally(() => {
      window.lease = null
    })
    return window.lease
  }

  private async takeLease(bucket: string, window: Window): Promise<void> {
    const { limit } = this
    const { start, unreported } = window
    // requests admitted before the first lease are counted whatever the store says of the limit
    const overdrawn = Math.max(0, window.used - window.granted)
    const permits = this.leaseSize(window, this.roomOf(window)) + window.waiting
    const used = unreported + overdrawn
    try {
      const now = this.now()
      const lease = await this.take({ bucket, start, weightMs: weightMs(start, now), limit, used, permits })
      window.unreported -= unreported
      window.granted += overdrawn + lease.granted
      window.count = { start, taken: lease.taken, previous: lease.previous }
    } catch {
      // the store is unreachable: this process alone keeps the limit until it is back
      const count = this.countOf(window)
      const own = overdrawn + Math.min(permits, Math.max(0, roomAt(limit, count, this.now()) - overdrawn))
      window.granted += own
      window.unreported += own
      window.count = { ...count, taken: count.taken + own }
    }
    window.leased = true
  }

  private statusOf(window: Window): RateStatus {
    const count = this.countOf(window)
    const now = this.now()
    // before the first lease nothing of what was used is in the count
    const held = window.leased ? Math.max(0, window.granted - window.used) : -window.used
    const remaining = Math.max(0, Math.min(this.limit, roomAt(this.limit, count, now) + held))
    const resetMs = remaining > 0 ? Math.max(0, count.start + WINDOW_MS - now) : untilRoom(this.limit, count, now)
    return { limit: this.limit, remaining, resetMs }
  }

  private exceeded(count: Count): RateLimitExceeded {
    return new RateLimitExceeded({ limit: this.limit, remaining: 0, resetMs: untilRoom(this.limit, count, this.now()) })
  }
}

/** Requests of one bucket admitted in the last `WINDOW_MS`, after one more asked to be (queries.logRequest). */
export interface LoggedRequest {
  readonly admitted: boolean
  /** Milliseconds since the epoch; oldest first. */
  readonly times: readonly number[]
}

export type LogRequest = (bucket: string, now: number, limit: number) => Promise<LoggedRequest>

/** Limits above this use RateLimiter: the log would be a large row. */
export const LARGEST_LOG = 1_000

/**
 * A limit that holds to the request, in any minute and over all processes: the store keeps the time of each request. For small
 * limits, which cannot be leased in blocks.
 */
export class ExactLimiter {
  constructor(
    readonly limit: number,
    private readonly log: LogRequest,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Charges one request, in one round trip.
   * @throws RateLimitExceeded (429) with `Retry-After` and `details` when the limit is used up
   */
  async charge(bucket: string): Promise<RateStatus> {
    const now = this.now()
    const { admitted, times } = await this.log(bucket, now, this.limit)
    const { limit } = this
    const resetMs = Math.max(0, (times[0] ?? now) + WINDOW_MS - now)
    if (!admitted) throw new RateLimitExceeded({ limit, remaining: 0, resetMs })
    return { limit, remaining: limit - times.length, resetMs }
  }
}

/** Of two limits that hold for a request, the one that refuses first. */
export function closerToExhaustion(one: RateStatus | null, other: RateStatus): RateStatus {
  return one !== null && one.remaining < other.remaining ? one : other
}

/** 429 `rate_limit_exceeded`, with what the answer's RateLimit headers say. */
export class RateLimitExceeded extends DomainError {
  constructor(readonly status: RateStatus) {
    const seconds = Math.max(1, Math.ceil(status.resetMs / 1_000))
    super(
      'rate_limit_exceeded',
      `Too many requests. Wait ${seconds} seconds, and add jitter when workers share a key.`,
      {
        retryAfterSeconds: seconds,
        details: { limit: status.limit, remaining: status.remaining, resetMs: status.resetMs },
      },
    )
  }
}
