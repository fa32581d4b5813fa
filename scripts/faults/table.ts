// Renders the figures of a trial as Markdown.
import { renderRows, thousands } from '../markdown.mjs'
import type { Figures } from './figures'

export function renderFigures(figures: Figures): string {
  const { seconds, members, communities, seed } = figures
  const sentences = [
    `${minutesOf(seconds)} with 2 API servers and 2 workers; ${thousands(members)} members in ${communities} communities; seed ${seed}.`,
    `Platform faults of seconds each: ${list(Object.keys(figures.episodes))}; ${thousands(sum(figures.episodes))} in total; a longer outage at the end.`,
  ]
  return [renderRows(['', ''], rowsOf(figures), '---'), sentences.join(' ')].join('\n\n')
}

function rowsOf(figures: Figures): string[][] {
  const { violations, settledMs } = figures
  return [
    ['killed with SIGKILL', spell(figures.kills)],
    [
      'operations accepted',
      `${thousands(figures.accepted)}, ${thousands(figures.roleOperations)} of them on roles beside the rank`,
    ],
    ['responses marked as replays', thousands(figures.replays)],
    ['their end', spell(figures.statuses)],
    ['error codes', spell(figures.codes)],
    ['synchronous changes', spell(figures.synchronous)],
    ['requests, by answer', spell(figures.answers)],
    [
      'decisions on join requests',
      `${spell(figures.joins)}; ${thousands(figures.joinHands)} of the requests decided or withdrawn by hand`,
    ],
    ['awards, batches, events and warnings', spell(figures.records)],
    ['audit entries read meanwhile', thousands(figures.entries)],
    [
      'writes applied by the platform',
      `${thousands(figures.writes)}, ${thousands(figures.repeatedWrites)} of them without effect`,
    ],
    ['roles beside the rank changed by hand', thousands(figures.hands)],
    ['from a kill to the next success', recoveryOf(figures)],
    ['from the last fault to the last end', settledMs === null ? 'not reached' : `${(settledMs / 1_000).toFixed(1)} s`],
    ['**done twice**', String(violations.double)],
    ['**lost**', String(violations.loss)],
    ['**not ended**', String(violations.unfinished)],
    ['**unexplained writes**', String(violations.stray)],
    ['**writes to unmanaged roles**', String(violations.unmanaged)],
    ['**out of order; wrong state**', `${violations.order}; ${violations.state}`],
  ]
}

function recoveryOf({ recovery }: Figures): string {
  const parts = Object.entries(recovery).map(
    ([kind, { median, worst }]) => `${kind} ${(median / 1_000).toFixed(1)} s, at worst ${(worst / 1_000).toFixed(1)} s`,
  )
  return parts.join('; ') || '–'
}

function spell(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${thousands(count)} ${name}`)
  return parts.join(', ') || '–'
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function list(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ')
}

function minutesOf(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`
}
