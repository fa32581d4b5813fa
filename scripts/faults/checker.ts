// Holds a trial's history against what was promised. It knows nothing of the server but its contract: an operation writes only
// between its `dispatchedAt` and its `completedAt`, only towards its target, with effect at most once, and is the only one of its
// member that does so at that time.
import type {
  AcceptedOperation,
  AppliedWrite,
  Goal,
  History,
  MemberRoles,
  ShownOperation,
  SynchronousChange,
} from './history'

export type ViolationKind =
  /** The platform was changed twice for one operation, or one key made two operations. */
  | 'double'
  /** Accepted, and gone or said to have succeeded without its effect. */
  | 'loss'
  /** Not at an end. */
  | 'unfinished'
  /** A write that no operation explains. */
  | 'stray'
  /** Operations of one member that overlap or overtake. */
  | 'order'
  /** Roles that are not what they should be. */
  | 'state'

export interface Violation {
  readonly kind: ViolationKind
  /** What is wrong, in words. */
  readonly text: string
}

export interface CheckOptions {
  /** How far the clocks of the platform, the database and the clients may be apart. */
  readonly toleranceMs?: number
}

const outcomes = ['succeeded', 'failed'] as const
const terminal = new Set(['succeeded', 'failed', 'cancelled'])

/** Failures that say that nothing was sent. */
const nothingSent = new Set([
  ...['deadline-cancelled-before-dispatch', 'actor-authorization-revoked', 'rank_limit_reached', 'member_not_in_group'],
  ...['rank_not_assignable', 'member_suspended', 'member_blacklisted', 'operation_superseded', 'operation_cancelled'],
])

/** Everything that is wrong with a history; empty when every promise was kept. */
export function check(history: History, { toleranceMs = 50 }: CheckOptions = {}): Violation[] {
  const lines = byMember(history)
  return [
    ...checkAcceptance(history.operations),
    ...lines.flatMap((line) => checkMember(line, toleranceMs)),
    ...strangers(history, lines),
  ]
}

/** Accepted means: one operation for each key, which can be read and has ended. */
function checkAcceptance(operations: readonly AcceptedOperation[]): Violation[] {
  const keysOf = new Map<string, string>()
  return operations.flatMap(({ key, ids, final }) => {
    const found: Violation[] = []
    if (ids.length !== 1) found.push(violation('double', `the key ${key} was answered with ${ids.join(' and ')}`))
    for (const id of ids) {
      const other = keysOf.get(id)
      if (other !== undefined)
        found.push(violation('loss', `the keys ${other} and ${key} were both answered with ${id}`))
      keysOf.set(id, key)
    }
    if (final === null) found.push(violation('loss', `${ids[0]} (key ${key}) was accepted and is not found`))
    else if (!terminal.has(final.status)) found.push(violation('unfinished', `${describe(final)} has not ended`))
    return found
  })
}

/** Everything about one member. */
interface Line {
  readonly ladder: readonly number[]
  readonly member: MemberRoles
  readonly operations: AcceptedOperation[]
  readonly synchronous: SynchronousChange[]
  readonly journal: AppliedWrite[]
}

interface OfMember {
  readonly groupId: number
  readonly userId: number
}
const nameOf = ({ groupId, userId }: OfMember): string => `${groupId}/${userId}`

function byMember(history: History): Line[] {
  const lines = new Map<string, Line>()
  for (const member of history.members) {
    const ladder = history.ladders.get(member.groupId) ?? []
    lines.set(nameOf(member), { ladder, member, operations: [], synchronous: [], journal: [] })
  }
  for (const one of history.operations) lines.get(nameOf(one))?.operations.push(one)
  for (const one of history.synchronous) lines.get(nameOf(one))?.synchronous.push(one)
  for (const one of history.journal) lines.get(nameOf(one))?.journal.push(one)
  return [...lines.values()]
}

