// Tables as text and as CSV.
export type Cell = string | number | boolean | null

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export type Style = (text: string) => string

const GAP = 2
const INDENT = '    '

/** Columns that do not fit become lines below their row, as `column: cell`, without empty cells. */
export function renderTable({ columns, rows }: Table, width: number, dim: Style): string[] {
  const texts = rows.map((row) => row.map(toText))
  const count = countFitting([columns, ...texts], width)
  const cut = (row: readonly string[]): readonly string[] => row.slice(0, count)
  const [heading = '', ...lines] = align([cut(columns), ...texts.map(cut)], (text) => text)
  const details = rows.map((row, index) =>
    columns.flatMap((column, at) =>
      at < count || row[at] === null ? [] : [`${column.toLowerCase()}: ${texts[index]?.[at] ?? ''}`],
    ),
  )
  const below = details.map((parts) => wrap(parts, width - INDENT.length).map((line) => INDENT + line))
  return [dim(heading), ...lines.flatMap((line, index) => [line, ...(below[index] ?? [])])]
}

function countFitting(rows: readonly (readonly string[])[], width: number): number {
  let used = -GAP
  const widths = widthsOf(rows)
  const end = widths.findIndex((column) => (used += column + GAP) > width)
  return end === -1 ? widths.length : Math.max(1, end)
}

function wrap(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && lengthOf(last) + GAP + lengthOf(part) <= width) lines.push(`${lines.pop()}  ${part}`)
    else lines.push(...breakText(part, width))
  }
  return lines
}

export function breakText(text: string, width: number): string[] {
  const lines: string[] = []
  let rest = Array.from(text)
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const end = space > 0 ? space : width
    lines.push(rest.slice(0, end).join(''))
    rest = rest.slice(space > 0 ? end + 1 : end)
  }
  return [...lines, rest.join('')]
}

export function align(rows: readonly (readonly string[])[], styleFirst: Style): string[] {
  const widths = widthsOf(rows)
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const text = column === 0 ? styleFirst(cell) : cell
        return column === row.length - 1 ? text : text + ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
      })
      .join(' '.repeat(GAP)),
  )
}

const widthsOf = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, column) => rows.reduce((most, row) => Math.max(most, lengthOf(row[column] ?? '')), 0))

/** RFC 4180 with line feeds. A text that a spreadsheet would take for a formula gets an apostrophe. */
export function renderCsv({ columns, rows }: Table): string {
  const heading = columns.map((column) => column.toLowerCase().replaceAll(' ', '_'))
  return [heading, ...rows].map((row) => `${row.map(toCsv).join(',')}\n`).join('')
}

function toCsv(cell: Cell): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' ? cell.replace(/^[=+@\-\t\r\n]/, "'$&") : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function toText(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'boolean') return cell ? 'on' : 'off'
  return escapeControls(String(cell).replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z'))
}

export const escapeLines = (text: string): string => text.split('\n').map(escapeControls).join('\n')

/** Names come from clients, the platform, and files of other servers. */
export function escapeControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  })
}

const lengthOf = (text: string): number => Array.from(text).length
