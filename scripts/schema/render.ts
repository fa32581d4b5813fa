// Writes sql/schema.sql: the tables of each room of src/, in the order of src/db/tables.ts.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { roomsOfTables, tables as registry, type Table } from '../../src/db/tables'
import type { ColumnFacts, ConstraintFacts, FunctionFacts, SchemaFacts, TableFacts } from './catalogue'
import { roomMark, rowKey, type Comments } from './comments'
import { readable } from './expressions'

/** Characters of a line. */
const WIDTH = 130
/** Of the name, the type and the default of a column, beyond which the next one is not aligned. */
const MOST_ALIGNED = 26

const heading = `-- The tables of a new database, by the folders of src/ (docs/architecture.md). It is what the migrations in sql/before-4.0.0
-- have made: \`npm run schema\` writes the statements from them, and keeps the comments, which are edited here. Later migrations
-- are sql/<number>_<name>.sql. The bodies of the functions are in sql/functions.
`

export function renderSchema(schema: SchemaFacts, comments: Comments): string {
  const writer = new Writer(comments)
  // in the order in which they were made, so that a table comes after those that it refers to
  const rooms = roomsOfTables.map((room) => ({
    room,
    own: schema.tables
      .filter(({ name }) => registry[name as Table].room === room)
      .sort((one, other) => Number(other.partitioned !== null) - Number(one.partitioned !== null)),
  }))
  const sections = rooms
    .filter(({ own }) => own.length > 0)
    .map(({ room, own }) => [writer.room(room), ...own.map((table) => writer.table(table))].join('\n'))
  return [heading, writer.functions(schema), ...sections].join('\n')
}

class Writer {
  constructor(private readonly comments: Comments) {}

  room(room: string): string {
    return this.lines(`room ${room}`, '', `-- ${roomMark}${room}`)
  }

  functions({ triggerFunctions, defaultFunctions, ownFunctions }: SchemaFacts): string {
    const names = wrapped(triggerFunctions.map((name) => `'${name}'`).join(', '), '    ')
    const own = new Set(ownFunctions.map(({ name }) => name))
    return [
      this.room('functions'),
      `do $$
declare
  name text;
begin
  foreach name in array array[
    ${names}
  ] loop
    execute format('create function %I() returns trigger language plpgsql as %L', name, 'begin return coalesce(new, old); end');
  end loop;
end
$$;
`,
      ...ownFunctions.map((one) => this.function(one)),
      ...defaultFunctions
        .filter(({ name }) => !own.has(name))
        .map((one) => this.function({ ...one, volatility: 'volatile', body: `select 0::${one.result}` })),
    ].join('\n')
  }

  private function({ name, result, volatility, body }: FunctionFacts): string {
    const kind = volatility === 'volatile' ? '' : ` ${volatility}`
    return `${this.lines(`function ${name}`)}create function ${name}() returns ${result} language sql${kind} as '${body}';\n`
  }

  table(table: TableFacts): string {
    const { name, unlogged, storage, partitioned } = table
    const columns = this.columns(table)
    const constraints = table.constraints
      .filter((one) => !isInline(one, name))
      .map((one) => {
        const text = tableConstraint(one, name)
        return this.lines(`constraint ${name}.${named(text) ?? text}`, '  ') + `  ${constraintLines(text)}`
      })
    const end = [
      partitioned === null ? '' : ` partition by ${partitioned.replaceAll('"', '')}`,
      storage.length > 0 ? ` with (${storage.map((one) => one.replace('=', ' = ')).join(', ')})` : '',
    ].join('')
    return [
      partitioned === null ? '' : 'create schema audit_partition;\n\n',
      this.lines(`table ${name}`),
      `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n`,
      [...columns, ...constraints].join(',\n'),
      `\n${this.lines(`storage ${name}`)})${end};\n`,
      ...this.rows(table),
      ...spaced(table.indexes.map((one) => this.index(one.name, one.definition))),
      ...table.views.map((view) => this.view(table, view)),
      ...spaced(table.triggers.map((one) => this.trigger(table, one.name, one.definition))),
      partitioned === null ? '' : `\n${readFileSync(path.join(__dirname, 'audit-partitions.sql'), 'utf8')}`,
    ].join('')
  }