function strangers({ journal }: History, lines: readonly Line[]): Violation[] {
  const known = new Set(lines.map(({ member }) => nameOf(member)))
  return journal
    .filter((write) => !known.has(nameOf(write)))
    .map((write) => violation('stray', `${spell(write)} of somebody nobody ordered anything for`))
}

/** The time in which something may write, and what. */
interface Window {
  readonly name: string
  readonly goal: Goal
  readonly from: number
  readonly to: number
  readonly outcome: 'succeeded' | 'failed' | 'untouched' | 'open'
  readonly code: string | null
  /** The role it leads to, where that is known. */
  readonly target: number | null
  /** Whether it ran is not known: it explains a write only when nothing else does. */
  readonly doubtful: boolean
  /** The end was between this moment and `to`. */
  readonly endsFrom: number
  readonly writes: AppliedWrite[]
  /** The roles just before its first write. */
  rolesBefore: ReadonlySet<number> | null
  /** The roles just after its last write. */
  rolesAfter: ReadonlySet<number> | null
}

function checkMember(line: Line, toleranceMs: number): Violation[] {
  const windows = [...line.operations.flatMap(windowOf), ...line.synchronous.map(synchronousWindow)]
  const explained = explain(line, windows, toleranceMs)
  return [
    ...line.operations.flatMap(checkIntent),
    ...explained,
    ...windows.flatMap((window) => checkWrites(line, window)),
    ...windows.flatMap((window) => checkOutcome(line, window, toleranceMs)),
    ...checkOverlaps(windows),
    ...checkOrder(line.operations, toleranceMs),
    ...checkFinalState(line, windows),
  ]
}

/** What is shown is what was asked for. */
function checkIntent({ goal, userId, final }: AcceptedOperation): Violation[] {
  if (final === null) return []
  const found: Violation[] = []
  if (final.userId !== String(userId)) found.push(violation('state', `${describe(final)} was ordered for ${userId}`))
  const target = final.target?.uniqueId ?? null
  if (goal.kind === 'set' && target !== null && target !== goal.role) {
    found.push(violation('state', `${describe(final)} was ordered with the target ${goal.role} and shows ${target}`))
  }
  return found
}

function windowOf(accepted: AcceptedOperation): Window[] {
  const { goal, final } = accepted
  return final === null ? [] : [shownWindow(describe(final), goal, final)]
}

/** From the first dispatch: an operation that was throttled is dispatched again. */
function shownWindow(name: string, goal: Goal, shown: ShownOperation): Window {
  const dispatches = shown.attempts.filter(({ to }) => to === 'dispatching').map(({ at }) => Date.parse(at))
  if (shown.dispatchedAt !== null) dispatches.push(Date.parse(shown.dispatchedAt))
  const to = shown.completedAt === null ? Infinity : Date.parse(shown.completedAt)
  const code = shown.error?.code ?? null
  const untouched = shown.status === 'cancelled' || (shown.status === 'failed' && nothingSent.has(code ?? ''))
  return {
    ...{ name, goal, code, to, from: dispatches.length > 0 ? Math.min(...dispatches) : to },
    outcome: untouched ? 'untouched' : (outcomes.find((outcome) => outcome === shown.status) ?? 'open'),
    target: goal.kind === 'set' ? goal.role : (shown.target?.uniqueId ?? null),
    doubtful: false,
    endsFrom: to,
    ...blank(),
  }
}

const blank = () => ({ writes: [] as AppliedWrite[], rolesBefore: null, rolesAfter: null })

/**
 * Answered with 200, it ran before the answer. Answered with an error, it does not run after it: unless the error is one that
 * says that the outcome is open.
 */
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
    doubtful: open,
    endsFrom: sentAt,
    ...blank(),
  }
}

