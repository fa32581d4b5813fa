// Checks a history: an operation writes between `dispatchedAt` and `completedAt`, towards its target, once; operations
// of a member never overlap.
import {
  isRoleGoal,
  type AcceptedOperation,
  type AppliedWrite,
  type History,
  type MemberRoles,
  type RankGoal,
  type RoleGoal,
  type ShownOperation,
  type SynchronousChange,
} from './history'

export type ViolationKind =
  /** Effects of an operation, or operations of a key. */
  | 'double'
  /** Accepted but missing, or without effect. */
  | 'loss'
  | 'unfinished'
  /** Of no operation. */
  | 'stray'
  /** Of one member. */
  | 'order'
  /** Wrong roles. */
  | 'state'
  /** A role that is no rank was named or changed. */
  | 'unmanaged'

export interface Violation {
  readonly kind: ViolationKind
  readonly text: string
}

export interface CheckOptions {
  /** Between platform, database and clients. */
  readonly toleranceMs?: number
}

const outcomes = ['succeeded', 'failed'] as const
const terminal = new Set(['succeeded', 'failed', 'cancelled'])

/** Nothing was sent. */
const nothingSent = new Set([
  ...['deadline-cancelled-before-dispatch', 'actor-authorization-revoked', 'rank_limit_reached', 'member_not_in_group'],
  ...['rank_not_assignable', 'member_suspended', 'member_blacklisted', 'operation_superseded', 'operation_cancelled'],
])

export function check(history: History, { toleranceMs = 50 }: CheckOptions = {}): Violation[] {
  const lines = byMember(history)
  const roles = byRole(history)
  return [
    ...checkAcceptance(history.operations),
    ...[...lines, ...roles.values()].flatMap((line) => checkMember(line, toleranceMs)),
    ...history.operations.filter(isRoleOperation).flatMap(checkRoleIntent),
    ...checkQueues(history.operations, toleranceMs),
    ...strangers(history, lines),
    ...checkUnmanaged(history, roles),
  ]
}

/** Every key has one, which has ended. */
function checkAcceptance(operations: readonly AcceptedOperation[]): Violation[] {
  const keysOf = new Map<string, string>()
  return operations.flatMap(({ key, ids, final }) => {
    const found: Violation[] = []
    if (ids.length !== 1) found.push(violation('double', `the key ${key} has the operations ${ids.join(' and ')}`))
    for (const id of ids) {
      const other = keysOf.get(id)
      if (other !== undefined)
        found.push(violation('loss', `the keys ${other} and ${key} have the same operation ${id}`))
      keysOf.set(id, key)
    }
    if (final === null) found.push(violation('loss', `${ids[0]} (key ${key}) was accepted and does not exist`))
    else if (!terminal.has(final.status)) found.push(violation('unfinished', `${describe(final)} has not ended`))
    return found
  })
}

interface Line {
  readonly ladder: readonly number[]
  readonly member: MemberRoles
  readonly operations: AcceptedOperation<RankGoal>[]
  readonly synchronous: SynchronousChange[]
  readonly journal: AppliedWrite[]
}

const emptyLine = (): Pick<Line, 'operations' | 'synchronous' | 'journal'> => ({
  ...{ operations: [], synchronous: [], journal: [] },
})

interface OfMember {
  readonly groupId: number
  readonly userId: number
}
const nameOf = ({ groupId, userId }: OfMember): string => `${groupId}/${userId}`

function byMember(history: History): Line[] {
  const lines = new Map<string, Line>()
  for (const member of history.members) {
    const ladder = history.ladders.get(member.groupId) ?? []
    const ranksOf = (roles: readonly number[]) => roles.filter((role) => ladder.includes(role))
    const ranks = { ...member, before: ranksOf(member.before), after: ranksOf(member.after) }
    lines.set(nameOf(member), { ...{ ladder, member: ranks }, ...emptyLine() })
  }
  for (const one of history.operations) if (isRankOperation(one)) lines.get(nameOf(one))?.operations.push(one)
  for (const one of history.synchronous) lines.get(nameOf(one))?.synchronous.push(one)
  for (const one of history.journal) if (isOfRank(history, one)) lines.get(nameOf(one))?.journal.push(one)
  return [...lines.values()]
}

const isOfRank = ({ ladders }: History, { groupId, roleId }: { groupId: number; roleId: number }): boolean =>
  ladders.get(groupId)?.includes(roleId) ?? false

