// The administrators who can undo what others do: the last one is kept. Pure.
import { boundsExceeded } from '../../auth/bounds/rules'
import { takesExceeded } from '../../auth/takes/rules'
import type { RankBounds } from '../../context'
import type { StaffRole } from '../roles'
import { stateOf } from '../rules'

type Facts = Parameters<typeof stateOf>[0]

interface Administrator extends Facts {
  readonly person_id: string
  readonly role: StaffRole
  readonly paused_at: string | null
  readonly lowest_rank_unique_id: number | null
  readonly bounds: RankBounds
  readonly takes_per_hour_limit: number | null
}

/** The role depends on no rank. */
export const isUnconditional = (person: Administrator): boolean =>
  person.role === 'administrator' && person.enabled && person.lowest_rank_unique_id === null

/**
 * @param before those who were changed, as they were
 * @param now all administrators
 * @returns one who was reduced, without another who can sign in (where that one could) and has bounds as wide
 */
export function lostAdministrator<Person extends Administrator>(
  before: readonly Person[],
  now: readonly Person[],
): Person | null {
  const left = now.filter(isUnconditional)
  const isKept = (old: Person): boolean =>
    left.some((one) => one.person_id === old.person_id && !isNarrower(old, one)) ||
    left.some((one) => one.person_id !== old.person_id && standsInFor(old, one))
  return before.filter(isUnconditional).find((old) => !isKept(old)) ?? null
}

const isNarrower = (old: Administrator, now: Administrator): boolean =>
  Object.keys({
    ...boundsExceeded(now.bounds, old.bounds),
    ...takesExceeded(now.takes_per_hour_limit, old.takes_per_hour_limit),
  }).length > 0

/** Who is paused changes nothing. */
const standsInFor = (old: Administrator, other: Administrator): boolean =>
  other.paused_at === null &&
  (stateOf(old) === 'invited' || stateOf(other) === 'active') &&
  Object.keys(boundsExceeded(other.bounds, old.bounds)).length === 0
