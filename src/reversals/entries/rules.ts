// Audit entries that a reversal can take back, and their places in the log. Pure.
export const kinds = ['experience', 'quotaPoints', 'medal', 'qualification'] as const
export type Kind = (typeof kinds)[number]

export interface Place {
  readonly auditId: string
  /** Entries of one transaction may have several (sql/functions/audit_position.sql). */
  readonly position: number
}

export const placeOf = ({ position, auditId }: Place) => ({ position, auditId: Number(auditId) })

export interface Item extends Place {
  readonly userId: number
  readonly kind: Kind
  readonly object: string | null
  /** Points, or a number of awards; null when erased. */
  readonly before: number | null
  readonly after: number | null
}

export interface LoggedEntry {
  readonly audit_id: number
  readonly position: number
  readonly action: string
  readonly user_id: number | null
  readonly before: unknown
  readonly after: unknown
}

const kindOf: Readonly<Record<string, Kind>> = {
  'member.experience': 'experience',
  'member.quotaPoints': 'quotaPoints',
  'member.medal.award': 'medal',
  'member.medal.remove': 'medal',
  'member.qualification.award': 'qualification',
  'member.qualification.remove': 'qualification',
}

export const actions: readonly string[] = Object.keys(kindOf)

export const kindOfAction = (action: string): Kind | null => kindOf[action] ?? null

export function toItem({ audit_id, position, action, user_id: userId, before, after }: LoggedEntry): Item | null {
  const kind = kindOfAction(action)
  if (kind === null || userId === null) return null
  const property = kind === 'experience' || kind === 'quotaPoints' ? kind : 'count'
  const name = textOf(after, 'name') ?? textOf(before, 'name')
  return {
    ...{ auditId: String(audit_id), position, userId, kind, object: property === 'count' ? (name ?? '') : null },
    // an erased text leaves the numbers: without its name, an award is not known
    before: property === 'count' && name === null ? null : numberOf(before, property),
    after: property === 'count' && name === null ? null : numberOf(after, property),
  }
}

const valueOf = (side: unknown, name: string): unknown =>
  typeof side === 'object' && side !== null ? (side as Readonly<Record<string, unknown>>)[name] : undefined

function numberOf(side: unknown, name: string): number | null {
  const value = valueOf(side, name)
  return typeof value === 'number' ? value : null
}

function textOf(side: unknown, name: string): string | null {
  const value = valueOf(side, name)
  return typeof value === 'string' ? value : null
}

/** A transaction began at most so long before its first write. */
export const SLACK_SECONDS = 3_600