type RoleOperation = AcceptedOperation<RoleGoal>
type RankOperation = AcceptedOperation<RankGoal>
const isRoleOperation = (one: AcceptedOperation): one is RoleOperation => isRoleGoal(one.goal)
const isRankOperation = (one: AcceptedOperation): one is RankOperation => !isRoleGoal(one.goal)
const roleName = (one: OfMember & { readonly roleId: number }): string => `${nameOf(one)} ${one.roleId}`

/** Of a member that lacks a role. */
const WITHOUT = 0

/** The operations on roles: each role of a member is a ladder of its own, without the role and with it. */
function byRole(history: History): Map<string, Line> {
  const lines = new Map<string, Line>()
  const memberOf = new Map(history.members.map((member) => [nameOf(member), member]))
  for (const operation of history.operations.filter(isRoleOperation)) {
    const { role } = operation.goal
    const member = memberOf.get(nameOf(operation))
    if (!member) continue
    const name = roleName({ ...operation, roleId: role })
    const [before, after] = [member.before, member.after].map((roles) => roles.filter((one) => one === role))
    const own = { ...member, before: before ?? [], after: after ?? [] }
    const line = lines.get(name) ?? { ...{ ladder: [WITHOUT, role], member: own }, ...emptyLine() }
    line.operations.push(asRankOperation(operation))
    lines.set(name, line)
  }
  for (const write of history.journal) lines.get(roleName(write))?.journal.push(write)
  return lines
}

function asRankOperation({ goal, final, ...operation }: RoleOperation): RankOperation {
  const role = goal.kind === 'assign' ? goal.role : WITHOUT
  return { ...operation, goal: { kind: 'set', role }, final: final && { ...final, target: { uniqueId: role } } }
}

function checkRoleIntent({ goal, final }: RoleOperation): Violation[] {
  const shown = final?.target?.uniqueId ?? goal.role
  if (final === null || shown === goal.role) return []
  return [violation('state', `${describe(final)} was requested for the role ${goal.role} and shows ${shown}`)]
}

/** One queue a member: operations on ranks and on roles do not overtake each other. */
function checkQueues(operations: readonly AcceptedOperation[], toleranceMs: number): Violation[] {
  const queues = new Map<string, AcceptedOperation[]>()
  for (const one of operations) queues.set(nameOf(one), [...(queues.get(nameOf(one)) ?? []), one])
  return [...queues.values()].flatMap((queue) => checkOrder(queue, toleranceMs))
}

/** A write that names a role that is no rank is of an operation on it, and each member holds those that were given by hand. */
function checkUnmanaged(history: History, roles: ReadonlyMap<string, Line>): Violation[] {
  const { journal, members, hands } = history
  const named = journal
    .filter((write) => !isOfRank(history, write) && !roles.has(roleName(write)))
    .map((write) => violation('unmanaged', `${spell(write)} names a role that is no rank`))
  const expected = new Map(members.map((member) => [nameOf(member), new Set(member.before)]))
  for (const hand of hands) expected.get(nameOf(hand))?.[hand.given ? 'add' : 'delete'](hand.roleId)
  const wrong = members.flatMap((member) => {
    const { groupId, after } = member
    const beside = (of: Iterable<number>) =>
      [...of].filter((roleId) => !isOfRank(history, { groupId, roleId }) && !roles.has(roleName({ ...member, roleId })))
    const held = beside(expected.get(nameOf(member)) ?? [])
    if (sameRoles(new Set(held), beside(after))) return []
    return [
      violation('unmanaged', `${nameOf(member)} holds ${list(beside(after))} beside its rank instead of ${list(held)}`),
    ]
  })
  return [...named, ...wrong]
}

function strangers({ journal }: History, lines: readonly Line[]): Violation[] {
  const known = new Set(lines.map(({ member }) => nameOf(member)))
  return journal
    .filter((write) => !known.has(nameOf(write)))
    .map((write) => violation('stray', `${spell(write)} for a member without operations`))
}

