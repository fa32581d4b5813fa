// Output: text for people, one line of JSON or CSV for programs.
import type { Readable, Writable } from 'node:stream'
import { align, breakText, renderCsv, renderTable, toText, type Cell, type Style } from './table'

export type { Cell, Table } from './table'

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  /** As the user typed it, for help and messages; default `npm run admin --`. */
  readonly command?: string
}

export interface Answer {
  readonly json: object
  readonly human: NamedHuman
  /** Printed after the answer; the exit code is 1. */
  readonly failure?: string
  /** The command wrote to stdout, so the answer goes to stderr. */
  readonly isStdoutUsed?: boolean
}

/** An account or an actor, whose name is read before it is printed. */
export type NamedCell =
  Cell | { readonly account: number } | { readonly actor: { readonly kind: string; readonly id: string } }

/** Lines `name  value`; a list where two lines can have the same name. */
type Fields<Shown> = Readonly<Record<string, Shown>> | readonly Field<Shown>[]
export type Field<Shown> = readonly [string, Shown]

interface HumanOf<Shown, ShownFields> {
  readonly fields?: ShownFields
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly Shown[])[] }
  readonly blocks?: readonly Block<ShownFields>[]
  readonly note?: string | undefined
}

export interface Block<ShownFields> {
  readonly fields: ShownFields
  readonly texts: readonly (readonly [string, string | null])[]
}

export type NamedFields = Fields<NamedCell>
export type NamedHuman = HumanOf<NamedCell, NamedFields>
export type Human = HumanOf<Cell, readonly Field<Cell>[]>

export interface Printed extends Answer {
  readonly human: Human
}

export const nextPage = (flag: string, cursor: string | null): string | undefined =>
  cursor === null ? undefined : `Next page: --${flag} ${cursor}`

/** The answer of a command that gives a mark to an account or takes it. */
export function markAnswer(
  user: number,
  mark: Readonly<Record<string, boolean>>,
  end?: { readonly changed: boolean; readonly unchanged: string },
): Answer {
  return {
    json: { userId: String(user), ...mark, ...(end && { changed: end.changed }) },
    human: {
      fields: { user, ...mark },
      note: end?.changed === false ? end.unchanged : undefined,
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

function renderBlock({ fields, texts }: Block<readonly Field<Cell>[]>, width: number, dim: Style): string[] {
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