/** Finds for each write whose it is; replays the roles on the way. */
function explain(line: Line, windows: readonly Window[], toleranceMs: number): Violation[] {
  const found: Violation[] = []
  const roles = new Set(line.member.before)
  let owner: Window | undefined
  for (const write of line.journal) {
    owner = ownerOf(write, windows, { toleranceMs, writing: owner })
    if (owner) owner.rolesBefore ??= new Set(roles)
    else found.push(violation('stray', unexplained(write, windows, toleranceMs)))
    const held = write.roleId === line.ladder[0] || roles.has(write.roleId)
    if (write.changed !== (held !== (write.verb === 'assignRole'))) {
      found.push(violation('state', `${spell(write)} does not follow from the writes before it`))
    }
    apply(write, roles, line.ladder)
    owner?.writes.push(write)
    if (owner) owner.rolesAfter = new Set(roles)
  }
  if (!sameRoles(roles, line.member.after)) {
    const says = `${nameOf(line.member)} holds ${list(line.member.after)}, and the journal leads to ${list(roles)}`
    found.push(violation('state', says))
  }
  return found
}

interface Moment {
  readonly toleranceMs: number
  /** Whose the member's write before this one was. */
  readonly writing: Window | undefined
}

/**
 * The window that covers the write best: one that surely ran (what wrote last surely does), and that covers it without the
 * tolerance. Those of accepted operations come first, and are the narrower ones: a synchronous change may have waited for some.
 */
function ownerOf(
  write: AppliedWrite,
  windows: readonly Window[],
  { toleranceMs, writing }: Moment,
): Window | undefined {
  const serving = windows.filter((window) => serves(write, window))
  const covering = serving.filter((window) => covers(window, write.at, toleranceMs))
  const rank = (window: Window): number =>
    (window.doubtful && window !== writing ? 4 : 0) +
    (window.outcome === 'untouched' ? 2 : 0) +
    (covers(window, write.at, 0) ? 0 : 1)
  return covering.sort((one, other) => rank(one) - rank(other))[0]
}

const covers = ({ from, to }: Window, at: number, toleranceMs: number): boolean =>
  at >= from - toleranceMs && at <= to + toleranceMs

/** Towards the target: it is assigned, others are taken away. */
function serves({ verb, roleId }: AppliedWrite, { target }: Window): boolean {
  return target === null || (verb === 'assignRole') === (roleId === target)
}

function unexplained(write: AppliedWrite, windows: readonly Window[], toleranceMs: number): string {
  const working = windows.find((window) => covers(window, write.at, toleranceMs))
  if (working) return `${spell(write)} while ${working.name} was at work, whose target is ${working.target}`
  const ended = windows.filter((window) => window.to < write.at && serves(write, window))
  const last = ended.sort((one, other) => other.to - one.to)[0]
  if (last) return `${spell(write)} ${write.at - last.to} ms after the end of ${last.name}`
  return `${spell(write)}, which nobody ordered`
}

/** One operation resolves its target once, and assigns it with effect at most once. */
function checkWrites({ ladder }: Line, window: Window): Violation[] {
  const found: Violation[] = []
  const { name, writes, outcome, goal, target } = window
  const assigns = writes.filter(({ verb }) => verb === 'assignRole')
  const assigned = new Set(assigns.map(({ roleId }) => roleId))
  if (assigned.size > 1 && !window.doubtful) {
    found.push(violation('double', `${name} assigned ${list(assigned)}: its target was resolved more than once`))
  }
  for (const role of assigned) {
    const effective = assigns.filter(({ roleId, changed }) => roleId === role && changed)
    if (effective.length > 1 && !window.doubtful) {
      found.push(violation('double', `${name} assigned ${role} with effect ${effective.length} times`))
    }
  }
  if (outcome === 'untouched' && writes.length > 0) {
    found.push(violation('stray', `${name} says that nothing was sent, and ${writes.map(spell).join(', ')}`))
  }
  const reached = target ?? [...assigned][0]
  if (goal.kind !== 'set' && outcome === 'succeeded' && window.rolesBefore && reached !== undefined) {
    const expected = neighbour(ladder, window.rolesBefore, goal.kind)
    if (expected !== reached) {
      const says = `${name} led from ${list(window.rolesBefore)} to ${reached} instead of ${expected ?? 'a refusal'}`
      found.push(violation('double', says))
    }
  }
  return found
}