/** When and to which target an operation may write. */
interface Window {
  readonly name: string
  readonly goal: RankGoal
  readonly from: number
  readonly to: number
  readonly outcome: 'succeeded' | 'failed' | 'untouched' | 'open'
  readonly code: string | null
  /** Null: unknown. */
  readonly target: number | null
  /** May not have run: owns writes only when no other fits. */
  readonly isUncertain: boolean
  /** It ended from here to `to`. */
  readonly endsFrom: number
  readonly writes: AppliedWrite[]
  /** Before its first write. */
  rolesBefore: ReadonlySet<number> | null
  /** After its last write. */
  rolesAfter: ReadonlySet<number> | null
}

function checkMember(line: Line, toleranceMs: number): Violation[] {
  const windows = [...line.operations.flatMap(windowOf), ...line.synchronous.map(synchronousWindow)]
  const explained = assignWrites(line, windows, toleranceMs)
  return [
    ...line.operations.flatMap(checkIntent),
    ...explained,
    ...windows.flatMap((window) => checkWrites(line, window)),
    ...windows.flatMap((window) => checkOutcome(line, window, toleranceMs)),
    ...checkOverlaps(windows),
    ...checkFinalState(line, windows),
  ]
}

/** As requested. */
function checkIntent({ goal, userId, final }: RankOperation): Violation[] {
  if (final === null) return []
  const found: Violation[] = []
  if (final.userId !== String(userId)) found.push(violation('state', `${describe(final)} was requested for ${userId}`))
  const target = final.target?.uniqueId ?? null
  if (goal.kind === 'set' && target !== null && target !== goal.role) {
    found.push(violation('state', `${describe(final)} was requested with target ${goal.role} and shows ${target}`))
  }
  return found
}

function windowOf(accepted: RankOperation): Window[] {
  const { goal, final } = accepted
  return final === null ? [] : [shownWindow(describe(final), goal, final)]
}

/** Throttled operations are dispatched again. */
function shownWindow(name: string, goal: RankGoal, shown: ShownOperation): Window {
  const dispatches = shown.attempts.filter(({ to }) => to === 'dispatching').map(({ at }) => Date.parse(at))
  if (shown.dispatchedAt !== null) dispatches.push(Date.parse(shown.dispatchedAt))
  const to = shown.completedAt === null ? Infinity : Date.parse(shown.completedAt)
  const code = shown.error?.code ?? null
  const untouched = shown.status === 'cancelled' || (shown.status === 'failed' && nothingSent.has(code ?? ''))
  return {
    ...{ name, goal, code, to, from: dispatches.length > 0 ? Math.min(...dispatches) : to },
    outcome: untouched ? 'untouched' : (outcomes.find((outcome) => outcome === shown.status) ?? 'open'),
    target: goal.kind === 'set' ? goal.role : (shown.target?.uniqueId ?? null),
    isUncertain: false,
    endsFrom: to,
    ...blank(),
  }
}

const blank = () => ({ writes: [] as AppliedWrite[], rolesBefore: null, rolesAfter: null })

/** Runs before its 200. After an error only if the code says that the outcome is unknown. */
function synchronousWindow(change: SynchronousChange): Window {
  const { goal, status, code, sentAt, answeredAt, userId } = change
  const name =
    `the synchronous ${goal.kind} of ${userId} at ${clock(sentAt)}, answered ${status ?? 'nothing'} ${code ?? ''}`.trim()
  if (change.operation !== null && status !== 200) {
    return shownWindow(`${name}, ${describe(change.operation)}`, goal, change.operation)
  }
  const open = status === null || status === 500 || status >= 503
  return {
    ...{ name, goal, code, from: sentAt, to: open ? Infinity : answeredAt },
    outcome: open ? 'open' : status === 200 ? 'succeeded' : nothingSent.has(code ?? '') ? 'untouched' : 'failed',
    target: goal.kind === 'set' ? goal.role : null,
    isUncertain: open,
    endsFrom: sentAt,
    ...blank(),
  }
}

/** And replays the roles. */
function assignWrites(line: Line, windows: readonly Window[], toleranceMs: number): Violation[] {
  const found: Violation[] = []
  const roles = new Set(line.member.before)
  let owner: Window | undefined
  for (const write of line.journal) {
    owner = ownerOf(write, windows, { toleranceMs, writing: owner })
    if (owner) owner.rolesBefore ??= new Set(roles)
    else found.push(violation('stray', unexplained(write, windows, toleranceMs)))
    const held = write.roleId === line.ladder[0] || roles.has(write.roleId)
    if (write.changed !== (held !== (write.verb === 'assignRole'))) {
      found.push(violation('state', `${spell(write)} is inconsistent with the previous writes`))
    }
    apply(write, roles, line.ladder)
    owner?.writes.push(write)
    if (owner) owner.rolesAfter = new Set(roles)
  }
  if (!sameRoles(roles, line.member.after)) {
    const text = `${nameOf(line.member)} has ${list(line.member.after)}, but the journal results in ${list(roles)}`
    found.push(violation('state', text))
  }
  return found
}

