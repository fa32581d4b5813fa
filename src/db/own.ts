// Statements on the rows of one community.
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/database'

/** A connection, and the community whose rows its statements may reach. */
interface Tenant {
  readonly db: Kysely<DB>
  readonly community: { readonly communityId: string }
}

/** The methods of the query builder whose statements have a condition. Their types are those of Kysely. */
type Statements = Pick<Kysely<DB>, 'selectFrom' | 'updateTable' | 'deleteFrom'>

interface Filtered {
  where(column: string, operator: '=', value: string): Filtered
}
type Start = (table: string) => Filtered

/**
 * A query builder for the rows of the caller's community: each of its statements has the condition on `community_id`. It takes one
 * table; a table that is joined is joined by its `community_id` too.
 */
export function own({ db, community }: Tenant): Statements {
  const starts = db as unknown as Record<keyof Statements, Start>
  const of = (kind: keyof Statements) => (table: string) =>
    starts[kind](table).where(`${aliasOf(table)}.community_id`, '=', community.communityId)
  const statements = { selectFrom: of('selectFrom'), updateTable: of('updateTable'), deleteFrom: of('deleteFrom') }
  return statements as unknown as Statements
}

/** `s` for `suspension as s`. */
const aliasOf = (table: string): string => table.split(' as ').at(-1) ?? table
