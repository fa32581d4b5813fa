// What becomes of the audit entries about one member. Pure: a dry run and the reversal itself decide with it.
import { MAX_MEDALS, type AwardCount } from '../awards/medals/rules'
import { LEAST, pointsAfter, type NewChange, type PointsChange } from '../awards/points/rules'
import { problemAsStored } from '../operations/decision/rules'
import { byOrder, isOfRecord, type Item } from './entries/rules'
import {
  decideRecords,
  withRecords,
  type NeededRecord,
  type RecordFacts,
  type RecordOutcome,
  type RecordSituation,
} from './records/outcome'
import {
  leftByHand,
  decideRank,
  decideRoles,
  type MemberRoles,
  type NeededOperation,
  type Situation,
} from './ranks/outcome'
import {
  kept,
  runOf,
  seenAndTakenBack,
  takenBack,
  type Changes,
  type Entry,
  type Obstacle,
  type Verdict,
} from './verdicts'

type AwardKind = 'medal' | 'qualification'

export interface HeldAward {
  readonly id: number
  readonly name: string
  readonly archived: boolean
  /** Given and taken with the award. */
  readonly role: number | null
  readonly count: number
}

/** The audit entries of an account, or those without one. */
export interface Log {
  readonly entries: readonly Entry[]
  /** Entries that a reversal has taken back. */
  readonly taken: readonly string[]
}

export interface MemberFacts extends MemberRoles, Log {
  readonly userId: number
  readonly experience: number
  readonly quotaPoints: number
  readonly medalOccurrences: number
  readonly medals: readonly HeldAward[]
  readonly qualifications: readonly HeldAward[]
  /** Roles of all awards that the member has. */
  readonly bound: readonly { readonly kind: AwardKind; readonly id: number; readonly role: number }[]
}

/** The role follows the award. */
interface BoundRoleChange {
  readonly role: number
  readonly action: 'assign' | 'unassign'
  /** The entries of the award. */
  readonly entries: readonly string[]
}

/** The changes are in the order in which they are written. An entry that is taken back has one, or an operation. */
export interface MemberOutcome {
  readonly verdicts: readonly Verdict[]
  readonly changes: readonly { readonly auditId: string; readonly change: NewChange }[]
  readonly medals: readonly AwardCount[]
  readonly medalOccurrences: number
  readonly qualifications: readonly AwardCount[]
  readonly roles: readonly BoundRoleChange[]
  readonly operations: readonly NeededOperation[]
  readonly records: readonly NeededRecord[]
}

/** @param stored a log alone: there is no member, or the items are of no account */
export function decideMember(
  stored: MemberFacts | Log,
  items: readonly Item[],
  situation: Situation & RecordSituation & { readonly reason: string | null },
  records: readonly RecordFacts[] = [],
): MemberOutcome {
  const known = 'userId' in stored ? stored : null
  const outcome = new Outcome(known, situation.reason)
  const allowed = items.filter((item) => {
    const reason = obstacleOf(stored, item, situation.kinds)
    if (reason) outcome.keep([item], { reason })
    return reason === null
  })
  const others = othersOf(stored, allowed)
  const { entries } = stored
  decideRecords(outcome, { items: allowed.filter(isOfRecord), others, entries }, records, situation)
  const open = allowed.filter((item) => !isOfRecord(item))
  if (!known) {
    outcome.keep(open, { reason: 'member_not_found' })
    return outcome
  }
  const member = withRecords(leftByHand(known, open, situation.ranks), outcome.records, records)
  for (const property of ['experience', 'quotaPoints'] as const) takePoints(outcome, member, property, open, others)
  for (const kind of ['medal', 'qualification'] as const)
    takeAwards(outcome, member, kind, { items: open, others }, situation)
  decideRank(outcome, member, { items: open, others }, situation)
  decideRoles(outcome, member, { items: open, others }, { ...situation, rolesOfAwards: outcome.rolesOfAwards(member) })
  outcome.addRoles(member)
  return outcome
}

function obstacleOf({ taken }: Log, item: Item, kinds: readonly string[]): Obstacle['reason'] | null {
  if (item.obstacle === 'only_by_hand') return item.obstacle
  if (!kinds.includes(item.kind)) return 'not_permitted'
  if (taken.includes(item.auditId)) return 'already_taken_back'
  if (item.obstacle) return item.obstacle
  return item.before === null || item.after === null ? 'values_erased' : null
}

