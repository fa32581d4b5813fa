// Compares reversals with a model of their own: the changes in the order in which they were made, and who made them.
import { violation, type Violation } from './checker'
import type { AppliedWrite } from './history'
import { count } from './record-checker'

export type Kind = 'experience' | 'medal' | 'rank' | 'role'
export type Author = 'key' | 'account' | 'others'

export interface Change {
  readonly by: Author
  readonly before: number
  readonly after: number
  readonly isByHand?: boolean
  /** It chose the value of points. */
  readonly isSet?: boolean
  /** It was made while a reversal worked, so that either may have come first. */
  readonly isLate?: boolean
}

/** The points, the medal, the rank or the role of a member; the oldest change comes first. */
export interface Line {
  readonly userId: number
  readonly kind: Kind
  readonly changes: readonly Change[]
  /** Before all changes. */
  readonly first: number
  /** At the end, as the server shows it, and as the platform has it; null: the platform does not know of it. */
  readonly shown: number
  readonly onPlatform: number | null
}

export interface ShownItem {
  /** Null for a change by hand, which has a time. */
  readonly auditId: string | null
  readonly changedAt?: string | null
  readonly userId: string
  readonly kind: string
  readonly rankUniqueId: number | null
  readonly state: string
  readonly change: number | null
  readonly reason: string | null
  readonly supersededBy: string | null
  readonly resultAuditId: string | null
  readonly operationId: string | null
}

export interface ShownReversal {
  readonly author: Author
  readonly isDryRun: boolean
  readonly state: string
  readonly counts: { readonly takenBack: number; readonly superseded: number; readonly impossible: number }
  /** Oldest first. */
  readonly items: readonly ShownItem[]
}

export interface ShownEntry {
  readonly auditId: string
  readonly userId: string | null
  readonly action: string
  readonly after: { readonly reverses?: readonly string[]; readonly reversesByHand?: readonly string[] } | null
}

export interface ReversalHistory {
  readonly lines: readonly Line[]
  /** Those of one author have the same window. */
  readonly reversals: readonly ShownReversal[]
  readonly entries: readonly ShownEntry[]
  /** Of the platform, in order, since the first reversal. */
  readonly journal: readonly Pick<AppliedWrite, 'userId' | 'verb' | 'roleId' | 'changed'>[]
  /** The rank that every member has, and the role that a member may have beside its rank. */
  readonly base: number
  readonly role: number
}

/** What became of a change. */
interface Outcome {
  readonly name: string
  readonly change: Change
  readonly item: ShownItem
  readonly preview: ShownItem | undefined
  /** Of each reversal. */
  readonly all: readonly ShownItem[]
}

const isTaken = ({ state }: Pick<ShownItem, 'state'>): boolean => state === 'taken_back'
const hasOneValue = (kind: Kind): boolean => kind === 'rank' || kind === 'role'
const nameOf = ({ userId, kind }: { readonly userId: number | string; readonly kind: string }) => `${kind} of ${userId}`
const identityOf = ({ auditId, userId, kind, changedAt }: ShownItem): string =>
  auditId ?? `member.${kind} ${userId} ${Date.parse(changedAt ?? '')}`

export function checkReversals(history: ReversalHistory): Violation[] {
  const { lines, reversals, entries } = history
  const named = count(entries.flatMap(namesOf))
  const items = reversals.flatMap((one) => one.items)
  const known = new Set(items.map(identityOf))
  const changed = new Set(lines.map(nameOf))
  return [
    ...lines.flatMap((line) => checkLine(line, history, named)),
    ...reversals.flatMap(checkCounts),
    ...items
      .filter((item) => !changed.has(nameOf(item)))
      .map((item) => violation('stray', `the ${nameOf(item)} was not changed`)),
    ...[...named.keys()]
      .filter((name) => !known.has(name))
      .map((name) => violation('stray', `an audit entry takes ${name} back, which no reversal names`)),
  ]
}

/** A name of each change that the entry takes back. */
function namesOf({ userId, action, after }: ShownEntry): string[] {
  const byHand = (after?.reversesByHand ?? []).map((at) => `${action} ${userId} ${Date.parse(at)}`)
  return [...(after?.reverses ?? []), ...byHand]
}

type Named = ReadonlyMap<string, number>

function checkLine(line: Line, history: ReversalHistory, named: Named): Violation[] {
  const { reversals } = history
  const taken = new Set<Change>()
  const found: Violation[] = []
  const done: Outcome[] = []
  for (const author of new Set(reversals.map((one) => one.author))) {
    const own = line.changes.filter(({ by }) => by === author)
    const lists = reversals
      .filter((one) => one.author === author)
      .map(({ isDryRun, items }) => ({ isDryRun, items: items.filter((item) => nameOf(item) === nameOf(line)) }))
    const wrong = lists.find(({ items }) => items.length !== own.length)?.items.length
    if (wrong !== undefined) {
      const text = `the ${nameOf(line)} has ${wrong} items for ${own.length} changes of the ${author}`
      found.push(violation(wrong < own.length ? 'loss' : 'stray', text))
      continue
    }
    const outcomes = own.map((change, index) => outcomeOf(line, change, index, lists))
    found.push(...outcomes.flatMap((outcome) => checkOutcome(line, outcome, taken)))
    found.push(...outcomes.flatMap((outcome) => checkEntries(line, outcome, named)))
    const ended = outcomes.filter(({ item }) => isTaken(item))
    for (const { change } of ended) taken.add(change)
    done.push(...ended.reverse())
  }
  return [...found, ...checkValue(line, taken), ...checkWrites(line, done, history)]
}

interface List {
  readonly isDryRun: boolean
  readonly items: readonly ShownItem[]
}

