// Checks a history: an operation writes between `dispatchedAt` and `completedAt`, towards its target, once. The order of the
// operations of a member, and what each one led to, are properties of `npm run simulate`.
import type {
  AcceptedOperation,
  AppliedWrite,
  Goal,
  History,
  MemberRoles,
  OfMember,
  ShownOperation,
  SynchronousChange,
} from './history'

/**
 * `double`: two effects of one operation, or two operations of one key. `loss`: an accepted operation is missing, or
 * succeeded without effect. `unfinished`: an operation has not ended. `stray`: a write belongs to no operation.
 * `order`: operations of one member overlap or overtake. `state`: a member has wrong roles. `unmanaged`: a role that is
 * no rank was named or changed.
 */
export const violationKinds = ['double', 'loss', 'unfinished', 'stray', 'order', 'state', 'unmanaged'] as const
export type ViolationKind = (typeof violationKinds)[number]

export interface Violation {
  readonly kind: ViolationKind
  readonly text: string
}

export const violation = (kind: ViolationKind, text: string): Violation => ({ kind, text })

/** Greatest difference between the clocks of the platform, the database and the clients. */
const TOLERANCE_MS = 50
const terminal = new Set(['succeeded', 'failed', 'cancelled'])
/** Error codes of operations that sent nothing. */
const nothingSent = new Set([
  'deadline-cancelled-before-dispatch',
  'actor-authorization-revoked',
  'rank_limit_reached',
  'member_not_in_group',
  'rank_not_assignable',
  'member_suspended',
  'member_blacklisted',
  'operation_superseded',
  'operation_cancelled',
])

export function check(history: History): Violation[] {
  const known = new Set(history.members.map(nameOf))
  return [
    ...checkAcceptance(history.operations),
    ...linesOf(history).flatMap(checkMember),
    ...history.journal
      .filter((write) => !known.has(nameOf(write)))
      .map((write) => violation('stray', `${spell(write)} for a member without operations`)),
  ]
}

/** Every key has one operation, which exists and has ended. */
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

/** The history of one member. */
interface Line {
  readonly ladder: readonly number[]
  /** The ranks that it held; `beside` has its other roles. */
  readonly member: MemberRoles
  readonly beside: MemberRoles
  readonly operations: readonly AcceptedOperation[]
  readonly synchronous: readonly SynchronousChange[]
  /** Writes of ranks; `unmanaged` has those of other roles. */
  readonly journal: readonly AppliedWrite[]
  readonly unmanaged: readonly AppliedWrite[]
}

const nameOf = ({ groupId, userId }: OfMember): string => `${groupId}/${userId}`

function byMember<Row extends OfMember>(rows: readonly Row[]): (member: OfMember) => readonly Row[] {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(nameOf(row), [...(found.get(nameOf(row)) ?? []), row])
  return (member) => found.get(nameOf(member)) ?? []
}

function linesOf({ ladders, members, ...history }: History): Line[] {
  const [operations, synchronous] = [byMember(history.operations), byMember(history.synchronous)]
  const journal = byMember(history.journal)
  return members.map((member) => {
    const ladder = ladders.get(member.groupId) ?? []
    const isRank = (role: number): boolean => ladder.includes(role)
    const only = (keep: (role: number) => boolean): MemberRoles => ({
      ...member,
      before: member.before.filter(keep),
      after: member.after.filter(keep),
    })
    return {
      ladder,
      member: only(isRank),
      beside: only((role) => !isRank(role)),
      operations: operations(member),
      synchronous: synchronous(member),
      journal: journal(member).filter(({ roleId }) => isRank(roleId)),
      unmanaged: journal(member).filter(({ roleId }) => !isRank(roleId)),
    }
  })
}

/** No write names a role that is no rank, and the member keeps those that it held. */
function checkUnmanaged({ unmanaged, beside: { before, after, ...member } }: Line): Violation[] {
  const named = unmanaged.map((write) => violation('unmanaged', `${spell(write)} names a role that is no rank`))
  if (sameRoles(new Set(before), after)) return named
  const text = `${nameOf(member)} holds ${list(after)} beside its rank instead of ${list(before)}`
  return [...named, violation('unmanaged', text)]
}

/** The time range in which an operation may write, and its target. */
interface Window {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly outcome: 'succeeded' | 'failed' | 'untouched' | 'open'
  /** The target role; null: unknown. */
  readonly target: number | null
  /** It may not have run: a write is assigned to it only when no other window fits. */
  readonly isUncertain: boolean
  readonly writes: AppliedWrite[]
}

