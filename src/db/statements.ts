// Prepared statements: SQL text with a name, run through Kysely inside or outside a transaction.
import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from '../../generated/database'

/** SQL that formats a timestamptz column as RFC 3339 in UTC, for JSON built by PostgreSQL. */
export const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Names by statement text; database.ts looks up every query here. */
export const preparedNames = new Map<string, string>()

/** Runs a prepared statement and returns its rows. */
export type Statement<Row> = (db: Kysely<DB>, parameters: readonly unknown[]) => Promise<Row[]>

/**
 * Declares a prepared statement.
 * @param name unique in the process; shown by pg_prepared_statements
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
 * Wraps a parameter in a subselect so that PostgreSQL keeps the generic plan. With the value visible, a custom plan for a
 * short array or page is cheaper than the generic estimate, and PostgreSQL would plan at every execution.
 */
export const opaqueParam = (parameter: string): string => `(select ${parameter})`

/** Array parameters as the columns of a table, opaque to the planner: `unnestParams('$2::bigint[]', '$3::text[]')`. */
export const unnestParams = (...parameters: readonly string[]): string =>
  `unnest(${parameters.map(opaqueParam).join(', ')})`

/** The values for `unnestParams`: one array for each field. */
export const arraysOf = <Row>(rows: readonly Row[], fields: readonly (keyof Row)[]): unknown[][] =>
  fields.map((field) => rows.map((row) => row[field]))

/** An integer array as a PostgreSQL literal, which skips the escaping that the driver does for each element. */
export const integers = (values: Iterable<number>): string => `{${[...values].join(',')}}`

export interface JsonText<Row> {
  /** `with …` before the select: PostgreSQL allows data-modifying CTEs only at the top level. */
  readonly ctes?: string
  readonly select: string
  /** The timestamptz columns. */
  readonly times: readonly (keyof Row & string)[]
}

/**
 * Declares a prepared statement whose rows are sent as one JSON text: PostgreSQL builds it and Node parses it faster than the
 * driver reads the values of each row. Rows have the same shape as those of `query`.
 */
export function jsonQuery<Row extends object>(
  name: string,
  { ctes = '', select, times }: JsonText<Row>,
): Statement<Row> {
  const text = `${ctes} select coalesce(json_agg(row), '[]') as rows from (${select}) row`
  const statement = query<{ rows: Row[] }>(name, text)
  return async (db, parameters) => {
    const [result] = await statement(db, parameters)
    const rows = (result?.rows ?? []) as Record<string, unknown>[]
    for (const row of rows) for (const time of times) row[time] = rfc3339OfJson(row[time] as string | null)
    return rows as Row[]
  }
}

/** `2026-03-01T12:00:00.5+00:00` as `2026-03-01T12:00:00.5Z`: sessions are in UTC. */
function rfc3339OfJson(text: string | null): string | null {
  return text === null ? null : `${text.slice(0, -'+00:00'.length)}Z`
}
