// Limits of experience and quota points. Pure.

/** The maximum of experience, quota points and amounts: the largest integer that a double represents exactly. */
export const MAX_POINTS = Number.MAX_SAFE_INTEGER

export interface PointsChange {
  readonly op: 'increment' | 'decrement' | 'set'
  readonly amount: number
}

export interface Applied {
  readonly amount: number
  readonly clamped: boolean
}

/**
 * Clamps the amount of `increment` and `decrement` to the award limit, not that of `set` (spec, Members and ranks 5).
 */
export function applyAwardLimit({ op, amount }: PointsChange, limit: number): Applied {
  if (op === 'set' || amount <= limit) return { amount, clamped: false }
  return { amount: limit, clamped: true }
}

/** The value after a change, clamped to `least` and MAX_POINTS (sql/functions/points_after.sql). */
export function pointsAfter(before: number, { op, amount }: PointsChange, least: number): number {
  if (op === 'increment') return Math.min(before + amount, MAX_POINTS)
  if (op === 'decrement') return Math.max(before - amount, least)
  return amount
}
