// Whether an operation takes something from its member. Pure.
import { rankHeld } from '../../ranks/rules'
import { isJoinKind, isRoleKind, isRoleStep, isSuspensionKind, type AnyStep } from '../rules'
import type { MembershipSnapshot, State } from './state'

/**
 * A member has a lower rank afterwards, or lacks a role. A change that was begun is completed. A suspension was counted when it was stored, and so was the
 * medal whose role follows it (an operation without a required scope). What a person takes back counts nothing; what a
 * key takes back does.
 */
export function isTake(
  { operation, sent }: State,
  { ranks, membership, held }: MembershipSnapshot,
  steps: readonly AnyStep[],
) {
  const { kind, actor_kind, required_scope, reversal } = operation
  if (sent || isJoinKind(kind) || isSuspensionKind(kind) || (reversal && actor_kind === 'person')) return false
  const taken = steps.filter(isRoleStep).filter(({ verb }) => verb === 'unassign')
  if (isRoleKind(kind)) return required_scope !== null && taken.length > 0
  const after = new Set(membership.roles)
  for (const { verb, role } of steps.filter(isRoleStep)) {
    if (verb === 'assign') after.add(role)
    else after.delete(role)
  }
  return (rankHeld(ranks, [...after])?.rank_id ?? 0) < held.rank_id
}
