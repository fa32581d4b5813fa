// Output: text for people, one line of JSON for programs.
import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
  readonly env: Readonly<Record<string, string | undefined>>
}

export type Cell = string | number | boolean | null

export interface Answer {
  readonly json: object
  readonly human: Human
  /** Printed after the answer; exit code 1. */
  readonly failure?: string
}

export interface Human {
  /** `name  value` lines. */
  readonly fields?: readonly (readonly [string, Cell])[]
  readonly table?: Table
  readonly note?: string
}

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

type Style = (text: string) => string

export function print(terminal: Terminal, { json, human }: Answer, asJson: boolean): void {
  terminal.stdout.write(asJson ? `${JSON.stringify(json)}\n` : renderHuman(human, dimFor(terminal)))
}

function renderHuman({ fields, table, note }: Human, dim: Style): string {
  const lines = [
    ...(fields
      ? align(
          fields.map(([name, value]) => [name, toText(value)]),
          (name) => dim(name),
        )
      : []),
    ...(table && table.rows.length > 0 ? renderTable(table, dim) : []),
  ]
  if (note !== undefined) lines.push(...(lines.length > 0 ? ['', note] : [note]))
  return lines.map((line) => `${line}\n`).join('')
}

function renderTable({ columns, rows }: Table, dim: Style): string[] {
  const [heading = '', ...lines] = align([columns, ...rows.map((row) => row.map(toText))], (text) => text)
  return [dim(heading), ...lines]
}

function align(rows: readonly (readonly string[])[], styleFirst: Style): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const text = column === 0 ? styleFirst(cell) : cell
        return column === row.length - 1 ? text : text + ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
      })
      .join('  '),
  )
}

function toText(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'boolean') return cell ? 'on' : 'off'
  return escapeControls(String(cell))
}

/** Names come from clients and the platform. */
function escapeControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  })
}

const lengthOf = (text: string): number => Array.from(text).length

function dimFor({ stdout, env }: Terminal): Style {
  const coloured = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return coloured ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text
}
