// The bounds of the key that asked for the change, and of the account for which it acts. Pure.
import { assertWithinBounds, boundsOfRank, isWithinBounds, type RankMoved } from '../../auth/bounds/rules'
import { DomainError } from '../../base/errors'
import { isRoleStep, type AnyStep } from '../rules'
import type { MembershipSnapshot, State } from './state'

/** The end of a suspension gives back what was held, whoever asks for it. */
const isChecked = ({ operation, sent }: State): boolean => !sent && operation.kind !== 'rank.restore'

/**
 * AutoRank changes nothing outside the bounds. A change that was started is completed.
 * @throws DomainError 403 `rank_out_of_bounds` or `actor-authorization-revoked`, unless AutoRank asked for the change
 */
export function isWithin(state: State, moved: RankMoved | null): boolean {
  if (moved === null || !isChecked(state)) return true
  const { operation, authority, actingRank } = state
  const { on_behalf_of: account } = operation
  const ofAccount = account === null ? null : boundsOfRank(account, actingRank)
  if (operation.kind === 'rank.auto')
    return [authority.bounds, ofAccount].every((bounds) => bounds === null || isWithinBounds(bounds, moved))
  assertWithinBounds(authority.bounds, moved)
  if (account !== null && ofAccount !== null && !isWithinBounds(ofAccount, moved)) throw actsNoMore(account, actingRank)
  return true
}

/** @throws DomainError 403 `actor-authorization-revoked` when the account for which the key acts has left the group */
export function assertStillActs(state: State): void {
  const { on_behalf_of: account } = state.operation
  if (account !== null && state.actingRank === null && isChecked(state)) throw actsNoMore(account, null)
}

function actsNoMore(account: number, rank: number | null): DomainError {
  const problem =
    rank === null ? 'has no rank in the group any more' : `holds the rank ${rank}, and the change is not below it`
  const message = `The account ${account}, for which the key acts, ${problem}. Nothing was sent.`
  return new DomainError('actor-authorization-revoked', message)
}

/** Null: no role is given or taken. */
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
