// Sliding window arithmetic: the count of the current minute plus the weighted count of the previous one. Pure, in whole numbers,
// so that the SQL of queries.takePermits computes the same.

export const WINDOW_MS = 60_000

/** The permits of one bucket. */
export interface Count {
  /** Start of the current window, milliseconds since the epoch. */
  readonly start: number
  /** Permits taken in the current window. */
  readonly taken: number
  /** Permits taken in the window before it. */
  readonly previous: number
}

/** The start of the window that contains `now`. */
export const windowStart = (now: number): number => Math.floor(now / WINDOW_MS) * WINDOW_MS

/** The share of the previous window that still counts, from `WINDOW_MS` at the start of a window to 0 at its end. */
export function weightMs(start: number, now: number): number {
  return Math.min(WINDOW_MS, Math.max(0, Math.ceil(start + WINDOW_MS - now)))
}

/**
 * Permits that may be taken now. A client that takes no more gets at most `limit * (1 + d / WINDOW_MS)` permits in
 * any `d` milliseconds up to a window, and at least `limit` in each window when its requests are spread evenly.
 */
export function roomAt(limit: number, { start, taken, previous }: Count, now: number): number {
  const weighted = Math.ceil((Math.min(previous, limit) * weightMs(start, now)) / WINDOW_MS)
  return Math.max(0, limit - weighted - taken)
}

/** Milliseconds until `roomAt` is at least 1, if no permit is taken until then. */
export function untilRoom(limit: number, { start, taken, previous }: Count, now: number): number {
  if (roomAt(limit, { start, taken, previous }, now) > 0) return 0
  const at =
    taken < limit
      ? roomFrom(limit - taken, start, Math.min(previous, limit))
      : roomFrom(limit, start + WINDOW_MS, Math.min(taken, limit))
  return Math.max(0, at - now)
}

/** When the weighted `previous` leaves room for one of `free` permits, in the window that begins at `start`. */
function roomFrom(free: number, start: number, previous: number): number {
  return start + WINDOW_MS - Math.min(WINDOW_MS, Math.floor(((free - 1) * WINDOW_MS) / previous))
}

/** A known count carried over to the window that begins at `start`. */
export function countAt(known: Count, start: number): Count {
  if (known.start === start) return known
  return { start, taken: 0, previous: known.start === start - WINDOW_MS ? known.taken : 0 }
}
