// Declared statements: their texts and names, and the values of their rows.
import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from '../../generated/database'
import type { IntegerList, Json, Statements } from '../../generated/statements'

/** SQL that formats a timestamptz column as RFC 3339 in UTC, for JSON built by PostgreSQL. */
export const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Formats as `timeOf`. PostgreSQL's text omits zeros at its end: `2026-03-01 12:00:00.5+00`, in JSON
 * `2026-03-01T12:00:00.5+00:00`. Sessions are in UTC.
 */
export function timeOfDatabase(text: string): string {
  const fraction = text.slice(20, text.indexOf('+', 19))
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(6, '0')}Z`
}

/** Names by statement text; client.ts sends a text under its name. */
export const preparedNames = new Map<string, string>()

/** Read by the generator of generated/statements.ts. */
export interface Declared {
  readonly name: string
  /** Returns the rows as columns: the statement itself, or the select within a JSON text. */
  readonly described: string
  /** Names, that of `$1` first. */
  readonly parameters: readonly string[]
  /** Parameters with a `?`. */
  readonly nullable: ReadonlySet<string>
  /** Columns with a `!`. */
  readonly notNull: ReadonlySet<string>
  /** The timestamptz columns of a JSON text. */
  readonly times?: readonly string[]
}

export const declaredStatements = new Map<string, Declared>()

export type Statement<Parameters, Row> = (db: Kysely<DB>, parameters: Parameters) => Promise<Row[]>

/** The row of a statement: `RowOf<typeof findStatement>`. */
export type RowOf<S> = S extends Statement<never, infer Row> ? Row : never

type Name = keyof Statements
type Parameters<N extends Name> = Statements[N]['parameters']

type Narrower<Row> = { readonly [C in keyof Row]?: Json extends Row[C] ? unknown : Row[C] }
type Narrowed<Row, To> = {
  readonly [C in keyof Row]: C extends keyof To ? To[C] | Extract<Row[C], null> : Row[C]
}
interface Columns<To> {
  readonly to?: To
}

/** Narrows columns that the database does not describe: `columns<{ awards: AwardRule[] }>()`. */
export const columns = <To>(): Columns<To> => ({})

/** A statement whose rows PostgreSQL sends as one JSON text, which Node parses faster than the driver reads many values. */
export interface JsonText<Row> {
  /** `with …` before the select: PostgreSQL allows data-modifying CTEs only at the top level. */
  readonly ctes?: string
  readonly select: string
  /** The timestamptz columns. */
  readonly times: readonly (keyof Row & string)[]
}

/**
 * `npm run generate` reads the types of the statement from PostgreSQL.
 * @param name unique; shown by pg_prepared_statements
 * @param text with `:name` for a parameter and `:name?` for one that may be null. Computed columns are nullable, unless
 * their alias ends in an exclamation mark: `count(*) as "queued!"`. A {@link JsonText} gives the same rows.
 */
export function statement<N extends Name, To extends Narrower<Statements[N]['row']> = object>(
  name: N,
  text: string | JsonText<Statements[N]['row']>,
  columns?: Columns<To>,
): Statement<Parameters<N>, Narrowed<Statements[N]['row'], To>>
export function statement(name: Name, text: string | JsonText<Record<string, unknown>>): Statement<object, unknown> {
  if (typeof text !== 'string') return jsonStatement(name, text)
  const { sent, ...signs } = parseText(text)
  return declare({ name, described: sent, ...signs }, sent)
}

function jsonStatement(name: Name, text: JsonText<Record<string, unknown>>): Statement<object, unknown> {
  const { ctes = '', select, times } = text
  const { sent, ...signs } = parseText(`${ctes} select coalesce(json_agg(row), '[]') as rows from (${select}) row`)
  const described = parseText(`${ctes} ${select}`).sent
  const run = declare<{ rows: Record<string, unknown>[] }>({ name, described, ...signs, times }, sent)
  return async (db, parameters) => {
    const [result] = await run(db, parameters)
    const rows = result?.rows ?? []
    for (const row of rows) withTimes(row, times)
    return rows
  }
}

function declare<Row>(declared: Declared, sent: string): Statement<object, Row> {
  const { name, parameters } = declared
  if (declaredStatements.has(name) || [...preparedNames.values()].includes(name))
    throw new Error(`two statements are named ${name}`)
  declaredStatements.set(name, declared)
  preparedNames.set(sent, name)
  return async (db, values) => {
    const list = parameters.map((parameter) => values[parameter as keyof typeof values])
    return (await db.executeQuery(CompiledQuery.raw(sent, list))).rows as Row[]
  }
}

const sign =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|::|"(?<column>(?:[^"]|"")*)"|:(?<parameter>[a-zA-Z]\w*)(?<mark>\??)/g

export function parseText(
  text: string,
): { readonly sent: string } & Pick<Declared, 'parameters' | 'nullable' | 'notNull'> {
  const parameters: string[] = []
  const nullable = new Set<string>()
  const notNull = new Set<string>()
  const sent = text.replace(sign, (match: string, ...rest: unknown[]) => {
    const { column, parameter, mark } = rest.at(-1) as Record<string, string | undefined>
    if (column?.endsWith('!')) {
      notNull.add(column.slice(0, -1))
      return `"${column.slice(0, -1)}"`
    }
    if (parameter === undefined) return match
    if (mark === '?') nullable.add(parameter)
    if (!parameters.includes(parameter)) parameters.push(parameter)
    return `$${parameters.indexOf(parameter) + 1}`
  })
  return { sent, parameters, nullable, notNull }
}

/**
 * A parameter in a subselect keeps the generic plan. With the value visible, a custom plan for a short array is cheaper
 * than the generic estimate, and PostgreSQL would plan at every execution.
 */
export const opaqueParam = (parameter: string): string => `(select ${parameter})`

/** Array parameters as the columns of a table: `unnestParams('$2::bigint[]', '$3::text[]')`. */
export const unnestParams = (...parameters: readonly string[]): string =>
  `unnest(${parameters.map(opaqueParam).join(', ')})`

/** The values for `unnestParams`: `columnsOf(entries, { userIds: 'userId', roles: 'role' })`. */
export function columnsOf<Row, Fields extends Readonly<Record<string, keyof Row>>>(
  rows: readonly Row[],
  fields: Fields,
): { [P in keyof Fields]: Row[Fields[P]][] } {
  const arrays = Object.entries(fields).map(([parameter, field]) => [parameter, rows.map((row) => row[field])])
  return Object.fromEntries(arrays) as { [P in keyof Fields]: Row[Fields[P]][] }
}

/** A PostgreSQL literal skips the escaping that the driver does for each element. */
export const integers = (values: Iterable<number>): IntegerList => `{${[...values].join(',')}}`

export function withTimes<Row extends object>(row: Row, times: readonly (keyof Row & string)[]): Row {
  const values = row as Record<string, unknown>
  for (const name of times) {
    const time = values[name] as string | null
    values[name] = time === null ? null : timeOfDatabase(time)
  }
  return row
}

/** For a statement that always returns one row, as an aggregate does. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row !== undefined) return row
  throw new Error('a statement that always returns a row returned none')
}
