// Prepared statements: their declaration, the client that sends them under their names, and their values.
import { CompiledQuery, type Kysely } from 'kysely'
import { Client, Query, types, type ClientConfig } from 'pg'
import type { DB } from '../../generated/database'
import type { IntegerList, Json, Statements } from '../../generated/statements'
import type { Outages, PostgresError } from './outages'

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

/** Names by statement text. */
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

/**
 * `npm run generate` reads the types of the statement from PostgreSQL.
 * @param name unique; shown by pg_prepared_statements
 * @param text with `:name` for a parameter and `:name?` for one that may be null. Computed columns are nullable, unless
 * their alias ends in an exclamation mark: `count(*) as "queued!"`.
 */
export function statement<N extends Name, To extends Narrower<Statements[N]['row']> = object>(
  name: N,
  text: string,
  columns?: Columns<To>,
): Statement<Parameters<N>, Narrowed<Statements[N]['row'], To>>
export function statement(name: Name, text: string): Statement<object, unknown> {
  const { sent, ...signs } = parseText(text)
  return declare({ name, described: sent, ...signs }, sent)
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

export interface JsonText<Row> {
  /** `with …` before the select: PostgreSQL allows data-modifying CTEs only at the top level. */
  readonly ctes?: string
  readonly select: string
  /** The timestamptz columns. */
  readonly times: readonly (keyof Row & string)[]
}

/**
 * The rows are sent as one JSON text, because Node parses it faster than the driver reads the values of each row. Rows
 * have the same shape as those of `statement`.
 */
export function jsonStatement<N extends Name, To extends Narrower<Statements[N]['row']> = object>(
  name: N,
  text: JsonText<Statements[N]['row']>,
  columns?: Columns<To>,
): Statement<Parameters<N>, Narrowed<Statements[N]['row'], To>>
export function jsonStatement(
  name: Name,
  { ctes = '', select, times }: JsonText<Record<string, unknown>>,
): Statement<object, unknown> {
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

export function withTimes<Row extends object>(row: Row, times: readonly (keyof Row & string)[]): Row {
  const values = row as Record<string, unknown>
  for (const name of times) {
    const time = values[name] as string | null
    values[name] = time === null ? null : timeOfDatabase(time)
  }
  return row
}

export interface ClientKind {
  /** Sends declared statements under their names: PostgreSQL parses and plans a named one once for each connection. */
  readonly prepares: boolean
  /**
   * A statement that takes longer fails. Its connection is closed, because a late answer would be read as the next one.
   */
  readonly answersWithinMs: number
  readonly outages?: Outages | null
}

/** Checks within the time limit, which is exceeded by at most one eighth. */
const CHECKS = 8

/** Computed by the driver from the description of the columns (pg/lib/result.js). */
interface RowShape {
  readonly fields: unknown
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

/** The driver's own members, which its types leave out (pg/lib/query.js). */
const DriverQuery = Query as unknown as new (...args: ConstructorParameters<typeof Query>) => Query & {
  readonly _result: object
  _accumulateRows: boolean
  handleRowDescription(message: unknown): void
}

/**
 * Computes the shape of the rows once. A prepared statement has the same columns at each execution on a connection:
 * PostgreSQL refuses to execute it after a change of them. A Query object, because the driver copies a configuration.
 */
class PreparedQuery extends DriverQuery {
  constructor(
    private readonly shapes: Map<string, RowShape>,
    readonly name: string,
    query: ConstructorParameters<typeof Query>,
  ) {
    super(...query)
  }

  override handleRowDescription(message: unknown): void {
    const known = this.shapes.get(this.name)
    if (known) {
      Object.assign(this._result, known)
      this._accumulateRows = true
      return
    }
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result as RowShape
    this.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/**
 * One timer for each connection. pg's `query_timeout` sets one for each statement, and most objects of a statement then
 * survive the young generation.
 */
export const clientOf = ({ prepares, answersWithinMs, outages }: ClientKind): typeof Client =>
  class extends Client {
    /** `performance.now()` of the last statement; null: all are answered. */
    private sentAt: number | null = null
    private readonly shapes = new Map<string, RowShape>()

    constructor(config?: string | ClientConfig) {
      super(config)
      this.once('connect', () => {
        const timer = setInterval(() => this.check(), answersWithinMs / CHECKS).unref()
        this.once('end', () => clearInterval(timer))
      })
      this.on('drain', () => (this.sentAt = null))
      // errors of PostgreSQL, however the statement was sent
      if (outages) this.connection.on('errorMessage', (error: PostgresError) => outages.statementFailed(error))
    }

    override connect(...[done]: unknown[]): never {
      // the pool passes a callback
      if (!outages || typeof done !== 'function') return super.connect(...([done] as [never])) as never
      const told = (error?: Error): void => {
        if (error) outages.connectFailed(error)
        ;(done as (error?: Error) => void)(error)
      }
      return super.connect(told) as never
    }

    override query(...args: unknown[]): never {
      this.sentAt = performance.now()
      const [text, values] = args
      const name = prepares && typeof text === 'string' ? preparedNames.get(text) : undefined
      if (name === undefined) return super.query(...(args as [never]))
      const rows = new Promise((resolve, reject) => {
        const done = (error: Error | undefined, result: unknown): void => (error ? reject(error) : resolve(result))
        super.query(new PreparedQuery(this.shapes, name, [text as string, values as unknown[], done]))
      })
      return rows as never
    }

    private check(): void {
      if (this.sentAt === null || performance.now() - this.sentAt < answersWithinMs) return
      const error = new Error(`PostgreSQL did not answer within ${answersWithinMs / 1_000} s`)
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }
  }

/** For a statement that always returns one row, as an aggregate does. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row !== undefined) return row
  throw new Error('a statement that always returns a row returned none')
}

const INT8 = 20
const INT8_ARRAY = 1016
const TIMESTAMPTZ = 1184

/** bigint and its arrays as safe integers, timestamptz as RFC 3339. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === INT8_ARRAY) return toSafeIntegers
  if (oid === TIMESTAMPTZ) return timeOfDatabase
  return types.getTypeParser(oid, format) as (value: string) => unknown
}

function toSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint from the database is outside the safe integer range')
  return number
}

const toSafeIntegers = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : toSafeInteger(one)))