/** Who was told of a success has it: at its end the member had the target and nothing else. */
function checkOutcome(line: Line, window: Window, toleranceMs: number): Violation[] {
  const { name, outcome, target, code, goal } = window
  const seen = rolesAround(line, window, toleranceMs)
  if (outcome === 'succeeded' && target !== null && !seen.some((roles) => isExactly(line.ladder, roles, target))) {
    const says = `${name} succeeded with the target ${target}, and the member had ${seen.map(list).join(' or ')}`
    return [violation('loss', says)]
  }
  if (code !== 'rank_limit_reached' || goal.kind === 'set') return []
  if (seen.some((roles) => neighbour(line.ladder, roles, goal.kind) === undefined)) return []
  const says = `${name} was refused at the end of the ladder, and the member had ${seen.map(list).join(' or ')}`
  return [violation('state', says)]
}

/** The roles after the window's last write; without writes all that were seen from a little before its end to a little after. */
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

/** Does to the roles what the write did; the base role is not among them. */
function apply({ verb, roleId }: AppliedWrite, roles: Set<number>, [base]: readonly number[]): void {
  if (verb === 'unassignRole') roles.delete(roleId)
  else if (roleId !== base) roles.add(roleId)
}

/** Operations of one member work one after the other. */
function checkOverlaps(windows: readonly Window[]): Violation[] {
  const spans = windows
    .filter((window) => window.writes.length > 0 && !window.doubtful)
    .map(({ name, writes }) => ({ name, first: writes[0]?.seq ?? 0, last: writes.at(-1)?.seq ?? 0 }))
    .sort((one, other) => one.first - other.first)
  return spans.flatMap((one, index) => {
    const next = spans[index + 1]
    if (next === undefined || next.first > one.last) return []
    return [violation('order', `${next.name} wrote before ${one.name} had written for the last time`)]
  })
}

/** Who is accepted first is dispatched first; only what was accepted after another one's answer surely came later. */
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

/** After all, the member has the target of the last change that succeeded, unless a later one broke off half way. */
function checkFinalState(line: Line, windows: readonly Window[]): Violation[] {
  const lastSeq = ({ writes }: Window): number => writes.at(-1)?.seq ?? 0
  const succeeded = windows.filter(({ outcome }) => outcome === 'succeeded')
  // one that wrote nothing found its target held: it is the target of the last that wrote
  const last = succeeded.sort((one, other) => lastSeq(one) - lastSeq(other) || one.to - other.to).at(-1)
  if (last === undefined) return []
  const target = last.target ?? last.writes.find(({ verb }) => verb === 'assignRole')?.roleId ?? null
  const disturbed = windows.some(
    (window) =>
      window.outcome !== 'succeeded' && window.writes.some(({ changed, seq }) => changed && seq > lastSeq(last)),
  )
  if (target === null || disturbed || isExactly(line.ladder, new Set(line.member.after), target)) return []
  const says = `${nameOf(line.member)} holds ${list(line.member.after)} after ${last.name}, whose target is ${target}`
  return [violation('state', says)]
}

/** Whether the roles beside the base role are just what makes the target the rank. */
function isExactly([base]: readonly number[], roles: ReadonlySet<number>, target: number): boolean {
  return sameRoles(roles, target === base ? [] : [target])
}

function sameRoles(roles: ReadonlySet<number>, others: readonly number[]): boolean {
  return roles.size === new Set(others).size && others.every((role) => roles.has(role))
}

/** The next role of the ladder from the highest one held; undefined at its end. */
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
