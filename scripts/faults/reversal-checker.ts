// Each change of the key and of the account is taken back once, and members have what they had before, with the points of others.
import { violation, type Violation } from './checker'
import { count } from './record-checker'

export type Author = 'key' | 'account'

export interface ShownItem {
  /** Null for a change by hand, which has `changedAt`. */
  readonly auditId: string | null
  readonly changedAt?: string | null
  readonly userId: string
  readonly kind: string
  readonly state: string
  readonly reason: string | null
  readonly operationId: string | null
}

export interface ShownReversal {
  readonly author: Author
  readonly state: string
  readonly items: readonly ShownItem[]
}

export interface ShownEntry {
  readonly auditId: string
  readonly userId: string | null
  readonly action: string
  readonly after: { readonly reverses?: readonly string[]; readonly reversesByHand?: readonly string[] } | null
}

export interface Values {
  readonly experience: number
  readonly medals: number
  readonly rank: number
  /** Points of warnings that are live. */
  readonly warnings: number
}

export interface ReversalHistory {
  /** How many changes each author made. */
  readonly changes: Readonly<Record<Author, number>>
  readonly members: readonly {
    readonly userId: number
    readonly expected: Values
    readonly shown: Values
    /** The rank that the platform has. */
    readonly onPlatform: number
  }[]
  readonly reversals: readonly ShownReversal[]
  readonly entries: readonly ShownEntry[]
}

const identityOf = ({ auditId, userId, kind, changedAt }: ShownItem): string =>
  auditId ?? `member.${kind} ${userId} ${Date.parse(changedAt ?? '')}`

export function checkReversals({ changes, members, reversals, entries }: ReversalHistory): Violation[] {
  const named = count(entries.flatMap(namesOf))
  const known = new Map<string, ShownItem[]>()
  for (const item of reversals.flatMap(({ items }) => items))
    known.set(identityOf(item), [...(known.get(identityOf(item)) ?? []), item])
  const strays = [...named.keys()].filter((name) => !known.has(name))
  return [
    ...reversals.flatMap(({ author, state }) =>
      state === 'finished' ? [] : [violation('unfinished', `a reversal of the ${author} is ${state}`)],
    ),
    ...(['key', 'account'] as const).flatMap((author) => {
      const own = reversals.filter((one) => one.author === author).flatMap(({ items }) => items.map(identityOf))
      const { size } = new Set(own)
      const text = `the reversals of the ${author} have ${size} items for ${changes[author]} changes`
      return size === changes[author] ? [] : [violation(size < changes[author] ? 'loss' : 'stray', text)]
    }),
    ...[...known].flatMap(([name, items]) => checkChange(name, items, named.get(name) ?? 0)),
    ...strays.map((name) => violation('stray', `an audit entry takes ${name} back, which no reversal names`)),
    ...members.flatMap(checkMember),
  ]
}

/** A name of each change that the entry takes back. */
function namesOf({ userId, action, after }: ShownEntry): string[] {
  const byHand = (after?.reversesByHand ?? []).map((at) => `${action} ${userId} ${Date.parse(at)}`)
  return [...(after?.reverses ?? []), ...byHand]
}

/** @param items the change in each reversal that found it */
function checkChange(name: string, items: readonly ShownItem[], entries: number): Violation[] {
  const found: Violation[] = []
  const taken = items.filter(({ state }) => state === 'taken_back')
  const others = items.filter((item) => item.state !== 'taken_back' && item.reason !== 'already_taken_back')
  if (taken.length > 1) found.push(violation('double', `${name} was taken back by ${taken.length} reversals`))
  if (taken.length === 0) found.push(violation('loss', `${name} was not taken back`))
  for (const { state, reason } of others) {
    const kind = state === 'open' || state === 'queued' ? 'unfinished' : 'state'
    found.push(violation(kind, `${name} is ${state} ${reason ?? ''}`.trim()))
  }
  // a rank that the author had brought back itself needs no operation
  const expected = taken.some(({ kind, operationId }) => kind !== 'rank' || operationId !== null) ? 1 : 0
  if (entries !== expected)
    found.push(violation(entries < expected ? 'loss' : 'double', `${entries} audit entries take ${name} back`))
  return found
}

function checkMember({ userId, expected, shown, onPlatform }: ReversalHistory['members'][number]): Violation[] {
  const values = { ...shown, 'rank on the platform': onPlatform }
  const wanted = { ...expected, 'rank on the platform': expected.rank }
  return Object.entries(wanted).flatMap(([name, value]) => {
    const is = Object.entries(values).find(([one]) => one === name)?.[1]
    return is === value ? [] : violation('state', `the ${name} of ${userId} is ${is} instead of ${value}`)
  })
}
