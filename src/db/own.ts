// Statements on the rows of one community.
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/database'

export interface Tenant {
  readonly db: Kysely<DB>
  readonly community: { readonly communityId: string }
}

/** The methods of the query builder whose statements have a condition. */
type Statements = Pick<Kysely<DB>, 'selectFrom' | 'updateTable' | 'deleteFrom'>

interface Filtered {
  where(column: string, operator: '=', value: string): Filtered
}
type Table = string | { readonly alias: unknown }
type Start = (table: Table) => Filtered

/**
 * A query builder for the rows of the community: each statement has the condition on `community_id`. It takes one
 * table; a join must compare `community_id` too.
 */
export function own({ db, community }: Tenant): Statements {
  const starts = db as unknown as Record<keyof Statements, Start>
  const of = (kind: keyof Statements) => (table: Table) =>
    starts[kind](table).where(`${aliasOf(table)}.community_id`, '=', community.communityId)
  const statements = { selectFrom: of('selectFrom'), updateTable: of('updateTable'), deleteFrom: of('deleteFrom') }
  return statements as unknown as Statements
}

/** `s` of `suspension as s`. */
const aliasOf = (table: Table): string =>
  typeof table === 'string' ? (table.split(' as ').at(-1) ?? table) : String(table.alias)