interface Moment {
  readonly toleranceMs: number
  /** Of the member's previous write. */
  readonly writing: Window | undefined
}

/** Preferably certain and without tolerance; accepted operations first, being narrower. */
function ownerOf(
  write: AppliedWrite,
  windows: readonly Window[],
  { toleranceMs, writing }: Moment,
): Window | undefined {
  const serving = windows.filter((window) => isTowardsTarget(write, window))
  const covering = serving.filter((window) => covers(window, write.at, toleranceMs))
  const rank = (window: Window): number =>
    (window.isUncertain && window !== writing ? 4 : 0) +
    (window.outcome === 'untouched' ? 2 : 0) +
    (covers(window, write.at, 0) ? 0 : 1)
  return covering.sort((one, other) => rank(one) - rank(other))[0]
}

const covers = ({ from, to }: Window, at: number, toleranceMs: number): boolean =>
  at >= from - toleranceMs && at <= to + toleranceMs

/** Assigns the target or unassigns another. */
function isTowardsTarget({ verb, roleId }: AppliedWrite, { target }: Window): boolean {
  return target === null || (verb === 'assignRole') === (roleId === target)
}

function unexplained(write: AppliedWrite, windows: readonly Window[], toleranceMs: number): string {
  const working = windows.find((window) => covers(window, write.at, toleranceMs))
  if (working) return `${spell(write)} during ${working.name}, whose target is ${working.target}`
  const ended = windows.filter((window) => window.to < write.at && isTowardsTarget(write, window))
  const last = ended.sort((one, other) => other.to - one.to)[0]
  if (last) return `${spell(write)} ${write.at - last.to} ms after the end of ${last.name}`
  return `${spell(write)}, which belongs to no operation`
}

/** One target, assigned once. */
function checkWrites({ ladder }: Line, window: Window): Violation[] {
  const found: Violation[] = []
  const { name, writes, outcome, goal, target } = window
  const assigns = writes.filter(({ verb }) => verb === 'assignRole')
  const assigned = new Set(assigns.map(({ roleId }) => roleId))
  if (assigned.size > 1 && !window.isUncertain) {
    found.push(violation('double', `${name} assigned ${list(assigned)}: its target was resolved more than once`))
  }
  for (const role of assigned) {
    const effective = assigns.filter(({ roleId, changed }) => roleId === role && changed)
    if (effective.length > 1 && !window.isUncertain) {
      found.push(violation('double', `${name} assigned ${role} with effect ${effective.length} times`))
    }
  }
  if (outcome === 'untouched' && writes.length > 0) {
    found.push(violation('stray', `${name} failed before sending, but ${writes.map(spell).join(', ')}`))
  }
  const reached = target ?? [...assigned][0]
  if (goal.kind !== 'set' && outcome === 'succeeded' && window.rolesBefore && reached !== undefined) {
    const expected = neighbour(ladder, window.rolesBefore, goal.kind)
    if (expected !== reached) {
      const text = `${name} led from ${list(window.rolesBefore)} to ${reached} instead of ${expected ?? 'a refusal'}`
      found.push(violation('double', text))
    }
  }
  return found
}

/** The target role only. */
function checkOutcome(line: Line, window: Window, toleranceMs: number): Violation[] {
  const { name, outcome, target, code, goal } = window
  const seen = rolesAround(line, window, toleranceMs)
  if (outcome === 'succeeded' && target !== null && !seen.some((roles) => isExactly(line.ladder, roles, target))) {
    const text = `${name} succeeded with target ${target}, but the member had ${seen.map(list).join(' or ')}`
    return [violation('loss', text)]
  }
  if (code !== 'rank_limit_reached' || goal.kind === 'set') return []
  if (seen.some((roles) => neighbour(line.ladder, roles, goal.kind) === undefined)) return []
  const text = `${name} was refused at the end of the ladder, but the member had ${seen.map(list).join(' or ')}`
  return [violation('state', text)]
}

