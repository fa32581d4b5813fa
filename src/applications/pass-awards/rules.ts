// What a pass of a form gives. Pure.
import type { ErrorCode } from '../../base/errors'

type Kind = 'medal' | 'qualification'

interface AwardFacts {
  readonly change: number
  readonly award_exists: boolean
  readonly already_held: boolean
  readonly archived: boolean
}

export interface Withheld {
  readonly what: Kind | 'rank' | 'role'
  readonly name: string
  readonly code: ErrorCode | 'already_held'
}

export interface Given {
  readonly medals: readonly string[]
  readonly qualifications: readonly string[]
  /** Of the rank and the roles, including those of the medals and qualifications. */
  readonly operationIds: readonly string[]
  readonly withheld: readonly Withheld[]
}

/** Null: it was given. */
export function withheldCode(kind: Kind, row: AwardFacts): Withheld['code'] | null {
  if (row.change > 0) return null
  if (!row.award_exists) return `${kind}_not_found`
  if (row.already_held) return 'already_held'
  return row.archived ? `${kind}_archived` : 'medal_limit_reached'
}
