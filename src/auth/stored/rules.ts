// What is stored and gives later: what a change must be allowed to give (contract: x-gives, x-gives-stored). Pure.
import { isDeepStrictEqual } from 'node:util'
import { effects, stores } from '../../../generated/operations'
import type { RankBounds } from '../../context'
import { assertWithinBounds } from '../bounds/rules'
import { isGivenAt, type Effect } from '../effects'

export type StoringId = keyof typeof stores

interface Marks {
  readonly gives: readonly { readonly effect: Effect; readonly at: readonly string[] }[]
  /** `to`: only these values widen who gets it; null: every change does. */
  readonly decides: readonly { readonly at: readonly string[]; readonly to: readonly unknown[] | null }[]
}

export interface Gift {
  readonly effect: Effect
  readonly value: unknown
}

/**
 * The gifts that the author of a change must be allowed to give: all that is stored afterwards, if one of them is new or the
 * change widens who gets them.
 * @param before in the shape of the body; null: it is new
 */
export function giftsToAuthorize(operationId: StoringId, before: object | null, after: object): readonly Gift[] {
  const marks: Marks = stores[operationId]
  const gifts = giftsIn(marks, after)
  if (before === null) return gifts
  const known = giftsIn(marks, before)
  const isNew = gifts.some((gift) => !known.some((one) => isDeepStrictEqual(one, gift)))
  return isNew || widens(marks, before, after) ? gifts : []
}

function giftsIn({ gives }: Marks, stored: object): Gift[] {
  return gives.flatMap(({ effect, at }) =>
    valuesAt(stored, at)
      .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
      .filter((value) => isGivenAt(value, []))
      .map((value) => ({ effect, value })),
  )
}

function widens({ decides }: Marks, before: object, after: object): boolean {
  return decides.some(({ at, to }) => {
    const [were, are] = [valuesAt(before, at), valuesAt(after, at)]
    if (isDeepStrictEqual(were, are)) return false
    return to === null || are.some((value) => to.includes(value))
  })
}

/** One for each item of a list; undefined where there is none. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return step === '*' ? [] : [undefined]
  if (step === '*') return Object.values(value).flatMap((item) => valuesAt(item, rest))
  return valuesAt((value as Readonly<Record<string, unknown>>)[step], rest)
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
      assertWithinBounds({ ...bounds, givenByPeople: [] }, { held, given: [held], taken: [] })
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
