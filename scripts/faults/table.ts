// Prints the figures of a trial as Markdown.
import { renderRows, thousands } from '../markdown.mjs'
import type { Figures } from './figures'

/** The table of a trial, with a sentence on how it was made. */
export function renderFigures(figures: Figures): string {
  const { seconds, members, communities, seed } = figures
  const sentences = [
    `${minutesOf(seconds)} with 2 API servers and 2 workers; ${thousands(members)} members in ${communities} communities; seed ${seed}.`,
    `The platform was ${list(Object.keys(figures.episodes))}, for seconds each, ${thousands(sum(figures.episodes))} times in all; away at the end for longer.`,
  ]
  return [renderRows(['', ''], rowsOf(figures), '---'), sentences.join(' ')].join('\n\n')
}

function rowsOf(figures: Figures): string[][] {
  const { violations, settledMs } = figures
  return [
    ['killed with SIGKILL', spell(figures.kills)],
    ['operations accepted', thousands(figures.accepted)],
    ['answers that said they were replays', thousands(figures.replays)],
    ['their end', spell(figures.statuses)],
    ['why not succeeded', spell(figures.codes)],
    ['synchronous changes', spell(figures.synchronous)],
    ['requests, by answer', spell(figures.answers)],
    [
      'writes the platform applied',
      `${thousands(figures.writes)}, ${thousands(figures.repeatedWrites)} of them without effect`,
    ],
    ['from a kill to the next success', recoveryOf(figures)],
    ['from the last fault to the last end', settledMs === null ? 'not reached' : `${(settledMs / 1_000).toFixed(1)} s`],
    ['**done twice**', String(violations.double)],
    ['**lost**', String(violations.loss)],
    ['**not ended**', String(violations.unfinished)],
    ['**writes nobody can explain**', String(violations.stray)],
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