/** A change that was taken back does not count, nor the entry that took it back. */
function othersOf({ entries, taken }: Log, open: readonly Item[]): Entry[] {
  const listed = new Set(entries.map(({ auditId }) => auditId))
  const isUndoing = ({ reverses, reversesByHand }: Entry) =>
    reversesByHand === true || (reverses.length > 0 && reverses.every((auditId) => listed.has(auditId)))
  const sorted = [...entries].sort(byOrder)
  const seen = seenAndTakenBack(sorted).map(({ auditId }) => auditId)
  const left = new Set([...taken, ...seen, ...open.map(({ auditId }) => auditId)])
  return sorted.filter((entry) => !left.has(entry.auditId) && !isUndoing(entry))
}

class Outcome implements MemberOutcome, RecordOutcome {
  readonly verdicts: Verdict[] = []
  readonly changes: { auditId: string; change: NewChange }[] = []
  readonly medals: AwardCount[] = []
  readonly qualifications: AwardCount[] = []
  readonly roles: BoundRoleChange[] = []
  readonly operations: NeededOperation[] = []
  readonly records: NeededRecord[] = []
  medalOccurrences: number
  private readonly given: { award: HeldAward; kind: AwardKind; count: number; entries: readonly string[] }[] = []

  constructor(
    member: MemberFacts | null,
    private readonly reason: string | null,
  ) {
    this.medalOccurrences = member?.medalOccurrences ?? 0
  }

  keep(items: readonly Item[], obstacle: Obstacle): void {
    this.verdicts.push(...items.map((item) => kept(item, obstacle)))
  }

  /** @param operation null: there is nothing to change */
  operate(items: readonly Item[], operation: NeededOperation | null): void {
    this.verdicts.push(...items.map((item) => takenBack(item, item.kind === 'role' ? differenceOf(item) : null)))
    if (operation) this.operations.push(operation)
  }

  record(items: readonly Item[], change: NeededRecord | null, reason: 'password_kept' | null = null): void {
    this.verdicts.push(...items.map((item) => ({ ...takenBack(item, null), reason })))
    if (change) this.records.push(change)
  }

  /** @returns the points afterwards */
  takePoints(userId: number, item: Item, property: 'experience' | 'quotaPoints', before: number): number {
    const by = differenceOf(item)
    const change: PointsChange = { op: by < 0 ? 'decrement' : 'increment', amount: Math.abs(by) }
    const after = pointsAfter(before, change, LEAST[property])
    this.verdicts.push(takenBack(item, after - before, after !== before + by))
    const { auditId } = item
    this.changes.push({
      auditId,
      change: { userId, reason: this.reason, property, reverses: [auditId], ...change },
    })
    return after
  }

  takeAward(userId: number, item: Item, kind: AwardKind): void {
    const [before, after] = [item.after ?? 0, item.before ?? 0]
    const { auditId, object: name } = item
    this.verdicts.push(takenBack(item, after - before))
    const other = {
      action: `member.${kind}.${after < before ? 'remove' : 'award'}`,
      before: { name, count: before },
      after: { name, count: after, reverses: [auditId] },
    }
    this.changes.push({ auditId, change: { userId, reason: this.reason, other } })
  }

  setAward(userId: number, kind: AwardKind, award: HeldAward, items: readonly Item[]): void {
    const count = items.at(-1)?.before ?? award.count
    if (count === award.count) return
    if (kind === 'medal') this.medalOccurrences += count - award.count
    const counts = kind === 'medal' ? this.medals : this.qualifications
    counts.push({ userId, awardId: award.id, count })
    this.given.push({ award, kind, count, entries: items.map(({ auditId }) => auditId) })
  }

  /** Of the awards that the member has afterwards. */
  rolesOfAwards({ bound }: MemberFacts): number[] {
    const isGone = ({ kind, id }: MemberFacts['bound'][number]) =>
      this.given.some((one) => one.kind === kind && one.award.id === id && one.count === 0)
    const left = bound.filter((award) => !isGone(award)).map(({ role }) => role)
    return [
      ...left,
      ...this.given.flatMap(({ award: { role }, count }) => (role === null || count === 0 ? [] : [role])),
    ]
  }