/** Without writes: all around its end. */
function rolesAround({ ladder, member, journal }: Line, window: Window, toleranceMs: number): ReadonlySet<number>[] {
  if (window.rolesAfter) return [window.rolesAfter]
  const roles = new Set(member.before)
  const seen: Set<number>[] = []
  for (const write of journal) {
    if (write.at > window.to + toleranceMs) break
    if (write.at >= window.endsFrom - toleranceMs) seen.push(new Set(roles))
    apply(write, roles, ladder)
  }
  return [...seen, roles]
}

/** Ignores the base role. */
function apply({ verb, roleId }: AppliedWrite, roles: Set<number>, [base]: readonly number[]): void {
  if (verb === 'unassignRole') roles.delete(roleId)
  else if (roleId !== base) roles.add(roleId)
}

function checkOverlaps(windows: readonly Window[]): Violation[] {
  const spans = windows
    .filter((window) => window.writes.length > 0 && !window.isUncertain)
    .map(({ name, writes }) => ({ name, first: writes[0]?.seq ?? 0, last: writes.at(-1)?.seq ?? 0 }))
    .sort((one, other) => one.first - other.first)
  return spans.flatMap((one, index) => {
    const next = spans[index + 1]
    if (next === undefined || next.first > one.last) return []
    return [violation('order', `${next.name} wrote before the last write of ${one.name}`)]
  })
}

/** Only those accepted after the response of another are ordered. */
function checkOrder(operations: readonly AcceptedOperation[], toleranceMs: number): Violation[] {
  const run = operations.filter(({ final }) => final?.dispatchedAt != null && final.completedAt !== null)
  return run.flatMap((later) =>
    run.flatMap((earlier) => {
      if (earlier.answeredAt >= later.sentAt || !earlier.final || !later.final) return []
      const ended = Date.parse(earlier.final.completedAt ?? '')
      const begun = Date.parse(later.final.dispatchedAt ?? '')
      if (ended <= begun + toleranceMs) return []
      return [violation('order', `${describe(later.final)} overtook ${describe(earlier.final)}`)]
    }),
  )
}

/** Of the last success, unless a later change ended half applied. */
function checkFinalState(line: Line, windows: readonly Window[]): Violation[] {
  const lastSeq = ({ writes }: Window): number => writes.at(-1)?.seq ?? 0
  const succeeded = windows.filter(({ outcome }) => outcome === 'succeeded')
  // without writes, the last write assigned the target
  const last = succeeded.sort((one, other) => lastSeq(one) - lastSeq(other) || one.to - other.to).at(-1)
  if (last === undefined) return []
  const target = last.target ?? last.writes.find(({ verb }) => verb === 'assignRole')?.roleId ?? null
  const disturbed = windows.some(
    (window) =>
      window.outcome !== 'succeeded' && window.writes.some(({ changed, seq }) => changed && seq > lastSeq(last)),
  )
  if (target === null || disturbed || isExactly(line.ladder, new Set(line.member.after), target)) return []
  const text = `${nameOf(line.member)} has ${list(line.member.after)} after ${last.name}, whose target is ${target}`
  return [violation('state', text)]
}

/** Base role and target only. */
function isExactly([base]: readonly number[], roles: ReadonlySet<number>, target: number): boolean {
  return sameRoles(roles, target === base ? [] : [target])
}

function sameRoles(roles: ReadonlySet<number>, others: readonly number[]): boolean {
  return roles.size === new Set(others).size && others.every((role) => roles.has(role))
}

/** Undefined at the ladder's end. */
function neighbour(
  ladder: readonly number[],
  roles: ReadonlySet<number>,
  kind: 'promote' | 'demote',
): number | undefined {
  const held = Math.max(
    0,
    ladder.findLastIndex((role) => roles.has(role)),
  )
  return ladder[kind === 'promote' ? held + 1 : held - 1]
}

function violation(kind: ViolationKind, text: string): Violation {
  return { kind, text }
}

function describe({ id, status, error }: ShownOperation): string {
  return `${id} (${status}${error ? ` ${error.code}` : ''})`
}

function spell({ seq, at, verb, userId, roleId, changed }: AppliedWrite): string {
  return `write ${seq} at ${clock(at)} (${verb} ${roleId}, ${userId}${changed ? '' : ', without effect'})`
}

function list(roles: Iterable<number>): string {
  return `[${[...roles].join(', ')}]`
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}
