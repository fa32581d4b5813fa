// The two kinds of limits, shared by all processes: a rate in permits, which each process leases of the current window,
// fewer as it fills; and an exact count in slots.
import { DomainError } from '../base/errors'
import { countAt, roomAt, untilRoom, weightMs, WINDOW_MS, windowStart, type Count } from './window'

/** About 15 MB. */
const MAX_BUCKETS = 50_000

/** Share of the limit that is admitted before the first lease of a window. */
const UNLEASED_SHARE = 0.01
/** Upper bounds of a lease: shares of the limit, and of what is left of it. */
const SHARE_OF_LIMIT = 0.1
const SHARE_OF_REST = 0.125
/** Idle processes hold few permits. */
const SHARE_OF_USED = 0.5

export type RatePolicy = 'key' | 'access' | 'address' | 'pages' | 'pictures'

export interface RateStatus {
  readonly policy: RatePolicy
  readonly limit: number
  readonly remaining: number
  /** Until a request is accepted when none remains, else until the count begins to fall. */
  readonly resetMs: number
}

export interface LeaseRequest {
  readonly bucket: string
  /** Start of the window, in milliseconds since the epoch. */
  readonly start: number
  /** `weightMs` in window.ts. */
  readonly weightMs: number
  readonly limit: number
  /** Counted even above the limit. */
  readonly used: number
  /** Granted as far as there is room. */
  readonly permits: number
}

export interface Lease extends Pick<Count, 'taken' | 'previous'> {
  readonly granted: number
}

export type TakePermits = (request: LeaseRequest) => Promise<Lease>

interface Window {
  /** Of the last lease. */
  count: Count | null
  readonly start: number
  granted: number
  used: number
  waiting: number
  /** Used while the store was unreachable; reported with the next lease. */
  unreported: number
  /** Also after a lease that failed. */
  leased: boolean
  lease: Promise<void> | null
}

export class RateLimiter {
  private readonly windows = new Map<string, Window>()
  private sweptAt = 0

  /**
   * @param policy its name on the wire
   * @param limit requests per window
   * @param overflow shared beyond MAX_BUCKETS; null: the least recently used bucket is removed
   */
  constructor(
    private readonly policy: RatePolicy,
    readonly limit: number,
    private readonly take: TakePermits,
    private readonly now: () => number = Date.now,
    private readonly overflow: string | null = null,
  ) {}

  /** Returns a promise only near the limit. @throws RateLimitExceeded (429) as a rejected promise */
  charge(ofClient: string): RateStatus | Promise<RateStatus> {
    const bucket = this.bucketOf(ofClient)
    const window = this.windowOf(bucket)
    if (this.spend(window)) {
      if (this.shouldLease(window)) void this.lease(bucket, window)
      return this.statusOf(window)
    }
    return this.chargeWaiting(bucket, window)
  }

  /** What `charge` throws, if it needs no lease for that; else null. */
  refusalOf(ofClient: string): RateLimitExceeded | null {
    const window = this.windows.get(this.bucketOf(ofClient))
    if (window?.count == null) return null
    const count = countAt(window.count, windowStart(this.now()))
    const unused = count.start === window.start ? window.granted - window.used : 0
    return unused <= 0 && roomAt(this.limit, count, this.now()) === 0 ? this.exceeded(count) : null
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

  /** To be called once a minute. */
  sweep(): void {
    const oldest = windowStart(this.now()) - WINDOW_MS
    for (const [bucket, window] of this.windows) if (window.start < oldest) this.windows.delete(bucket)
  }

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
    // to the end: the first is the least recently used
    this.windows.delete(bucket)
    this.windows.set(bucket, fresh)
    return fresh
  }

  private countOf({ count, start }: Window): Count {
    return count ?? { start, taken: 0, previous: 0 }
  }

  private roomOf(window: Window): number {
    return roomAt(this.limit, this.countOf(window), this.now())
  }

  private spend(window: Window): boolean {
    const unleased = window.leased ? 0 : Math.min(Math.floor(this.limit * UNLEASED_SHARE), this.roomOf(window))
    if (window.used >= window.granted + unleased) return false
    window.used++
    return true
  }

  private shouldLease(window: Window): boolean {
    if (!window.leased) return true
    const room = this.roomOf(window)
    return room > 0 && window.granted - window.used < this.leaseSize(window, room) / 2
  }

  private leaseSize(window: Window, room: number): number {
    const usual = Math.max(this.limit * UNLEASED_SHARE, window.used * SHARE_OF_USED)
    return Math.max(1, Math.floor(Math.min(this.limit * SHARE_OF_LIMIT, room * SHARE_OF_REST, usual)))
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
    // admitted before the first lease
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
      // store unreachable: enforced by this process alone
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
    // before the first lease the count excludes what was used
    const unused = window.leased ? Math.max(0, window.granted - window.used) : -window.used
    const remaining = Math.max(0, Math.min(this.limit, roomAt(this.limit, count, now) + unused))
    const resetMs = remaining > 0 ? Math.max(0, count.start + WINDOW_MS - now) : untilRoom(this.limit, count, now)
    return { policy: this.policy, limit: this.limit, remaining, resetMs }
  }

  private exceeded(count: Count): RateLimitExceeded {
    const resetMs = untilRoom(this.limit, count, this.now())
    return new RateLimitExceeded({ policy: this.policy, limit: this.limit, remaining: 0, resetMs })
  }
}

export interface Counted {
  readonly granted: boolean
  readonly remaining: number
  /** Until there is room, or more of it. */
  readonly resetMs: number
}

/** @param now milliseconds since the epoch */
export type CountRequest = (bucket: string, now: number, limit: number) => Promise<Counted>

/** Exact over all processes, for one round trip a request (sql/functions/count_in_slots.sql). */
export class ExactLimiter {
  constructor(
    private readonly policy: RatePolicy,
    readonly limit: number,
    private readonly count: CountRequest,
    private readonly now: () => number = Date.now,
  ) {}

  /** One query. @throws RateLimitExceeded (429) */
  async charge(bucket: string): Promise<RateStatus> {
    const { policy, limit } = this
    const { granted, remaining, resetMs } = await this.count(bucket, this.now(), limit)
    const status = { policy, limit, remaining, resetMs }
    if (!granted) throw new RateLimitExceeded(status)
    return status
  }
}

export function closerToExhaustion(one: RateStatus | null, other: RateStatus): RateStatus {
  return one !== null && one.remaining < other.remaining ? one : other
}

/** `details` repeats the RateLimit headers. */
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
