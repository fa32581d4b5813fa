// The arithmetic of experience and quota points that does not depend on what is stored: pure.

/** The most either number can be, and the amount too: what a double holds exactly. */
export const MOST = Number.MAX_SAFE_INTEGER

export interface PointsChange {
  readonly op: 'increment' | 'decrement' | 'set'
  readonly amount: number
}

/** An amount after the community's per-call award limit. */
export interface Applied {
  readonly amount: number
  /** Whether the limit reduced it. */
  readonly clamped: boolean
}

/** `increment` and `decrement` are clamped to the award limit; `set` is not (spec, Members and ranks 5). */
export function applyAwardLimit({ op, amount }: PointsChange, limit: number): Applied {
  if (op === 'set' || amount <= limit) return { amount, clamped: false }
  return { amount: limit, clamped: true }
}
