// The platform's documented limits: so many calls a minute of each operation, shared by all keys of one owner.

export interface Allowance {
  readonly allowed: boolean
  /** `x-ratelimit-*` as documented; `reset` is seconds from now, not a moment. */
  readonly headers: Readonly<Record<string, string>>
  readonly resetSeconds: number
}

const windowMs = 60_000

/** Counts always, so that the headers are true; refuses only when `enforced`. */
export class RateLimits {
  private readonly windows = new Map<string, { startedAt: number; used: number }>()

  constructor(private readonly enforced: boolean) {}

  /** Charges one call of an operation that allows `limit` a minute to the owner of the key. */
  charge(ownerUserId: number, operation: string, limit: number, now = Date.now()): Allowance {
    const name = `${ownerUserId} ${operation}`
    const current = this.windows.get(name)
    const window = current && now - current.startedAt < windowMs ? current : { startedAt: now, used: 0 }
    this.windows.set(name, window)
    window.used += 1
    const resetSeconds = Math.max(Math.ceil((window.startedAt + windowMs - now) / 1000), 1)
    return {
      allowed: !this.enforced || window.used <= limit,
      resetSeconds,
      headers: {
        'x-ratelimit-limit': `${limit}, ${limit};w=60`,
        'x-ratelimit-remaining': String(Math.max(limit - window.used, 0)),
        'x-ratelimit-reset': String(resetSeconds),
      },
    }
  }
}
