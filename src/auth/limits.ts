// Rate limits shared by all processes without asking the database per request: a process leases a block of permits of
// the current window and spends them from memory. Blocks shrink as the window fills, so that no process hoards the end
// of it. The first requests of a window are let through while the first lease is on its way; what they used is
// subtracted from it. Written here because the limiters to be had ask their store at every request.
import { DomainError } from '../errors'

export const WINDOW_MS = 60_000
/** Windows a process keeps at most, some 15 MB: a flood from ever new addresses must not fill the memory. */
const MOST_WINDOWS = 50_000

/** Before a process knows anything of a window it may admit this share of the limit on trust. */
const TRUST = 0.01
/** A lease takes at most this share of the limit, and of what is left. */
const LARGEST_LEASE = 0.1
const SHARE_OF_REST = 0.125
/** And it grows with what the process has used, so that one that is hardly used keeps little from the others. */
const SHARE_OF_USED = 0.5

/** What the caller may know of its limit. */
export interface RateStatus {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the window starts anew. */
  readonly resetMs: number
}

/** Takes permits of a window in the store and returns how many were taken in all (queries.takePermits). */
export type TakePermits = (bucket: string, windowStart: number, permits: number) => Promise<number>

interface Window {
  readonly start: number
  /** Permits this process was granted. */
  granted: number
  used: number
  /** Requests that wait for a permit. */
  waiting: number
  /** Permits this process gave itself while the store was away; the store is told of them when it is back. */
  untold: number
  /** Permits nobody had taken when last asked; null before the first answer. */
  rest: number | null
  lease: Promise<void> | null
}

export class RateLimiter {
  private readonly windows = new Map<string, Window>()
  private sweptAt = 0

  /**
   * @param limit requests a window
   * @param now milliseconds since the epoch
   * @param overflow the bucket that all share who come when there are 50,000 others in this window already. null: the one
   *   that came first is forgotten instead, and asks the store again, which knows what it used: the limit holds as before
   */
  constructor(
    readonly limit: number,
    private readonly take: TakePermits,
    private readonly now: () => number = Date.now,
    private readonly overflow: string | null = null,
  ) {}

  /**
   * Charges one request to the caller's bucket. Answers from memory, without a promise, but near the end of a window.
   * @throws DomainError `rate_limit_exceeded` (429) with `Retry-After` and `details` when the window is used up: the promise
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

  private async chargeWaiting(bucket: string, window: Window): Promise<RateStatus> {
    window.waiting++
    try {
      while (window.rest !== 0) {
        await this.lease(bucket, window)
        if (this.spend(window)) return this.statusOf(window)
      }
    } finally {
      window.waiting--
    }
    throw this.exceeded(window)
  }

  /** Forgets windows that are over; call now and then. */
  sweep(): void {
    const start = this.windowStart()
    for (const [bucket, window] of this.windows) if (window.start < start) this.windows.delete(bucket)
  }

  private windowStart(): number {
    return Math.floor(this.now() / WINDOW_MS) * WINDOW_MS
  }

  /** The caller's own bucket, while there is room for it. */
  private bucketOf(bucket: string): string {
    if (this.windows.size < MOST_WINDOWS || this.windows.has(bucket)) return bucket
    const start = this.windowStart()
    if (this.sweptAt !== start) {
      this.sweptAt = start
      this.sweep()
      if (this.windows.size < MOST_WINDOWS) return bucket
    }
    if (this.overflow !== null) return this.overflow
    for (const first of this.windows.keys()) {
      this.windows.delete(first)
      break
    }
    return bucket
  }

  private windowOf(bucket: string): Window {
    const start = this.windowStart()
    const known = this.windows.get(bucket)
    if (known?.start === start) return known
    const fresh: Window = { start, granted: 0, used: 0, waiting: 0, untold: 0, rest: null, lease: null }
    // behind those that came before it in this window
    this.windows.delete(bucket)
    this.windows.set(bucket, fresh)
    return fresh
  }

  private spend(window: Window): boolean {
    const onTrust = window.rest === null ? Math.floor(this.limit * TRUST) : 0
    if (window.used >= window.granted + onTrust) return false
    window.used++
    return true
  }

  /** Ask for more before the last permit is gone. */
  private shouldLease(window: Window): boolean {
    if (window.rest === null) return true
    return window.rest > 0 && window.granted - window.used < this.leaseSize(window) / 2
  }

  private leaseSize(window: Window): number {
    const rest = window.rest ?? this.limit
    const usual = Math.max(this.limit * TRUST, window.used * SHARE_OF_USED)
    return Math.max(1, Math.floor(Math.min(this.limit * LARGEST_LEASE, rest * SHARE_OF_REST, usual)))
  }

  private lease(bucket: string, window: Window): Promise<void> {
    window.lease ??= this.takeLease(bucket, window).finally(() => {
      window.lease = null
    })
    return window.lease
  }

  private async takeLease(bucket: string, window: Window): Promise<void> {
    // first for what was admitted on trust and for those who wait
    const permits = this.leaseSize(window) + Math.max(0, window.used + window.waiting - window.granted)
    const { untold } = window
    try {
      const taken = await this.take(bucket, window.start, permits + untold)
      window.untold = 0
      window.granted += Math.max(0, Math.min(permits, this.limit - (taken - permits)))
      window.rest = Math.max(0, this.limit - taken)
    } catch {
      // the store is away: what needs it says so itself; the limit is kept by this process alone until it is back
      const rest = window.rest ?? this.limit
      const own = Math.min(permits, rest)
      window.granted += own
      window.untold += own
      window.rest = rest - own
    }
  }

  private statusOf(window: Window): RateStatus {
    const rest = window.rest ?? this.limit - window.used
    return {
      limit: this.limit,
      remaining: Math.max(0, Math.min(this.limit, rest + Math.max(0, window.granted - window.used))),
      resetMs: Math.max(0, window.start + WINDOW_MS - this.now()),
    }
  }

  private exceeded(window: Window): RateLimitExceeded {
    return new RateLimitExceeded({ ...this.statusOf(window), remaining: 0 })
  }
}

/** A limit that is kept to the request, over all processes: small limits cannot be leased in blocks. */
export class ExactLimiter {
  constructor(
    readonly limit: number,
    private readonly take: TakePermits,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Charges one request, in one round trip.
   * @throws DomainError `rate_limit_exceeded` (429) with `Retry-After` and `details` when the window is used up
   */
  async charge(bucket: string): Promise<void> {
    const start = Math.floor(this.now() / WINDOW_MS) * WINDOW_MS
    const taken = await this.take(bucket, start, 1)
    if (taken <= this.limit) return
    throw new RateLimitExceeded({
      limit: this.limit,
      remaining: 0,
      resetMs: Math.max(0, start + WINDOW_MS - this.now()),
    })
  }
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
