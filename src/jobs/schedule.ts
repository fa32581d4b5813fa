// When scheduled jobs run. The database's clock decides: a process whose clock is wrong neither postpones nor repeats a
// job, and processes whose clocks differ queue it once.
/** Once in each `minutes` of UTC, in the minute `at` of them; default 0. */
export interface Interval {
  readonly minutes: number
  readonly at?: number
}

export type Schedule = Readonly<Record<string, Interval>>

/** The payload of a scheduled job, as graphile-worker's own schedule gives it: `ts` is the start of the interval. */
export interface Scheduled {
  readonly _cron: { readonly ts: string }
}

/** A job that is later than this needs a person. */
export const LATE_SECONDS = 600
