// Whether an operation takes something from its member. Pure.
import { takesAway } from '../decision/takes'
import { isJoinKind, isRoleKind, isRoleStep, isSuspensionKind, type AnyStep } from '../rules'
import type { MembershipSnapshot, State } from './state'

/**
 * False for a change that was begun, which is completed; for a suspension, and for the role of a medal (an operation without a
 * required scope), which were counted when they were stored; and for what a person takes back. What a key takes back counts.
 */
export function isTake(
  { operation, sent }: State,
  { ranks, membership, held }: MembershipSnapshot,
  steps: readonly AnyStep[],
) {
  const { kind, actor_kind, required_scope, reversal } = operation
  if (sent || isJoinKind(kind) || isSuspensionKind(kind) || (reversal && actor_kind === 'person')) return false
  if (isRoleKind(kind) && required_scope === null) return false
  return takesAway(kind, { ranks, roles: membership.roles, held }, steps.filter(isRoleStep))
}
