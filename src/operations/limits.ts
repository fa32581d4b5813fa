// Rate limits that the platform reports. Pure.

/** Rate limits that the platform reported during one execution; null: not reported. */
export interface ObservedLimits {
  readonly perMinute: number | null
  readonly remaining: number | null
  readonly throttled: boolean
  /** Seconds in which no call may be sent. */
  readonly blockedSeconds: number | null
}

export const noLimits: ObservedLimits = { perMinute: null, remaining: null, throttled: false, blockedSeconds: null }

/** Adds the limits of one more response: the tightest limit and the longest pause count. */
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
