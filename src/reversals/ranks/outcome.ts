// Ranks and roles are taken back by operations, which find out again what the member holds. Pure.
import type { Community, RankBounds } from '../../context'
import { decide, storedFacts, type Asked } from '../../operations/decision/rules'
import { notConfigured } from '../../platform-connection/errors'
import type { RankRow } from '../../ranks/queries'
import { baseRole, isRank, rolesOf, storedRank } from '../../ranks/rules'
import type { Item } from '../entries/rules'
import { obstacleIn, takeRun, type Changes, type Keeping, type Obstacle } from '../verdicts'

export interface NeededOperation {
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

interface Outcome extends Keeping {
  operate(items: readonly Item[], operation: NeededOperation | null): void
}

export function decideRank(outcome: Outcome, member: MemberRoles, changes: Changes, situation: Situation): void {
  const held = storedRank(situation.ranks, member)
  const of = ({ kind }: Pick<Item, 'kind'>) => kind === 'rank'
  const run = takeRun(outcome, { items: changes.items.filter(of), others: changes.others.filter(of) }, held?.unique_id)
  if (!run || !held) return
  const { items, before, after: found } = run
  const obstacle = before === found ? null : obstacleToChange({ kind: 'rank.set', target: before }, member, situation)
  if (obstacle) return outcome.keep(items, obstacle)
  const set = { userId: member.userId, kind: 'rank.set', targetUniqueId: before, found } as const
  outcome.operate(items, before === found ? null : { ...set, ...namesOf(items) })
}

export function decideRoles(
  outcome: Outcome,
  member: MemberRoles,
  { items, others }: Changes,
  situation: Situation & { readonly rolesOfAwards: readonly number[] },
): void {
  for (const object of new Set(items.flatMap((item) => (item.kind === 'role' ? [item.object] : [])))) {
    const of = (one: Pick<Item, 'kind' | 'object'>) => one.kind === 'role' && one.object === object
    const role = Number(object)
    const run = takeRun(
      outcome,
      { items: items.filter(of), others: others.filter(of) },
      rolesOf(member).includes(role) ? 1 : 0,
    )
    if (!run) continue
    const isUnchanged = run.before === run.after
    const kind = run.before === 1 ? 'role.assign' : 'role.unassign'
    const ofAward = kind === 'role.unassign' && situation.rolesOfAwards.includes(role)
    const obstacle: Obstacle | null = ofAward
      ? { reason: 'role_of_award' }
      : obstacleToChange({ kind, target: role }, member, situation)
    if (obstacle && !isUnchanged) {
      outcome.keep(run.items, obstacle)
      continue
    }
    const operation = { userId: member.userId, kind, targetUniqueId: role, found: null, ...namesOf(run.items) } as const
    outcome.operate(run.items, isUnchanged ? null : operation)
  }
}

function namesOf(items: readonly Item[]): Pick<NeededOperation, 'entries' | 'changedAt'> {
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

/** As the execution decides, with what is stored (operations/decision). */
function obstacleToChange(asked: Asked, member: MemberRoles, { community, ranks, bounds }: Situation): Obstacle | null {
  return obstacleIn(() => {
    if (community.connection === 'none') throw notConfigured()
    const { suspended, blacklisted, unfinished } = member
    const stored = { ...storedFacts(ranks, member), community, unfinished }
    decide(asked, { ...stored, suspended, blacklisted, author: { bounds, account: null } })
  })
}
