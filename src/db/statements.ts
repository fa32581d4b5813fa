// Prepared statements: their declaration, the pool's client that sends them under their names, and their values.
import { CompiledQuery, type Kysely } from 'kysely'
import { Client, Query, types, type ClientConfig } from 'pg'
import type { DB } from '../../generated/database'

/** SQL that formats a timestamptz column as RFC 3339 in UTC, for JSON built by PostgreSQL. */
export const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Names by statement text. */
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

export interface ClientKind {
  /** Prepared statements are sent under their names, so that PostgreSQL parses and plans them once per connection. */
  readonly prepares: boolean
  /** A statement that takes longer fails and its connection is closed, because a late answer would be read as the next one. */
  readonly answersWithinMs: number
}

/** Checks per timeout: the timeout is exceeded by at most one eighth. */
const CHECKS = 8

/**
 * The client class for a pool. One timer for each connection: with pg's `query_timeout`, which sets one for each statement,
 * most objects of a statement survive the young generation.
 */
export const clientOf = ({ prepares, answersWithinMs }: ClientKind): typeof Client =>
  class extends Client {
    /** `performance.now()` of the last statement; null: all are answered. */
    private sentAt: number | null = null

    constructor(config?: string | ClientConfig) {
      super(config)
      this.once('connect', () => {
        const timer = setInterval(() => this.check(), answersWithinMs / CHECKS).unref()
        this.once('end', () => clearInterval(timer))
      })
      this.on('drain', () => (this.sentAt = null))
    }

    override query(...args: unknown[]): never {
      this.sentAt = performance.now()
      const [text, values] = args
      const name = prepares && typeof text === 'string' ? preparedNames.get(text) : undefined
      if (name === undefined) return super.query(...(args as [never]))
      const rows = new Promise((resolve, reject) => {
        const done = (error: Error | undefined, result: unknown): void => (error ? reject(error) : resolve(result))
        // a Query object: the driver copies a configuration object for every statement
        super.query(Object.assign(new Query(text as string, values as unknown[], done), { name }))
      })
      return rows as never
    }

    private check(): void {
      if (this.sentAt === null || performance.now() - this.sentAt < answersWithinMs) return
      const error = new Error(`PostgreSQL did not answer within ${answersWithinMs / 1_000} s`)
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }
  }

const INT8 = 20
const TIMESTAMPTZ = 1184

/** For pg: bigint as a safe integer, timestamptz as RFC 3339. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === TIMESTAMPTZ) return toRfc3339
  return types.getTypeParser(oid, format) as (value: string) => unknown
}

function toSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint from the database is outside the safe integer range')
  return number
}

/** `2026-03-01 12:00:00.5+00` as `2026-03-01T12:00:00.5Z`: sessions are in UTC. */
function toRfc3339(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`
}