function checkMember(line: Line): Violation[] {
  const accepted = line.operations.flatMap(({ goal, final }) => (final ? [windowOf(describe(final), goal, final)] : []))
  const windows = [...accepted, ...line.synchronous.map(synchronousWindow)]
  const explained = assignWrites(line, windows)
  return [
    ...line.operations.flatMap(checkIntent),
    ...explained,
    ...windows.flatMap(checkWrites),
    ...checkFinalState(line, windows),
    ...checkUnmanaged(line),
  ]
}

/** The operation shows the requested member and target. */
function checkIntent({ goal, userId, final }: AcceptedOperation): Violation[] {
  if (final === null) return []
  const found: Violation[] = []
  if (final.userId !== String(userId)) found.push(violation('state', `${describe(final)} was requested for ${userId}`))
  const target = final.target?.uniqueId ?? null
  if (goal.kind === 'set' && target !== null && target !== goal.role)
    found.push(violation('state', `${describe(final)} was requested with target ${goal.role} and shows ${target}`))
  return found
}

const outcomes = ['succeeded', 'failed'] as const

/** From the first dispatch, because throttled operations are dispatched again. */
function windowOf(name: string, goal: Goal, shown: ShownOperation): Window {
  const dispatches = shown.attempts.filter(({ to }) => to === 'dispatching').map(({ at }) => Date.parse(at))
  if (shown.dispatchedAt !== null) dispatches.push(Date.parse(shown.dispatchedAt))
  const to = shown.completedAt === null ? Infinity : Date.parse(shown.completedAt)
  const code = shown.error?.code ?? null
  const untouched = shown.status === 'cancelled' || (shown.status === 'failed' && nothingSent.has(code ?? ''))
  return {
    name,
    from: Math.min(to, ...dispatches),
    to,
    isUncertain: false,
    writes: [],
    outcome: untouched ? 'untouched' : (outcomes.find((outcome) => outcome === shown.status) ?? 'open'),
    target: goal.kind === 'set' ? goal.role : (shown.target?.uniqueId ?? null),
  }
}

/**
 * A synchronous change runs before its 200. After an error it runs only if the code says that the outcome is unknown.
 */
function synchronousWindow(change: SynchronousChange): Window {
  const { goal, status, code, sentAt, answeredAt, userId, operation } = change
  const answer = `${status ?? 'nothing'} ${code ?? ''}`.trim()
  const name = `the synchronous ${goal.kind} of ${userId} at ${clock(sentAt)}, answered ${answer}`
  if (operation !== null && status !== 200) return windowOf(`${name}, ${describe(operation)}`, goal, operation)
  const open = status === null || status === 500 || status >= 503
  return {
    name,
    from: sentAt,
    to: open ? Infinity : answeredAt,
    isUncertain: open,
    writes: [],
    outcome: open ? 'open' : status === 200 ? 'succeeded' : nothingSent.has(code ?? '') ? 'untouched' : 'failed',
    target: goal.kind === 'set' ? goal.role : null,
  }
}

/** Assigns each write to a window, and replays the roles. */
function assignWrites({ journal, ladder, member }: Line, windows: readonly Window[]): Violation[] {
  const found: Violation[] = []
  const roles = new Set(member.before)
  let owner: Window | undefined
  for (const write of journal) {
    owner = ownerOf(write, windows, owner)
    if (!owner) found.push(violation('stray', unexplained(write, windows)))
    const held = write.roleId === ladder[0] || roles.has(write.roleId)
    if (write.changed !== (held !== (write.verb === 'assignRole')))
      found.push(violation('state', `${spell(write)} is inconsistent with the previous writes`))
    apply(write, roles, ladder)
    owner?.writes.push(write)
  }
  if (sameRoles(roles, member.after)) return found
  const text = `${nameOf(member)} has ${list(member.after)}, but the journal results in ${list(roles)}`
  return [...found, violation('state', text)]
}

/**
 * The best window for a write: preferably one that is certain, and that fits without the tolerance. One that has ended comes last
 * when another wrote since: changes of a member come one after the other. Windows of accepted operations come first, because
 * they are narrower.
 */
