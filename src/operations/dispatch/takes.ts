// Whether an operation takes something from its member. Pure.
import { rankHeld } from '../../ranks/rules'
import { isJoinKind, isRoleKind, isRoleStep, isSuspensionKind, type AnyStep } from '../rules'
import type { MembershipSnapshot, State } from './state'

/**
 * The member has a lower rank afterwards, or lacks a role. False for a change that was begun, which is completed; for a
 * suspension, and for the role of a medal (an operation without a required scope), which were counted when they were
 * stored; and for what a person takes back. What a key takes back counts.
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
