// The bounds of the key that asked for the change. Pure.
import { assertWithinBounds, isWithinBounds, type RankMoved } from '../../auth/bounds/rules'
import { isRoleStep, type AnyStep } from '../rules'
import type { MembershipSnapshot, State } from './state'

/**
 * AutoRank changes nothing outside the bounds. A change that was started is completed, and the end of a suspension
 * gives back what was held.
 * @throws DomainError 403 `rank_out_of_bounds`, unless AutoRank asked for the change
 */
export function isWithin({ operation, authority: { bounds }, sent }: State, moved: RankMoved | null): boolean {
  if (bounds === null || moved === null || sent || operation.kind === 'rank.restore') return true
  if (operation.kind === 'rank.auto') return isWithinBounds(bounds, moved)
  assertWithinBounds(bounds, moved)
  return true
}

/** Null means that no role is given or taken. */
export function movedIn({ ranks, held }: MembershipSnapshot, steps: readonly AnyStep[]): RankMoved | null {
  const roles = steps.filter(isRoleStep)
  if (roles.length === 0) return null
  const of = (verb: 'assign' | 'unassign') =>
    ranks.filter(({ unique_id }) => roles.some((step) => step.verb === verb && step.role === unique_id))
  return {
    held: held.rank_id,
    given: of('assign').map(({ rank_id }) => rank_id),
    taken: of('unassign').map(({ rank_id }) => rank_id),
  }
}