  /** A role stays while another award of the member has it. One that an operation takes back follows already. */
  addRoles(member: MemberFacts): void {
    const left = this.rolesOfAwards(member)
    for (const { award, count, entries } of this.given) {
      const { role } = award
      if (role === null || this.operations.some(({ targetUniqueId }) => targetUniqueId === role)) continue
      if (count > 0 && award.count === 0) this.roles.push({ role, action: 'assign', entries })
      if (count === 0 && !left.includes(role)) this.roles.push({ role, action: 'unassign', entries })
    }
  }
}

const differenceOf = ({ before, after }: Item): number => (before ?? 0) - (after ?? 0)

/**
 * Differences that give come first, so that the smallest value clamps the sum alone, in whichever order the changes
 * were made.
 */
function takePoints(
  outcome: Outcome,
  member: MemberFacts,
  property: 'experience' | 'quotaPoints',
  items: readonly Item[],
  others: readonly Entry[],
): void {
  const sets = others.filter(({ kind, isSet }) => kind === property && isSet)
  const open = items.filter((item) => {
    if (item.kind !== property) return false
    const later = sets.find((entry) => byOrder(item, entry) < 0)
    if (later) outcome.keep([item], { reason: 'later_change', by: later.auditId })
    return later === undefined
  })
  const ordered = [...open].sort((one, other) => differenceOf(other) - differenceOf(one) || byOrder(other, one))
  let value = member[property]
  for (const item of ordered) value = outcome.takePoints(member.userId, item, property, value)
}

function takeAwards(
  outcome: Outcome,
  member: MemberFacts,
  kind: AwardKind,
  { items, others }: Changes,
  situation: Situation,
): void {
  const awards = kind === 'medal' ? member.medals : member.qualifications
  const ofKind = items.filter((item) => item.kind === kind)
  for (const name of new Set(ofKind.map(({ object }) => object))) {
    const named = ofKind.filter(({ object }) => object === name)
    const ofName = others.filter((entry) => entry.kind === kind && entry.object === name)
    const run = runOf(named, ofName)
    for (const { item, by } of run.superseded) outcome.keep([item], { reason: 'later_change', by })
    const award = awards.find((one) => one.name === name)
    const reason = obstacleToAward(outcome, kind, run.items, award)
    const obstacle = reason ? { reason } : award && obstacleToRoleOf(outcome, member, award, run.items, situation)
    if (obstacle) outcome.keep(run.items, obstacle)
    if (obstacle || !award) continue
    run.items.forEach((item) => outcome.takeAward(member.userId, item, kind))
    outcome.setAward(member.userId, kind, award, run.items)
  }
}

/** An award is not taken back without the role that it gives or takes, which follows in the same decision. */
function obstacleToRoleOf(
  outcome: Outcome,
  member: MemberFacts,
  { role, count }: HeldAward,
  run: readonly Item[],
  { community, ranks, bounds }: Situation,
): Obstacle | null {
  const after = run.at(-1)?.before ?? count
  if (role === null || community.connection === 'none' || (count === 0) === (after === 0)) return null
  const isShared = outcome.rolesOfAwards(member).filter((one) => one === role).length > (count === 0 ? 0 : 1)
  if (isShared) return null
  const kind = after > 0 ? 'role.assign' : 'role.unassign'
  const problem = problemAsStored({ kind, target: role }, { ranks, member, community, bounds })
  return problem && { reason: 'operation_failed', errorCode: problem.code }
}

function obstacleToAward(
  { medalOccurrences }: Outcome,
  kind: AwardKind,
  run: readonly Item[],
  award: HeldAward | undefined,
): Obstacle['reason'] | null {
  const [newest, oldest] = [run[0], run.at(-1)]
  if (!newest || !oldest) return null
  if (!award) return 'award_not_found'
  if (award.count !== newest.after) return 'state_differs'
  const more = (oldest.before ?? 0) - award.count
  if (more <= 0) return null
  if (award.archived) return 'award_archived'
  return kind === 'medal' && medalOccurrences + more > MAX_MEDALS ? 'award_limit_reached' : null
}
