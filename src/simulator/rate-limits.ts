// The documented rate limits per operation and minute.

export interface Allowance {
  readonly allowed: boolean
  /** `x-ratelimit-reset` in seconds from now. */
  readonly headers: Readonly<Record<string, string>>
  readonly resetSeconds: number
}

const windowMs = 60_000

/** Keeps the headers consistent when limits are not enforced. */
const unenforcedFactor = 10_000

export class RateLimits {
  private readonly windows = new Map<string, { startedAt: number; used: number }>()

  constructor(private readonly enforced: boolean) {}

  /** @param documented calls per minute */
  charge(account: string, operation: string, documented: number, now = Date.now()): Allowance {
    const limit = this.enforced ? documented : documented * unenforcedFactor
    const name = `${account} ${operation}`
    const current = this.windows.get(name)
    const window = current && now - current.startedAt < windowMs ? current : { startedAt: now, used: 0 }
    this.windows.set(name, window)
    window.used += 1
    const resetSeconds = Math.max(Math.ceil((window.startedAt + windowMs - now) / 1000), 1)
    return {
      allowed: window.used <= limit,
      resetSeconds,
      headers: {
        'x-ratelimit-limit': `${limit}, ${limit};w=60`,
        'x-ratelimit-remaining': String(Math.max(limit - window.used, 0)),
        'x-ratelimit-reset': String(resetSeconds),
      },
    }
  }
}
