// Sliding window in whole numbers, as in the SQL of queries.takePermits. Pure; milliseconds since the epoch.

export const WINDOW_MS = 60_000

export interface Count {
  readonly start: number
  readonly taken: number
  /** In the window before. */
  readonly previous: number
}

export const windowStart = (now: number): number => Math.floor(now / WINDOW_MS) * WINDOW_MS

/** Weight of the window before: `WINDOW_MS` at the start, 0 at the end. */
export function weightMs(start: number, now: number): number {
  return Math.min(WINDOW_MS, Math.max(0, Math.ceil(start + WINDOW_MS - now)))
}

/**
 * Permits that are available now: at most `limit * (1 + d / WINDOW_MS)` in any `d`, and at least `limit` in each window
 * for evenly spread requests.
 */
export function roomAt(limit: number, { start, taken, previous }: Count, now: number): number {
  const weighted = Math.ceil((Math.min(previous, limit) * weightMs(start, now)) / WINDOW_MS)
  return Math.max(0, limit - weighted - taken)
}

/** Milliseconds until `roomAt` is at least 1. */
export function untilRoom(limit: number, { start, taken, previous }: Count, now: number): number {
  if (roomAt(limit, { start, taken, previous }, now) > 0) return 0
  const at =
    taken < limit
      ? roomFrom(limit - taken, start, Math.min(previous, limit))
      : roomFrom(limit, start + WINDOW_MS, Math.min(taken, limit))
  return Math.max(0, at - now)
}

function roomFrom(free: number, start: number, previous: number): number {
  return start + WINDOW_MS - Math.min(WINDOW_MS, Math.floor(((free - 1) * WINDOW_MS) / previous))
}

export function countAt(known: Count, start: number): Count {
  if (known.start === start) return known
  return { start, taken: 0, previous: known.start === start - WINDOW_MS ? known.taken : 0 }
}
