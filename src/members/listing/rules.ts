// Sorting, filters and pages of lists of members. Pure.
import { invalid } from '../../base/errors'

export interface Search {
  readonly sort: 'userId' | 'experience' | 'updatedAt'
  readonly order: 'asc' | 'desc'
  readonly rankUniqueId: number | null
  readonly medal: string | null
  readonly qualification: string | null
  readonly minExperience: number
  readonly maxExperience: number
  /** RFC 3339, or `-infinity`. */
  readonly changedSince: string
}

export interface SearchQuery {
  readonly sort?: Search['sort'] | undefined
  readonly order?: Search['order'] | undefined
  readonly rankUniqueId?: number | undefined
  readonly medal?: string | undefined
  readonly qualification?: string | undefined
  readonly minExperience?: number | undefined
  readonly maxExperience?: number | undefined
  readonly changedSince?: string | undefined
}

/**
 * Null: the plain list by user id.
 * @throws DomainError 400 for an order that the sort does not have
 */
export function toSearch(query: SearchQuery): Search | null {
  const { sort = 'userId', order = 'asc', medal = null, qualification = null, changedSince = '-infinity' } = query
  if (sort === 'userId' && order === 'desc')
    throw invalid('/query/order', 'enum', 'must be asc, or sort must be experience or updatedAt')
  const search: Search = {
    sort,
    order,
    medal,
    qualification,
    changedSince,
    rankUniqueId: query.rankUniqueId ?? null,
    minExperience: query.minExperience ?? -Number.MAX_SAFE_INTEGER,
    maxExperience: query.maxExperience ?? Number.MAX_SAFE_INTEGER,
  }
  const filters = [query.rankUniqueId, query.medal, query.qualification, query.minExperience, query.maxExperience]
  const isPlain = sort === 'userId' && [...filters, query.changedSince].every((filter) => filter === undefined)
  return isPlain ? null : search
}

export const listNameOf = (search: Search): string => `members ${JSON.stringify(search)}`

interface Position {
  readonly at: string
  readonly id: string
}

export interface Looked {
  readonly user_id: number
  readonly at: string
  readonly matches: boolean
  readonly is_end: boolean
  readonly more: boolean
}

/**
 * The next page begins after the position, if there is one.
 * @param rows up to `limit` and one matching rows, and the end of what was looked at
 */
export function toPage<Row extends Looked>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; next: Position | null } {
  const matching = rows.filter((row) => row.matches)
  const page = matching.slice(0, limit)
  const end = rows.at(-1)
  const isFull = matching.length > limit
  const last = isFull ? page.at(-1) : end?.more || end?.is_end ? end : undefined
  return { page, next: last ? { at: last.at, id: String(last.user_id) } : null }
}
