// Output: text for people, one line of JSON or CSV for programs.
import type { Readable, Writable } from 'node:stream'
import { align, renderCsv, renderTable, toText, type Cell, type Style } from './table'

export type { Cell, Table } from './table'

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable
  readonly env: Readonly<Record<string, string | undefined>>
  /** As the user typed it, for help and messages; absent: `npm run admin --`. */
  readonly command?: string
}

export interface Answer {
  readonly json: object
  readonly human: NamedHuman
  /** Printed after the answer; exit code 1. */
  readonly failure?: string
}

/** An account or an actor, whose name is read before it is printed. */
export type NamedCell =
  Cell | { readonly account: number } | { readonly actor: { readonly kind: string; readonly id: string } }

interface HumanOf<Shown> {
  /** `name  value` lines. */
  readonly fields?: readonly (readonly [string, Shown])[]
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly Shown[])[] }
  readonly note?: string
}

export type NamedHuman = HumanOf<NamedCell>
export type Human = HumanOf<Cell>

export interface Printed extends Answer {
  readonly human: Human
}

export function print(terminal: Terminal, { json, human }: Printed, format: 'text' | 'json' | 'csv'): void {
  terminal.stdout.write(format === 'text' ? renderHuman(human, terminal) : toDocument(json, human, format))
}

function toDocument(json: object, { table }: Human, format: 'json' | 'csv'): string {
  if (format === 'json') return `${JSON.stringify(json)}\n`
  return table ? renderCsv(table) : ''
}

function renderHuman({ fields = [], table, note }: Human, terminal: Terminal): string {
  const dim = dimFor(terminal)
  const { columns = DEFAULT_WIDTH, isTTY } = terminal.stdout
  const lines = [
    ...align(
      fields.map(([name, value]) => [name, toText(value)]),
      (name) => dim(name),
    ),
    ...(table && table.rows.length > 0 ? renderTable(table, isTTY ? columns : DEFAULT_WIDTH, dim) : []),
  ]
  if (note !== undefined) lines.push(...(lines.length > 0 ? ['', note] : [note]))
  return lines.map((line) => `${line}\n`).join('')
}

/** Also without a terminal. */
const DEFAULT_WIDTH = 80

function dimFor({ stdout, env }: Terminal): Style {
  const coloured = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return coloured ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text
}
