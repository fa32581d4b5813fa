// Ranks and roles are taken back by operations, which find out again what the member holds. Pure.
import { assertWithinBounds } from '../../auth/bounds/rules'
import type { Community, RankBounds } from '../../context'
import { assertNotBlacklisted } from '../../operations/dispatch/blocks'
import { assertNotBlocked } from '../../operations/rules'
import { notConfigured } from '../../platform-connection/errors'
import type { RankRow } from '../../ranks/queries'
import { assertIsRole, requireRole } from '../../ranks/roles/rules'
import {
  assertIsRank,
  assertNotOwner,
  baseRole,
  isAmbiguous,
  isRank,
  planRoles as stepsOf,
  rankAmbiguous,
  rolesOf,
  storedRank,
} from '../../ranks/rules'
import type { Item } from '../entries/rules'
import { obstacleIn, takeRun, type Changes, type Keeping, type Obstacle } from '../verdicts'

export interface PlannedOperation {
  readonly userId: number
  readonly kind: 'rank.set' | 'role.assign' | 'role.unassign'
  readonly targetUniqueId: number
  /** Id of the rank that the member must hold; null for a role. */
  readonly found: number | null
  readonly entries: readonly string[]
  /** Times (RFC 3339) of changes by hand. */
  readonly changedAt?: readonly string[]
}

/** As far as the server knows; the platform may have others. */
export interface MemberRoles {
  readonly userId: number
  readonly rankUniqueId: number | null
  readonly roleIds: readonly number[]
  readonly unfinished: readonly number[]
  readonly suspended: boolean
  readonly blacklisted: boolean
}

export interface Situation {
  readonly community: Pick<Community, 'connection' | 'ranksDeclared'>
  readonly ranks: readonly RankRow[]
  /** Of the author of the reversal; null: without bounds. */
  readonly bounds: RankBounds | null
}

interface Plan extends Keeping {
  operate(items: readonly Item[], operation: PlannedOperation | null): void
}

export function planRank(plan: Plan, member: MemberRoles, changes: Changes, situation: Situation): void {
  const held = storedRank(situation.ranks, member)
  const of = ({ kind }: Pick<Item, 'kind'>) => kind === 'rank'
  const run = takeRun(plan, { items: changes.items.filter(of), others: changes.others.filter(of) }, held?.unique_id)
  if (!run || !held) return
  const { items, before, after: found } = run
  const obstacle = before === found ? null : obstacleIn(() => assertRankMayBeSet(member, held, before, situation))
  if (obstacle) return plan.keep(items, obstacle)
  const set = { userId: member.userId, kind: 'rank.set', targetUniqueId: before, found } as const
  plan.operate(items, before === found ? null : { ...set, ...namesOf(items) })
}

export function planRoles(
  plan: Plan,
  member: MemberRoles,
  { items, others }: Changes,
  situation: Situation & { readonly rolesOfAwards: readonly number[] },
): void {
  for (const object of new Set(items.flatMap((item) => (item.kind === 'role' ? [item.object] : [])))) {
    const of = (one: Pick<Item, 'kind' | 'object'>) => one.kind === 'role' && one.object === object
    const role = Number(object)
    const run = takeRun(
      plan,
      { items: items.filter(of), others: others.filter(of) },
      rolesOf(member).includes(role) ? 1 : 0,
    )
    if (!run) continue
    const isUnchanged = run.before === run.after
    const obstacle = isUnchanged ? null : obstacleToRole(member, role, run.before === 1, situation)
    if (obstacle) {
      plan.keep(run.items, obstacle)
      continue
    }
    const kind = run.before === 1 ? 'role.assign' : 'role.unassign'
    const operation = { userId: member.userId, kind, targetUniqueId: role, found: null, ...namesOf(run.items) } as const
    plan.operate(run.items, isUnchanged ? null : operation)
  }
}

function namesOf(items: readonly Item[]): Pick<PlannedOperation, 'entries' | 'changedAt'> {
  const changedAt = items.flatMap((item) => item.changedAt ?? [])
  return { entries: items.map(({ auditId }) => auditId), ...(changedAt.length > 0 && { changedAt }) }
}

/** The log of the group is newer than what is stored. @param items oldest first */
export function leftByHand<Member extends MemberRoles>(
  member: Member,
  items: readonly Item[],
  ranks: readonly RankRow[],
): Member {
  const byHand = items.filter(({ changedAt }) => changedAt !== undefined)
  if (byHand.length === 0) return member
  const roles = new Set(rolesOf(member))
  const changed = byHand.findLast(({ kind }) => kind === 'rank')?.after ?? null
  if (changed !== null) for (const { unique_id } of ranks.filter(isRank)) roles.delete(unique_id)
  // every member has at least the base role
  const rankUniqueId = changed ?? member.rankUniqueId ?? baseRole(ranks)?.unique_id ?? null
  if (rankUniqueId !== null) roles.add(rankUniqueId)
  for (const { kind, object, after } of byHand)
    if (kind === 'role') roles[after === 1 ? 'add' : 'delete'](Number(object))
  return { ...member, roleIds: [...roles], rankUniqueId }
}

/** Throws what the execution would (operations/dispatch/rank-plan.ts). */
function assertRankMayBeSet(
  member: MemberRoles,
  held: RankRow,
  rankUniqueId: number,
  { community, ranks, bounds }: Situation,
): void {
  const { suspended, blacklisted, unfinished } = member
  const roleIds = rolesOf(member)
  if (community.connection === 'none') throw notConfigured()
  assertNotOwner(held)
  if (isAmbiguous(community, ranks, roleIds, unfinished)) throw rankAmbiguous(ranks, roleIds)
  const target = requireRole(ranks, rankUniqueId)
  assertIsRank(target)
  assertNotBlocked({ suspended, blacklisted }, held, target)
  const { assign, unassign } = stepsOf(ranks, roleIds, [rankUniqueId])
  assertWithinBounds(bounds, { held: held.rank_id, given: numbersOf(ranks, assign), taken: numbersOf(ranks, unassign) })
}

function obstacleToRole(
  member: MemberRoles,
  role: number,
  isGiven: boolean,
  { community, ranks, bounds, rolesOfAwards }: Situation & { readonly rolesOfAwards: readonly number[] },
): Obstacle | null {
  if (!isGiven && rolesOfAwards.includes(role)) return { reason: 'role_of_award' }
  return obstacleIn(() => {
    if (community.connection === 'none') throw notConfigured()
    const target = requireRole(ranks, role)
    assertIsRole(ranks, target)
    if (isGiven) assertNotBlacklisted(member.blacklisted, 'give the role')
    const held = storedRank(ranks, member)?.rank_id ?? null
    const [given, taken] = isGiven ? [[target.rank_id], []] : [[], [target.rank_id]]
    assertWithinBounds(bounds, { held, given, taken })
  })
}

const numbersOf = (ranks: readonly RankRow[], roles: readonly number[]): number[] =>
  ranks.filter(({ unique_id }) => roles.includes(unique_id)).map(({ rank_id }) => rank_id)