function ownerOf(write: AppliedWrite, windows: readonly Window[], writing: Window | undefined): Window | undefined {
  const rank = (window: Window): number =>
    (write.at > window.to && window.writes.length > 0 && window !== writing ? 8 : 0) +
    (window.isUncertain && window !== writing ? 4 : 0) +
    (window.outcome === 'untouched' ? 2 : 0) +
    (covers(window, write.at, 0) ? 0 : 1)
  const fitting = windows.filter((window) => isTowardsTarget(write, window) && covers(window, write.at))
  return fitting.sort((one, other) => rank(one) - rank(other))[0]
}

const covers = ({ from, to }: Window, at: number, toleranceMs = TOLERANCE_MS): boolean =>
  at >= from - toleranceMs && at <= to + toleranceMs

/** A write towards the target assigns it, or unassigns another role. */
const isTowardsTarget = ({ verb, roleId }: AppliedWrite, { target }: Window): boolean =>
  target === null || (verb === 'assignRole') === (roleId === target)

function unexplained(write: AppliedWrite, windows: readonly Window[]): string {
  const working = windows.find((window) => covers(window, write.at))
  if (working) return `${spell(write)} during ${working.name}, whose target is ${working.target}`
  const ended = windows.filter((window) => window.to < write.at && isTowardsTarget(write, window))
  const last = ended.sort((one, other) => other.to - one.to)[0]
  if (last) return `${spell(write)} ${write.at - last.to} ms after the end of ${last.name}`
  return `${spell(write)}, which belongs to no operation`
}

/** An operation resolves its target once, and assigns it with effect at most once. */
function checkWrites({ name, writes, outcome, isUncertain }: Window): Violation[] {
  const found: Violation[] = []
  const assigns = writes.filter(({ verb }) => verb === 'assignRole')
  const assigned = new Set(assigns.map(({ roleId }) => roleId))
  if (assigned.size > 1 && !isUncertain)
    found.push(violation('double', `${name} assigned ${list(assigned)}: its target was resolved more than once`))
  for (const role of assigned) {
    const { length: times } = assigns.filter(({ roleId, changed }) => roleId === role && changed)
    if (times > 1 && !isUncertain)
      found.push(violation('double', `${name} assigned ${role} with effect ${times} times`))
  }
  if (outcome === 'untouched' && writes.length > 0)
    found.push(violation('stray', `${name} failed before sending, but ${writes.map(spell).join(', ')}`))
  return found
}

/** Applies a write to the roles, which are without the base role. */
function apply({ verb, roleId }: AppliedWrite, roles: Set<number>, [base]: readonly number[]): void {
  if (verb === 'unassignRole') roles.delete(roleId)
  else if (roleId !== base) roles.add(roleId)
}

/** In the end the member has the target of the last success, unless a later change ended half applied. */
function checkFinalState({ ladder, member }: Line, windows: readonly Window[]): Violation[] {
  const lastSeq = ({ writes }: Window): number => writes.at(-1)?.seq ?? 0
  const succeeded = windows.filter(({ outcome }) => outcome === 'succeeded')
  // a change without writes found its target assigned by the last write
  const last = succeeded.sort((one, other) => lastSeq(one) - lastSeq(other) || one.to - other.to).at(-1)
  const target = last?.target ?? last?.writes.find(({ verb }) => verb === 'assignRole')?.roleId ?? null
  if (last === undefined || target === null) return []
  const isDisturbed = windows.some(
    ({ outcome, writes }) =>
      outcome !== 'succeeded' && writes.some(({ changed, seq }) => changed && seq > lastSeq(last)),
  )
  if (isDisturbed || isExactly(ladder, new Set(member.after), target)) return []
  const text = `${nameOf(member)} has ${list(member.after)} after ${last.name}, whose target is ${target}`
  return [violation('state', text)]
}

/** Whether the roles are the base role and the target only. */
const isExactly = ([base]: readonly number[], roles: ReadonlySet<number>, target: number): boolean =>
  sameRoles(roles, target === base ? [] : [target])

const sameRoles = (roles: ReadonlySet<number>, others: readonly number[]): boolean =>
  roles.size === new Set(others).size && others.every((role) => roles.has(role))

const describe = ({ id, status, error }: ShownOperation): string => `${id} (${status}${error ? ` ${error.code}` : ''})`
const list = (roles: Iterable<number>): string => `[${[...roles].join(', ')}]`
const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)

function spell({ seq, at, verb, userId, roleId, changed }: AppliedWrite): string {
  return `write ${seq} at ${clock(at)} (${verb} ${roleId}, ${userId}${changed ? '' : ', without effect'})`
}