function outcomeOf(line: Line, change: Change, index: number, lists: readonly List[]): Outcome {
  const at = (isDryRun: boolean) =>
    lists.flatMap((list) => (list.isDryRun === isDryRun ? (list.items[index] ?? []) : []))
  const all = at(false)
  const [item] = [...all.filter(({ reason }) => reason !== 'already_taken_back'), ...all] as [ShownItem]
  const name = `change ${identityOf(item)} of the ${change.by}, the ${nameOf(line)},`
  return { name, change, item, preview: at(true)[0], all }
}

/** @param taken by reversals of others before */
function checkOutcome(line: Line, outcome: Outcome, taken: ReadonlySet<Change>): Violation[] {
  const { name, change, item, preview, all } = outcome
  const found: Violation[] = []
  const times = all.filter(isTaken).length
  if (times > 1) found.push(violation('double', `${name} was taken back by ${times} reversals`))
  if (item.state === 'open' || item.state === 'queued') found.push(violation('unfinished', `${name} is ${item.state}`))
  // of somebody else, which the member keeps; points are superseded only by a later `set`
  const later = line.changes
    .slice(line.changes.indexOf(change) + 1)
    .filter((one) => one.by !== change.by && !taken.has(one) && (line.kind !== 'experience' || one.isSet === true))
  const isSure = later.length === 0 || later.some(({ isLate }) => isLate !== true)
  const expected = later.length === 0 ? 'taken_back' : 'superseded'
  if (item.state !== expected && (isSure || !isTaken(item)))
    found.push(violation('state', `${name} is ${item.state} ${item.reason ?? ''} instead of ${expected}`))
  const { before, after } = change
  if (isTaken(item) && (line.kind === 'rank' ? item.rankUniqueId !== before : item.change !== before - after))
    found.push(violation('state', `${name} led from ${before} to ${after}, and something else was taken back`))
  if (preview && later.every(({ isLate }) => isLate !== true) && tell(preview) !== tell(item))
    found.push(violation('state', `${name} was previewed as ${tell(preview)}, and became ${tell(item)}`))
  return found
}

const tell = ({ state, change, rankUniqueId }: ShownItem): string => [state, change, rankUniqueId].join(' ')

/** One entry names a change that was taken back. A rank or role that the author had brought back itself needs no operation. */
function checkEntries({ kind }: Line, { name, item }: Outcome, named: Named): Violation[] {
  const times = named.get(identityOf(item)) ?? 0
  const expected = isTaken(item) && (!hasOneValue(kind) || item.operationId !== null) ? 1 : 0
  if (times === expected) return []
  const text = `${name} is ${item.state}, and ${times} audit entries name it`
  return [violation(times < expected ? 'loss' : expected === 0 ? 'stray' : 'double', text)]
}

/** Points and medals are differences; a rank or role has one value. */
function checkValue(line: Line, taken: ReadonlySet<Change>): Violation[] {
  const { kind, changes, first, shown, onPlatform } = line
  const left = changes.filter((one) => !taken.has(one))
  const expected = hasOneValue(kind)
    ? (left.at(-1)?.after ?? first)
    : left.reduce((sum, { before, after }) => sum + after - before, first)
  const wrong = [
    ...(shown === expected ? [] : [`is ${shown}`]),
    ...(onPlatform === null || onPlatform === expected ? [] : [`is ${onPlatform} on the platform`]),
  ]
  return wrong.map((text) => violation('state', `the ${nameOf(line)} ${text} instead of ${expected}`))
}

/** Each operation of a reversal wrote once what leads to its goal. A change beside the reversals may be before or after them. */
function checkWrites(line: Line, taken: readonly Outcome[], { journal, base, role }: ReversalHistory): Violation[] {
  const { kind, userId, changes, first } = line
  if (!hasOneValue(kind) || changes.some(({ isLate }) => isLate === true)) return []
  const goals = new Map(
    taken.flatMap(({ item, change }) => (item.operationId ? [[item.operationId, change.before]] : [])),
  )
  let held = changes.at(-1)?.after ?? first
  const expected = [...goals.values()].flatMap((goal) => {
    const [left, reached] = [held, goal]
    held = goal
    if (left === reached) return []
    if (kind === 'role') return [`${reached === 1 ? 'assignRole' : 'unassignRole'} ${role}`]
    const writes = [`assignRole ${reached}`, `unassignRole ${left}`]
    return writes.filter((write) => !write.endsWith(` ${base}`))
  })
  const written = journal.filter(
    (one) => one.changed && one.userId === userId && (one.roleId === role) === (kind === 'role'),
  )
  const wrote = count(written.map(({ verb, roleId }) => `${verb} ${roleId}`))
  const wanted = count(expected)
  return [...new Set([...wrote.keys(), ...wanted.keys()])].flatMap((write) => {
    const [times, due] = [wrote.get(write) ?? 0, wanted.get(write) ?? 0]
    if (times === due) return []
    const text = `the platform applied ${write} to the ${nameOf(line)} ${times} times instead of ${due}`
    return violation(times < due ? 'loss' : due === 0 ? 'stray' : 'double', text)
  })
}

function checkCounts({ author, isDryRun, state, counts, items }: ShownReversal): Violation[] {
  const name = `${isDryRun ? 'the preview' : 'a reversal'} of the ${author}`
  if (state !== 'finished') return [violation('unfinished', `${name} is ${state}`)]
  const of = count(items.map((item) => item.state))
  const told = { taken_back: counts.takenBack, superseded: counts.superseded, impossible: counts.impossible }
  return Object.entries(told).flatMap(([one, number]) =>
    (of.get(one) ?? 0) === number ? [] : violation('state', `${name} counts ${number} ${one} of ${of.get(one) ?? 0}`),
  )
}
