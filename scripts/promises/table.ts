// Promises and results as Markdown.
import type { Check } from './check'
import { describePlace, promises } from './registry'

export interface Result {
  readonly check: Pick<Check, 'id' | 'title' | 'aim'>
  readonly figure: string
  readonly kept: boolean
  readonly table?: string
}

export const rows = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
export const head = (...cells: string[]): string[][] => [cells, cells.map(() => '---')]

export function renderPromises(): string {
  const lines = promises.map(({ area, text, shownBy }, index) => [
    promises[index - 1]?.area === area ? '' : area,
    text,
    [...new Set(shownBy.map(describePlace))].join(', '),
  ])
  return rows([...head('', 'Promise', 'Shown by'), ...lines])
}

export function renderResults(results: readonly Result[]): string {
  const lines = results.map(({ check, figure, kept }) => [
    `\`${check.id}\``,
    check.aim,
    figure,
    kept ? 'yes' : '**no**',
  ])
  const tables = results.flatMap(({ table }) => table ?? [])
  return [rows([...head('Check', 'Aim', 'Figure', 'Kept'), ...lines]), ...tables].join('\n\n')
}