  private columns({ name: table, columns, constraints }: TableFacts): string[] {
    const rows = columns.map((column) => {
      const own = constraints.filter((one) => isInline(one, table) && one.columns[0] === column.name)
      const isKey = own.some(({ kind }) => kind === 'p')
      return {
        column,
        cells: [column.name, typeOf(column), column.required && !isKey ? 'not null' : '', standardOf(column)],
        rest: own.map((one) => inline(one)).join(' '),
      }
    })
    const widths = [0, 1, 2, 3].map((cell) =>
      Math.max(0, ...rows.map(({ cells }) => cells[cell]?.length ?? 0).filter((length) => length <= MOST_ALIGNED)),
    )
    return rows.map(({ column, cells, rest }) => {
      const aligned = `  ${cells.map((cell, nth) => (widths[nth] ? `${cell.padEnd(widths[nth])} ` : '')).join('')}`
      const line = `${aligned}${rest}`.trimEnd()
      const text = line.length < WIDTH || rest === '' ? line : `${aligned.trimEnd()}\n    ${wrapped(rest, '    ')}`
      return this.lines(`column ${table}.${column.name}`, '  ') + text
    })
  }

  private rows({ name, columns, rows }: TableFacts): string[] {
    if (rows.length === 0) return []
    const all = rows.map((row) => this.lines(rowKey(name, `(${row})`), '  ') + `  (${row})`)
    const into = `insert into ${name} (${columns.map((one) => one.name).join(', ')}) values`
    return [`\n${this.lines(`rows ${name}`)}${into}\n${all.join(',\n')};\n`]
  }

  private index(name: string, printed: string): string {
    const [, unique = '', table = '', rest = ''] =
      /^CREATE (UNIQUE )?INDEX \S+ ON (?:ONLY )?public\.(\S+) USING btree (.*)$/s.exec(printed) ?? []
    const [keys = '', where] = rest.split(/ WHERE (?=\()/)
    const clauses = [`create ${unique.toLowerCase()}index ${name}`, `on ${table} ${keysOf(keys)}`]
    const filter = where === undefined ? [] : [`where ${readable(where)}`]
    return `${this.lines(`index ${name}`)}${statement(clauses, filter)}`
  }

  private view(table: TableFacts, view: TableFacts['views'][number]): string {
    const columns = view.columns.every((name, nth) => table.columns[nth]?.name === name)
    const isWhole = columns && view.columns.length === table.columns.length
    const where = /\sWHERE (.*);$/s.exec(view.definition)?.[1] ?? ''
    const list = isWhole ? '*' : wrapped(view.columns.join(', '), '    ')
    return `\n${this.lines(`view ${view.name}`)}create view ${view.name} as\n  select ${list}\n  from ${table.name}\n  where ${readable(where)};\n`
  }

  private trigger(table: TableFacts, name: string, printed: string): string {
    const [, when] = / WHEN \((.*)\) EXECUTE FUNCTION /s.exec(printed) ?? []
    const call = printed.slice(printed.indexOf(' EXECUTE FUNCTION ') + ' EXECUTE FUNCTION '.length)
    const [events = '', rows = ''] = printed
      .slice(0, printed.indexOf(when === undefined ? ' EXECUTE FUNCTION ' : ' WHEN ('))
      .replace(/[A-Z]+/g, (word) => word.toLowerCase())
      .split(/ (?=for each )/)
    const [make = '', on = ''] = events.split(/ (?=on )/)
    const tail =
      when === undefined
        ? [`${rows} execute function ${call}`]
        : [`${rows} when (${readable(when)})`, `execute function ${call}`]
    return `${this.lines(`trigger ${table.name}.${name}`)}${statement([make, on], tail)}`
  }

  /** The comment, if there is one. */
  private lines(key: string, indent = '', first?: string): string {
    const own = (this.comments.get(key) ?? []).map((line) => `${indent}-- ${line}`.trimEnd())
    return [...(first === undefined ? [] : [first]), ...own].map((line) => `${line}\n`).join('')
  }
}

const typeOf = ({ type }: ColumnFacts): string => type.replace('timestamp with time zone', 'timestamptz')

function standardOf({ standard, identity, isStored }: ColumnFacts): string {
  if (identity !== '') return `generated ${identity === 'a' ? 'always' : 'by default'} as identity`
  if (standard === null) return ''
  if (isStored) return `generated always as (${readable(standard)}) stored`
  return `default ${readable(standard)}`
}

const keysOf = (printed: string): string =>
  printed
    .replace(/'(?:[^']|'')*'|\b[A-Z]+\b/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()))
    .replaceAll('"position"', 'position')
    .replace(/('(?:[^']|'')*')::(?:text|timestamp with time zone)/g, '$1')
    .replace(/\((\w+)\)::text/g, '$1::text')

