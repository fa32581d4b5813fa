// Whether a change takes something from its member. Pure.
import { rankHeld, type RankFacts } from '../../ranks/rules'
import { isRoleKind, type OperationKind, type Step } from '../rules'

interface Held {
  /** Of the community, lowest first. */
  readonly ranks: readonly RankFacts[]
  /** Ids. */
  readonly roles: readonly number[]
  readonly held: RankFacts | null
}

/** The member has a lower rank afterwards, or lacks a role. */
export function takesAway(kind: OperationKind, { ranks, roles, held }: Held, steps: readonly Step[]): boolean {
  if (isRoleKind(kind)) return steps.some(({ verb }) => verb === 'unassign')
  const after = new Set(roles)
  for (const { verb, role } of steps) {
    if (verb === 'assign') after.add(role)
    else after.delete(role)
  }
  return (rankHeld(ranks, [...after])?.rank_id ?? 0) < (held?.rank_id ?? 0)
}
