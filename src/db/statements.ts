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