/** Named as PostgreSQL names it, and of one column: written at the column. */
function isInline({ kind, name, columns }: ConstraintFacts, table: string): boolean {
  const [column] = columns
  if (columns.length !== 1 || column === undefined) return false
  if (kind === 'p') return name === `${table}_pkey`
  if (kind === 'f') return name === `${table}_${column}_fkey`
  return kind === 'c' && name === `${table}_${column}_check`
}

function inline({ kind, definition }: ConstraintFacts): string {
  if (kind === 'p') return 'primary key'
  return kind === 'f' ? referenceOf(definition.replace(/^FOREIGN KEY \([^)]*\) /, '')) : checkOf(definition)
}

/** The referenced columns are always those of the primary key. */
const referenceOf = (printed: string): string =>
  printed.replace(/\([^)]*\)/, '').replace(/[A-Z]+/g, (word) => word.toLowerCase())

const checkOf = (printed: string): string => {
  const [, expression = ''] = /^CHECK (\(.*\))(?: NOT VALID)?$/s.exec(printed) ?? []
  return `check (${readable(expression)})`
}

const standardName = ({ kind, columns }: ConstraintFacts, table: string): string | null => {
  if (kind === 'p') return `${table}_pkey`
  if (kind === 'u') return `${table}_${columns.join('_')}_key`
  return kind === 'f' ? `${table}_${columns.join('_')}_fkey` : null
}

function tableConstraint(one: ConstraintFacts, table: string): string {
  const { kind, name, definition } = one
  const keys = definition.replaceAll('"position"', 'position')
  const text =
    kind === 'c'
      ? checkOf(definition)
      : kind === 'f'
        ? referenceOfTable(keys)
        : keys.replace(/^[A-Z ]+/, (words) => words.toLowerCase())
  return standardName(one, table) === name ? text : `constraint ${name} ${text}`
}

function referenceOfTable(printed: string): string {
  const [, columns = '', rest = ''] = /^FOREIGN KEY (\([^)]*\)) (.*)$/.exec(printed) ?? []
  return `foreign key ${columns} ${referenceOf(rest)}`
}

/** The condition of a long one in a line of its own. */
const constraintLines = (text: string): string =>
  text.length + 3 <= WIDTH
    ? text
    : text
        .split(/ (?=check \()/)
        .map((line) => wrapped(line, '    '))
        .join('\n    ')

const named = (text: string): string | undefined => /^constraint (\w+)/.exec(text)?.[1]

/** In one line if it fits, or else with a line for each further clause. */
function statement(head: readonly string[], further: readonly string[]): string {
  const whole = `${[...head, ...further].join(' ')};`
  if (whole.length <= WIDTH) return `${whole}\n`
  const first = head.join(' ')
  const clauses = [...(first.length <= WIDTH ? [first] : head), ...further]
  return `${clauses.map((clause) => wrapped(clause)).join('\n  ')};\n`
}

/** With an empty line before the first one, and around those that have more than a line. */
const spaced = (texts: readonly string[]): string[] =>
  texts.map((text, nth) => (nth === 0 || isLong(text) || isLong(texts[nth - 1] ?? '') ? `\n${text}` : text))

const isLong = (text: string): boolean => text.trimEnd().includes('\n')

/** Breaks a statement of more than a line at blanks that are not in quotes. */
function wrapped(text: string, indent = '  '): string {
  const lines: string[] = []
  let line = ''
  for (const [word] of text.matchAll(/(?:'(?:[^']|'')*'|[^\s'])+/g)) {
    const width = WIDTH - (lines.length > 0 || indent.length > 2 ? indent.length : 0)
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}
