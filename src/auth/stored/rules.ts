// Bounds of what is stored and gives later. Pure.
import { effects } from '../../../generated/operations'
import type { RankBounds, AuthorBounds } from '../../context'
import { assertInReach, assertWithinBounds } from '../bounds/rules'
import type { Effect } from '../effects'

/** What is recorded with the stored thing; keep: the change needed nothing. */
export type Recorded = { readonly keep: true } | { readonly keep: false; readonly bounds: AuthorBounds | null }

/** @param stored of what is stored now */
export const boundsAfter = (recorded: Recorded, stored: AuthorBounds | null = null): AuthorBounds | null =>
  recorded.keep ? stored : recorded.bounds

export interface Gift {
  readonly effect: Effect
  readonly value: unknown
}

export interface KnownRoles {
  readonly ranks: readonly { readonly unique_id: number; readonly rank_id: number }[]
  /** The roles of medals and qualifications that have one. */
  readonly bound: readonly {
    readonly kind: 'medals' | 'qualifications'
    readonly name: string
    readonly role: number
  }[]
}

/** Names of medals and qualifications, of which a role may be given. */
export const awardsIn = (gifts: readonly Gift[], effect: 'medals' | 'qualifications'): string[] => [
  ...new Set(gifts.flatMap((gift) => (gift.effect === effect ? String(gift.value) : []))),
]

/** @throws DomainError 403 `rank_out_of_bounds`, 409 `rank_not_assignable` for a rank that people give */
export function assertGiftsWithinBounds(bounds: RankBounds | null, gifts: readonly Gift[], known: KnownRoles): void {
  if (bounds === null) return
  for (const { effect, value } of gifts) {
    const { bound } = effects[effect]
    if (bound === 'former') {
      const held = (value as { readonly rankId: number }).rankId
      assertInReach(bounds, held, held)
      continue
    }
    const roles = bound === 'rank' ? rolesIn(value) : bound === 'role' ? roleOf(known, effect, String(value)) : []
    const given = known.ranks.flatMap(({ unique_id, rank_id }) => (roles.includes(unique_id) ? rank_id : []))
    assertWithinBounds(bounds, { held: null, given, taken: [] })
  }
}

/** A move to the next rank names none: the bounds hold when it is made. */
function rolesIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value]
  const { rankUniqueId } = value as { readonly rankUniqueId?: number }
  return rankUniqueId === undefined ? [] : [rankUniqueId]
}

const roleOf = ({ bound }: KnownRoles, effect: Effect, name: string): number[] =>
  bound.flatMap((one) => (one.kind === effect && one.name === name ? one.role : []))
