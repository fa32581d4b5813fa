// The summary of a trial, and its table.
import { renderRows, thousands } from '../markdown.mjs'
import type { Chaos } from './chaos'
import { violationKinds, type Violation } from './checker'
import type { Load } from './clients'
import type { History } from './history'
import { count, type RecordFacts } from './record-checker'
import type { Author, ShownEntry, ShownItem } from './reversal-checker'
import type { ReversalFacts } from './reversals'
import type { TrialOptions } from './trial'

export interface Facts extends Pick<TrialOptions, 'seed' | 'seconds' | 'members' | 'communities'> {
  readonly load: Pick<Load, 'intents' | 'answers'>
  readonly chaos: Pick<Chaos, 'kills' | 'episodes'>
  readonly history: History
  readonly records: RecordFacts
  /** Milliseconds from the last fault to the end of all accepted operations; null: not reached. */
  readonly settledMs: number | null
  readonly violations: readonly Violation[]
}

export function renderFacts(facts: Facts): string {
  const { communities } = facts
  return render(rowsOf(facts), `${communities} communities`, facts)
}

export const renderReversals = (facts: ReversalFacts): string => render(rowsOfReversals(facts), 'one community', facts)

function render(rows: string[][], where: string, { seconds, members, seed, chaos }: Place): string {
  const episodes = [...new Set(chaos.episodes)].map((name) => `“${name}”`).join(', ')
  const time = seconds % 60 === 0 ? `${seconds / 60} minute${seconds === 60 ? '' : 's'}` : `${seconds} seconds`
  const sentences = [
    `${time} with 2 API servers and 2 workers; ${thousands(members)} members in ${where}; seed ${seed}.`,
    `Platform faults of seconds each: ${episodes}; ${chaos.episodes.length} in total; a longer outage at the end.`,
  ]
  return [renderRows(['', ''], rows, '---'), sentences.join(' ')].join('\n\n')
}

type Place = Pick<Facts, 'seconds' | 'members' | 'seed' | 'chaos'>

function rowsOf({ load, chaos, history, records, settledMs, violations }: Facts): string[][] {
  const { operations, synchronous, journal } = history
  const finals = operations.flatMap(({ final }) => final ?? [])
  const replays = load.intents.reduce((sum, intent) => sum + intent.replays, 0)
  const entries = records.feeds.reduce((sum, { seen }) => sum + seen.length, 0)
  const repeated = journal.filter(({ changed }) => !changed).length
  return [
    ['killed with SIGKILL', spell(chaos.kills)],
    ['rank changes accepted', thousands(operations.length)],
    ['responses marked as replays', thousands(replays)],
    ['their end', spell(finals.map(({ status }) => status))],
    ['error codes', spell(finals.flatMap(({ status, error }) => (error ? `${status} ${error.code}` : [])))],
    ['synchronous changes', spell(synchronous.map(nameOf))],
    ['requests, by answer', spellCounts(load.answers)],
    ['awards, batches, events and warnings', spell(records.sent.map((one) => `${one.kind} ${nameOf(one)}`))],
    ['audit entries read meanwhile', thousands(entries)],
    ['writes applied by the platform', `${thousands(journal.length)}, ${thousands(repeated)} of them without effect`],
    ['from the last fault to the last end', settledMs === null ? 'not reached' : `${(settledMs / 1_000).toFixed(1)} s`],
    ...rowsOfViolations(violations),
  ]
}

function rowsOfReversals({ chaos, history, answers, killsMeanwhile, violations }: ReversalFacts): string[][] {
  const { changes, reversals, entries } = history
  const stateOf = ({ state, reason }: ShownItem): string => `${state} ${reason ?? ''}`.trim()
  const of = (author: Author): string =>
    spell(reversals.filter((one) => one.author === author).flatMap(({ items }) => items.map(stateOf)))
  return [
    ['killed with SIGKILL', `${spell(chaos.kills)}; ${killsMeanwhile} before all was taken back`],
    ['changes of the key', thousands(changes.key)],
    ['changes by hand of one account', thousands(changes.account)],
    ['two reversals of the account', of('account')],
    ['two reversals of each part of the key', of('key')],
    ['audit entries that name what they take back', thousands(entries.filter(isReversing).length)],
    ['requests, by answer', spellCounts(answers)],
    ...rowsOfViolations(violations),
  ]
}

const isReversing = ({ after }: ShownEntry): boolean =>
  after?.reverses !== undefined || after?.reversesByHand !== undefined

function rowsOfViolations(violations: readonly Violation[]): string[][] {
  const found = count(violations.map(({ kind }) => kind))
  const [double, loss, unfinished, stray, order, state, unmanaged] = violationKinds.map((kind) => found.get(kind) ?? 0)
  return [
    ['**done twice**', `${double}`],
    ['**lost**', `${loss}`],
    ['**not ended**', `${unfinished}`],
    ['**unexplained writes**', `${stray}`],
    ['**writes to unmanaged roles**', `${unmanaged}`],
    ['**out of order; wrong state**', `${order}; ${state}`],
  ]
}

/** The status and code of an answer, for counting. */
const nameOf = ({ status, code }: { readonly status: number | null; readonly code: string | null }): string =>
  `${status ?? 'none'} ${code ?? ''}`.trim()

const spell = (names: readonly string[]): string => spellCounts(count(names))

function spellCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return sorted.map(([name, times]) => `${thousands(times)} ${name}`).join(', ') || '–'
}
