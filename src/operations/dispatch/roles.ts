// The roles that a rank change gives and takes. Pure.
import { firstSentence } from '../../base/errors'
import type { RankRow } from '../../ranks/queries'
import { rankHeld, ranksBesidesBase } from '../../ranks/rules'
import { rankSteps } from '../decision/rules'
import type { RolesWritten } from '../queries'
import { requireRole } from '../../ranks/roles/rules'
import { isApplied, isRoleStep, type AnyStep, type Step } from '../rules'
import type { Ending, FormerRank, MembershipSnapshot, State } from './state'

/** The ranks held before a partial move are not in the roles any more. */
export function formerRankOf(
  { operation, sent }: State,
  { ranks, membership, held }: MembershipSnapshot,
): FormerRank | null {
  if (operation.kind !== 'rank.suspend' || sent) return null
  const roles = ranksBesidesBase(ranks, membership.roles).map(({ unique_id }) => unique_id)
  return { rank: held.unique_id, roles }
}

/** Those of a restore are all that the suspension took; of another change the rank that it chose. */
export const targetsOf = (state: State, target = state.operation.target_unique_id): readonly number[] =>
  state.operation.kind === 'rank.restore' ? formerRolesOf(state) : target === null ? [] : [target]

export function stepsTo(state: State, { ranks, membership }: MembershipSnapshot, target: RankRow): readonly Step[] {
  const targets = targetsOf(state, target.unique_id)
  return rankSteps({ ranks, roles: membership.roles, mayName: rolesNamed(state, targets) }, targets)
}

/**
 * The end of a suspension names only its own roles. While the community has not declared which roles are ranks, a
 * change that was started names only those that it has named, because others were given by hand since.
 */
export function rolesNamed(
  { operation, suspension, authority, sent, steps }: State,
  targets: readonly number[],
): (role: number) => boolean {
  const isUnmanaged = (role: number) => authority.unmanaged.includes(role)
  if (operation.kind === 'rank.restore') {
    return (role) => (targets.includes(role) || role === suspension?.suspendedUniqueId) && !isUnmanaged(role)
  }
  if (!sent || authority.community.ranksDeclared) return (role) => !isUnmanaged(role)
  return (role) => targets.includes(role) || steps.some((step) => isRoleStep(step) && step.role === role)
}

export const onRoles = {
  recordedTarget: ({ operation }: State, { ranks }: MembershipSnapshot): RankRow =>
    requireRole(ranks, operation.target_unique_id),
  isApplied: (_: State, step: AnyStep, { membership }: MembershipSnapshot): boolean =>
    isApplied(step, membership.roles),
}

/** All that the suspension took; a previous release stored the highest only. */
export function formerRolesOf({ operation, suspension }: State): readonly number[] {
  if (suspension?.formerRoles) return suspension.formerRoles
  return operation.target_unique_id === null ? [] : [operation.target_unique_id]
}

export function isReached(state: State, snapshot: MembershipSnapshot, target: RankRow): boolean {
  const { operation } = state
  const holdsTarget = operation.kind === 'rank.restore' || snapshot.membership.roles.includes(target.unique_id)
  return holdsTarget && stepsTo(state, snapshot, target).length === 0
}

/** Roles that are read after the writes of an earlier execution do not show it. */
export function rankBefore({ operation }: State, { ranks, membership, held }: MembershipSnapshot): RankRow {
  const roles = new Set(membership.roles)
  for (const step of operation.steps.filter(isRoleStep).reverse()) {
    if (step.unsent || !isApplied(step, [...roles])) continue
    if (step.verb === 'assign') roles.delete(step.role)
    else roles.add(step.role)
  }
  return rankHeld(ranks, [...roles]) ?? held
}

export function writtenIn({ steps }: State, ranks: readonly RankRow[], roles: readonly number[]): RolesWritten {
  return summaryOf(
    steps.filter(isRoleStep).filter((step) => isApplied(step, roles)),
    ranks,
  )
}

function summaryOf(steps: readonly Step[], ranks: readonly RankRow[]): RolesWritten {
  const of = (verb: Step['verb']) =>
    ranks.filter(({ unique_id }) => steps.some((step) => step.verb === verb && step.role === unique_id)).map(summary)
  return { assigned: of('assign'), unassigned: of('unassign') }
}

type Failed = Extract<Ending, { do: 'fail' }>

/** The failure names what was applied before it, so that the text does not ask the caller to repeat the request. */
export function afterPart(state: State, failure: Failed): Failed {
  const { applied, before } = state
  if (applied.length === 0 || !before) return failure
  const message = `${firstSentence(failure.message)} ${PARTLY_APPLIED}`
  return { ...failure, message, retryAfterSeconds: null, written: summaryOf(applied, before.ranks) }
}

const PARTLY_APPLIED =
  'A part of the change was applied on the platform: read the member before you change its rank again.'

/** As in audit entries and results. */
export const summary = ({ unique_id, rank_id, name }: RankRow) => ({ uniqueId: unique_id, rankId: rank_id, name })
