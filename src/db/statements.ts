// The hot statements: written as SQL, prepared once per connection under a name, and run through Kysely, so that the
// same statement works in and out of a transaction.
import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from '../../generated/database'

/** A timestamptz column as text, RFC 3339 in UTC: for times inside JSON that PostgreSQL builds. */
export const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Statement text to the name it is prepared under; database.ts looks every query up here. */
export const preparedNames = new Map<string, string>()

/** A prepared statement: its rows for its parameters. */
export type Statement<Row> = (db: Kysely<DB>, parameters: readonly unknown[]) => Promise<Row[]>

/**
 * Declares a prepared statement.
 * @param name unique in the process; what pg_prepared_statements and plans show
 * @param text with $1, $2 … for parameters
 */
export function query<Row>(name: string, text: string): Statement<Row> {
  if ([...preparedNames.values()].includes(name)) throw new Error(`two statements are named ${name}`)
  preparedNames.set(text, name)
  return async (db, parameters) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...parameters]))
    return rows as Row[]
  }
}

/**
 * A parameter whose value the planner does not see. It would find a plan for the three elements, or the short page, of today
 * cheaper than one for what it guesses of any (ten elements, a tenth of the table), and would plan the statement at every
 * execution, which takes longer than to run it.
 */
export const hidden = (parameter: string): string => `(select ${parameter})`

/** The elements of array parameters side by side, as a table, hidden: `each($2::bigint[], $3::text[])`. */
export const each = (...parameters: readonly string[]): string => `unnest(${parameters.map(hidden).join(', ')})`

/** The array parameters for `each`: of every row the first field, of every row the second, and so on. */
export const arraysOf = <Row>(rows: readonly Row[], fields: readonly (keyof Row)[]): unknown[][] =>
  fields.map((field) => rows.map((row) => row[field]))

/** An array parameter of integers as PostgreSQL reads it; the driver would look into each for what must be escaped. */
export const integers = (values: Iterable<number>): string => `{${[...values].join(',')}}`

/** A statement in two parts. */
export interface JsonText<Row> {
  /** `with …` before the select: what changes rows cannot stand inside it. */
  readonly ctes?: string
  readonly select: string
  /** The columns that are times. */
  readonly times: readonly (keyof Row & string)[]
}

/**
 * Declares a prepared statement of many rows, each as `query` would give it. They come as one JSON text: PostgreSQL builds it
 * and Node parses it in less time than the driver takes to read the values of each row.
 */
export function jsonQuery<Row extends object>(
  name: string,
  { ctes = '', select, times }: JsonText<Row>,
): Statement<Row> {
  const text = `${ctes} select coalesce(json_agg(row), '[]') as rows from (${select}) row`
  const statement = query<{ rows: Row[] }>(name, text)
  return async (db, parameters) => {
    const [answer] = await statement(db, parameters)
    const rows = (answer?.rows ?? []) as Record<string, unknown>[]
    for (const row of rows) for (const time of times) row[time] = rfc3339OfJson(row[time] as string | null)
    return rows as Row[]
  }
}

/** `2026-03-01T12:00:00.5+00:00` as `2026-03-01T12:00:00.5Z`: sessions are in UTC. */
function rfc3339OfJson(text: string | null): string | null {
  return text === null ? null : `${text.slice(0, -'+00:00'.length)}Z`
}
