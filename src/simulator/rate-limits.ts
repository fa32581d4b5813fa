// The platform's documented limits: so many calls a minute of each operation, shared by all keys of one owner;
// an OAuth grant has its own.

export interface Allowance {
  readonly allowed: boolean
  /** `x-ratelimit-*` as documented; `reset` is seconds from now, not a moment. */
  readonly headers: Readonly<Record<string, string>>
  readonly resetSeconds: number
}

const windowMs = 60_000

/** So much more is allowed where nothing is refused: the headers stay true. */
const unenforcedFactor = 10_000

/** Counts always; refuses only when `enforced`, else says that it allows more than anybody asks. */
export class RateLimits {
  private readonly windows = new Map<string, { startedAt: number; used: number }>()

  constructor(private readonly enforced: boolean) {}

  /** Charges one call of an operation that allows `limit` a minute to the account that a credential draws on. */
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
