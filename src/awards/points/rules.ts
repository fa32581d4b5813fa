// Limits of experience and quota points. Pure.

/** The maximum of experience, quota points and amounts: the largest integer that a double represents exactly. */
export const MAX_POINTS = Number.MAX_SAFE_INTEGER

export interface PointsChange {
  readonly op: 'increment' | 'decrement' | 'set'
  readonly amount: number
}

export interface PointsOfMember extends PointsChange {
  readonly userId: number
  readonly property: 'experience' | 'quotaPoints'
  readonly reason: string | null
  /** The audit entries that it takes back. */
  readonly reverses?: readonly string[]
}

export interface AuditWords {
  readonly action: string
  readonly before: object
  readonly after: object
}

/** `other` is the audit entry of another change, at its place among changes of points. */
export type NewChange =
  PointsOfMember | { readonly userId: number; readonly reason: string | null; readonly other: AuditWords }

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

export const LEAST = { experience: -MAX_POINTS, quotaPoints: 0 } as const

/**
 * The value after a change, clamped to `least` and MAX_POINTS. For dry runs: changes are made by the same rule in
 * sql/functions/change_points.sql, and a property test compares both.
 */
export function pointsAfter(before: number, { op, amount }: PointsChange, least: number): number {
  if (op === 'increment') return Math.min(before + amount, MAX_POINTS)
  if (op === 'decrement') return Math.max(before - amount, least)
  return amount
}

/**
 * The statement that makes the change adds the points. `set` tells a chosen value from a difference, so that a reversal
 * of earlier changes keeps it.
 */
export function auditOf(change: NewChange): AuditWords {
  if ('other' in change) return change.other
  const { property, op, reverses } = change
  const marks = { ...(op === 'set' && { set: true }), ...(reverses && { reverses }) }
  return { action: `member.${property}`, before: {}, after: marks }
}
