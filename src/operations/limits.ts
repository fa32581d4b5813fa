// Rate limits that the platform reports. Pure.

/** Null: not reported. */
export interface ObservedLimits {
  readonly perMinute: number | null
  readonly remaining: number | null
  /** A response was a 429. */
  readonly throttled: boolean
  /** In which no call may be sent. */
  readonly blockedSeconds: number | null
}

export const noLimits: ObservedLimits = { perMinute: null, remaining: null, throttled: false, blockedSeconds: null }

/** The tightest limit and the longest pause. */
export function mergeLimits(
  before: ObservedLimits,
  reported: {
    readonly limit: number | null
    readonly remaining: number | null
    readonly resetSeconds: number | null
    readonly retryAfterSeconds: number | null
    readonly throttled: boolean
  },
): ObservedLimits {
  const isTighter = reported.remaining !== null && reported.remaining <= (before.remaining ?? Infinity)
  const pause = reported.throttled
    ? reported.retryAfterSeconds
    : reported.remaining === 0
      ? reported.resetSeconds
      : null
  return {
    perMinute: isTighter ? reported.limit : before.perMinute,
    remaining: isTighter ? reported.remaining : before.remaining,
    throttled: before.throttled || reported.throttled,
    blockedSeconds: pause === null ? before.blockedSeconds : Math.max(pause, before.blockedSeconds ?? 0),
  }
}
