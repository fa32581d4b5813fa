// Expressions that Kysely has no method for.
import {
  sql,
  type AliasedRawBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from 'kysely'
import type { DB } from '../../generated/database'

/** The start of the transaction. */
export const now: RawBuilder<string> = sql`now()`
/** The current time, which moves within a transaction. */
export const clock: RawBuilder<string> = sql`clock_timestamp()`
export const inSeconds = (seconds: number): RawBuilder<string> => sql`now() + make_interval(secs => ${seconds})`
export const daysAgo = (days: number): RawBuilder<string> => sql`now() - make_interval(days => ${days}::int)`

export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql`any(${ids}::bigint[])`
export const anyText = (texts: readonly string[]): RawBuilder<string> => sql`any(${texts}::text[])`

/** Entries of the audit log before this position are complete. */
export const auditHorizon: RawBuilder<number> = sql`audit_horizon()`

/** @param name of a function that returns ids of communities */
export async function listCommunities(db: Kysely<DB>, name: string, ...args: number[]): Promise<string[]> {
  const rows = await db
    .selectNoFrom(({ fn, val }) =>
      fn<string>(
        name,
        args.map((arg) => val(arg)),
      ).as('community_id'),
    )
    .execute()
  return rows.map((row) => row.community_id)
}

type ArrayType = 'bigint' | 'bytea' | 'jsonb' | 'smallint' | 'text'

/** Rows as a table, with `nth` from 1: `unnest` of one array for each property. */
export function unnested<Row extends object, Alias extends string>(
  alias: Alias,
  rows: readonly Row[],
  types: { readonly [Name in keyof Row]-?: ArrayType },
): AliasedRawBuilder<Row & { readonly nth: number }, Alias> {
  const names = Object.keys(types) as (keyof Row & string)[]
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(types[name])}[]`)
  const columns = sql.join([...names, 'nth'].map((name) => sql.ref(name)))
  return sql<Row & { nth: number }>`unnest(${sql.join(arrays)}) with ordinality`.as<Alias>(
    sql`${sql.ref(alias)} (${columns})`,
  )
}

/** A condition as a column: PostgreSQL has no SqlBool but true and false. */
export const bool = (condition: Expression<SqlBool>): RawBuilder<boolean> => sql`${condition}`

type Viewed = { [Name in keyof DB]: Name extends `live_${infer Table extends keyof DB}` ? Table : never }[keyof DB]

/** A table, or its view of live rows, which has the same columns. */
export const tableOf = <Table extends Viewed>(
  table: Table,
  onlyLive: boolean,
): AliasedRawBuilder<Selectable<DB[Table]>, Table> =>
  sql<Selectable<DB[Table]>>`${sql.table(onlyLive ? `live_${table}` : table)}`.as(table)

/** A nullable column or parameter of JSON: null stays the null of SQL, and undefined a column that is not set. */
export function toJson(value: object | null): string | null
export function toJson(value: object | null | undefined): string | null | undefined
export function toJson(value: object | null | undefined): string | null | undefined {
  return value && JSON.stringify(value)
}
