// What a pass of a form gives. Pure.
import type { AuthorBounds } from '../../context'
import { isWithinBounds } from '../../auth/bounds/rules'
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

interface RankFacts {
  readonly unique_id: number
  readonly rank_id: number
}

interface GivenRole {
  readonly role: number
  /** Of the author of the form, and of who bound the role. */
  readonly bounds: AuthorBounds | null
}

export interface DecidedRanks {
  /** Null: none is given. */
  readonly rank: number | null
  readonly roles: readonly GivenRole[]
  /** Of the rank and the roles. */
  readonly numbers: readonly number[]
  readonly withheld: readonly Withheld[]
}

/** A pass never lowers a rank, and gives nothing that the author of the form could not give. By what is stored. */
export function decideRanks(
  ranks: readonly RankFacts[],
  { rank_id: held }: { readonly rank_id: number | null },
  given: {
    readonly rankUniqueId: number | null
    readonly roles: readonly GivenRole[]
    readonly author: AuthorBounds | null
  },
): DecidedRanks {
  const withheld: Withheld[] = []
  const numbers: number[] = []
  const allows = (what: 'rank' | 'role', uniqueId: number, bounds: AuthorBounds | null): boolean => {
    const found = ranks.find(({ unique_id }) => unique_id === uniqueId)
    const code = codeOf(what, found, held, bounds)
    if (code !== null) withheld.push({ what, name: String(uniqueId), code })
    if (code === null && found) numbers.push(found.rank_id)
    return code === null
  }
  const { rankUniqueId } = given
  const rank = rankUniqueId !== null && allows('rank', rankUniqueId, given.author) ? rankUniqueId : null
  const roles = given.roles.filter(({ role, bounds }) => allows('role', role, bounds))
  return { rank, roles, numbers, withheld }
}

/** Null: it is given. The execution decides on a role that is not stored. */
function codeOf(
  what: 'rank' | 'role',
  found: RankFacts | undefined,
  held: number | null,
  author: AuthorBounds | null,
): Withheld['code'] | null {
  if (found === undefined) return what === 'rank' ? 'rank_not_found' : null
  if (what === 'rank' && held !== null && held >= found.rank_id) return 'already_held'
  return author !== null && !isWithinBounds(author, { held, given: [found.rank_id], taken: [] })
    ? 'rank_out_of_bounds'
    : null
}
