// Limits of experience and quota points. Pure.

/** The maximum of experience, quota points and amounts: the largest integer that a double represents exactly. */
export const MAX_POINTS = Number.MAX_SAFE_INTEGER

export interface PointsChange {
  readonly op: 'increment' | 'decrement' | 'set'
  readonly amount: number
}

/** A change of points; or `other`, the audit entry of another change, at its place among those of the changes of points. */
export type NewChange = { readonly userId: number; readonly reason: string | null } & (
  | (PointsChange & {
      readonly property: 'experience' | 'quotaPoints'
      /** The audit entries that it takes back. */
      readonly reverses?: readonly string[]
    })
  | { readonly other: { readonly action: string; readonly before: object; readonly after: object } }
)

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

export interface Points {
  readonly userId: number
  experience: number
  quotaPoints: number
}

export interface AuditDraft {
  readonly action: string
  readonly userId: number
  readonly before: object
  readonly after: object
  readonly reason: string | null
}

export interface MadeChange {
  readonly before: number
  readonly after: number
  readonly entry: AuditDraft
}

/** The value after a change, clamped to `least` and MAX_POINTS (sql/functions/points_after.sql). */
export function pointsAfter(before: number, { op, amount }: PointsChange, least: number): number {
  if (op === 'increment') return Math.min(before + amount, MAX_POINTS)
  if (op === 'decrement') return Math.max(before - amount, least)
  return amount
}

/** An entry tells a chosen value from a difference, so that a reversal of earlier changes keeps it. */
const setMark = ({ op }: PointsChange): { readonly set?: true } => (op === 'set' ? { set: true } : {})

/**
 * Makes the changes in order.
 * @param members of all changes
 * @returns also the members that have other points now
 */
export function applyChanges(
  members: readonly Points[],
  changes: readonly NewChange[],
): { readonly changed: readonly Points[]; readonly made: readonly MadeChange[] } {
  const holders = new Map(members.map((member) => [member.userId, { ...member }]))
  const changed = new Set<Points>()
  const made = changes.map((change): MadeChange => {
    const { userId, reason } = change
    if ('other' in change) return { before: 0, after: 0, entry: { userId, reason, ...change.other } }
    const { property } = change
    const holder = holders.get(userId)
    if (!holder) throw new Error('the member of a change is not locked')
    const before = holder[property]
    const after = pointsAfter(before, change, LEAST[property])
    holder[property] = after
    changed.add(holder)
    const values = { [property]: after, ...setMark(change), ...(change.reverses && { reverses: change.reverses }) }
    const texts = { action: `member.${property}`, before: { [property]: before }, after: values }
    return { before, after, entry: { userId, reason, ...texts } }
  })
  return { changed: [...changed], made }
}
