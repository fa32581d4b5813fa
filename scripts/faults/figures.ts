// Summary of a trial.
import type { Chaos, VictimKind } from './chaos'
import type { Violation, ViolationKind } from './checker'
import type { Load } from './clients'
import { isRoleGoal, type History } from './history'
import type { SentJoin } from './join-checker'
import type { RecordFacts } from './record-checker'

export interface Figures {
  readonly seed: number
  readonly seconds: number
  readonly members: number
  readonly communities: number
  readonly accepted: number
  /** Of those: on roles that are no ranks. */
  readonly roleOperations: number
  readonly replays: number
  /** By final status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Failed and cancelled. */
  readonly codes: Readonly<Record<string, number>>
  readonly synchronous: Readonly<Record<string, number>>
  /** By status and code. */
  readonly answers: Readonly<Record<string, number>>
  /** Decisions on join requests, by final status and code. */
  readonly joins: Readonly<Record<string, number>>
  /** Of those: decided or withdrawn by hand at the same time. */
  readonly joinHands: number
  /** Awards and warnings, by status and code of the last answer. */
  readonly records: Readonly<Record<string, number>>
  /** Audit entries that a reader saw while processes were killed. */
  readonly entries: number
  readonly kills: Readonly<Record<VictimKind, number>>
  readonly episodes: Readonly<Record<string, number>>
  readonly writes: number
  readonly repeatedWrites: number
  /** Roles given and taken by hand. */
  readonly hands: number
  /** Milliseconds from a kill to the next success, without platform outage. */
  readonly recovery: Readonly<Record<VictimKind, { readonly median: number; readonly worst: number }>>
  /** Milliseconds after the last fault; null: not reached. */
  readonly settledMs: number | null
  readonly violations: Readonly<Record<ViolationKind, number>>
}

export interface Facts {
  readonly seed: number
  readonly seconds: number
  readonly members: number
  readonly communities: number
  readonly load: Load
  readonly chaos: Pick<Chaos, 'kills' | 'episodes'>
  readonly history: History
  readonly records: RecordFacts
  readonly joins: readonly SentJoin[]
  readonly settledMs: number | null
  readonly violations: readonly Violation[]
}

export function figuresOf(facts: Facts): Figures {
  const { seed, seconds, members, communities, load, chaos, history, records, joins, settledMs, violations } = facts
  const finals = history.operations.flatMap(({ final }) => (final ? [final] : []))
  const none: Record<ViolationKind, number> = {
    double: 0,
    loss: 0,
    unfinished: 0,
    stray: 0,
    order: 0,
    state: 0,
    unmanaged: 0,
  }
  return {
    ...{ seed, seconds, members, communities, settledMs },
    accepted: history.operations.length,
    roleOperations: history.operations.filter(({ goal }) => isRoleGoal(goal)).length,
    replays: load.intents.reduce((sum, { replays }) => sum + replays, 0),
    statuses: tally(finals.map(({ status }) => status)),
    codes: tally(finals.flatMap(({ status, error }) => (error ? [`${status} ${error.code}`] : []))),
    synchronous: tally(history.synchronous.map(({ status, code }) => `${status ?? 'none'} ${code ?? ''}`.trim())),
    answers: Object.fromEntries(load.answers),
    records: tally(records.sent.map(({ kind, status, code }) => `${kind} ${status ?? 'none'} ${code ?? ''}`.trim())),
    joins: tally(joins.map(({ final }) => `${final?.status ?? 'none'} ${final?.error?.code ?? ''}`.trim())),
    joinHands: joins.filter(({ hand }) => hand !== null).length,
    entries: records.feeds.reduce((sum, { seen }) => sum + seen.length, 0),
    kills: tally(chaos.kills.map(({ kind }) => kind)),
    episodes: Object.fromEntries(chaos.episodes),
    writes: history.journal.length,
    repeatedWrites: history.journal.filter(({ changed }) => !changed).length,
    hands: history.hands.length,
    recovery: recoveryOf(chaos, history),
    violations: { ...none, ...tally(violations.map(({ kind }) => kind)) },
  }
}

function tally<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const counts = new Map<Name, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one)) as Record<Name, number>
}

function recoveryOf({ kills }: Pick<Chaos, 'kills'>, history: History): Figures['recovery'] {
  const endings = history.operations
    .flatMap(({ final }) => (final?.status === 'succeeded' ? [Date.parse(final.completedAt ?? '')] : []))
    .concat(history.synchronous.flatMap(({ status, answeredAt }) => (status === 200 ? [answeredAt] : [])))
    .sort((one, other) => one - other)
  const waits = new Map<VictimKind, number[]>()
  for (const { kind, at } of kills.filter(({ duringOutage }) => !duringOutage)) {
    const next = endings.find((ending) => ending > at)
    if (next !== undefined) waits.set(kind, [...(waits.get(kind) ?? []), next - at])
  }
  return Object.fromEntries(
    [...waits].map(([kind, values]) => {
      const ascending = values.sort((one, other) => one - other)
      return [kind, { median: ascending[Math.floor(ascending.length / 2)] ?? 0, worst: ascending.at(-1) ?? 0 }]
    }),
  )
}
