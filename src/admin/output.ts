// Output: text for people, one line of JSON or CSV for programs.
import type { Readable, Writable } from 'node:stream'
import { align, breakText, renderCsv, renderTable, toText, type Cell, type Style } from './table'

export type { Cell, Table } from './table'

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly command?: string
}

export interface Answer {
  readonly json: object
  readonly human: NamedHuman
  /** It is printed after the answer; the exit code is 1. */
  readonly failure?: string
  readonly isStdoutUsed?: boolean
}

export type NamedCell =
  Cell | { readonly account: number } | { readonly actor: { readonly kind: string; readonly id: string } }

interface HumanOf<Shown> {
  /** They are `name  value` lines. */
  readonly fields?: readonly (readonly [string, Shown])[]
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly Shown[])[] }
  readonly blocks?: readonly Block<Shown>[]
  readonly note?: string
}

export interface Block<Shown> {
  readonly fields: readonly (readonly [string, Shown])[]
  readonly texts: readonly (readonly [string, string | null])[]
}

export type NamedHuman = HumanOf<NamedCell>
export type Human = HumanOf<Cell>

export interface Printed extends Answer {
  readonly human: Human
}

/** It is of a command that gives a mark to an account or takes it. */
export function markAnswer(
  user: number,
  mark: Readonly<Record<string, boolean>>,
  end?: { readonly changed: boolean; readonly unchanged: string },
): Answer {
  return {
    json: { userId: String(user), ...mark, ...(end && { changed: end.changed }) },
    human: {
      fields: [['user', user], ...Object.entries(mark)],
      ...(end?.changed === false ? { note: end.unchanged } : {}),
    },
  }
}

export function print(terminal: Terminal, { json, human }: Printed, format: 'text' | 'json' | 'csv'): void {
  terminal.stdout.write(format === 'text' ? renderHuman(human, terminal) : toDocument(json, human, format))
}

function toDocument(json: object, { table }: Human, format: 'json' | 'csv'): string {
  if (format === 'json') return `${JSON.stringify(json)}\n`
  return table ? renderCsv(table) : ''
}

function renderHuman({ fields = [], table, blocks, note }: Human, terminal: Terminal): string {
  const dim = dimFor(terminal)
  const width = (terminal.stdout.isTTY ? terminal.stdout.columns : undefined) ?? DEFAULT_WIDTH
  const lines = [
    ...renderFields(fields, dim),
    ...(table && table.rows.length > 0 && !blocks ? renderTable(table, width, dim) : []),
    ...(blocks ?? []).flatMap((block, index) => [...(index > 0 ? [''] : []), ...renderBlock(block, width, dim)]),
  ]
  if (note !== undefined) lines.push(...(lines.length > 0 ? ['', note] : [note]))
  return lines.map((line) => `${line}\n`).join('')
}

function renderFields(fields: NonNullable<Human['fields']>, dim: Style): string[] {
  return align(
    fields.map(([name, value]) => [name, toText(value)]),
    (name) => dim(name),
  )
}

function renderBlock({ fields, texts }: Block<Cell>, width: number, dim: Style): string[] {
  const broken = (text: string, indent: string): string[] =>
    text.split(/\r?\n/).flatMap((line) => breakText(toText(line), width - indent.length).map((part) => indent + part))
  return [
    ...renderFields(fields, dim),
    ...texts.flatMap(([heading, text]) => [...broken(heading, '  ').map(dim), ...broken(text ?? '-', '    ')]),
  ]
}

const DEFAULT_WIDTH = 80

function dimFor({ stdout, env }: Terminal): Style {
  const coloured = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return coloured ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text
}
