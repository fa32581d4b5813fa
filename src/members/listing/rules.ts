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
  /** RFC 3339, or `ANY_TIME`. */
  readonly changedSince: string
  /** A part of the username or display name; null: any. */
  readonly name: string | null
}

export const ANY_TIME = '-infinity'
export const LEAST_EXPERIENCE = -Number.MAX_SAFE_INTEGER
export const MOST_EXPERIENCE = Number.MAX_SAFE_INTEGER

export interface SearchQuery {
  readonly sort?: Search['sort'] | undefined
  readonly order?: Search['order'] | undefined
  readonly rankUniqueId?: number | undefined
  readonly medal?: string | undefined
  readonly qualification?: string | undefined
  readonly minExperience?: number | undefined
  readonly maxExperience?: number | undefined
  readonly changedSince?: string | undefined
  readonly name?: string | undefined
}

/**
 * Null: the plain list by user id.
 * @throws DomainError 400 for an order that the sort does not have
 */
export function toSearch(query: SearchQuery): Search | null {
  const {
    sort = 'userId',
    order = 'asc',
    medal = null,
    qualification = null,
    changedSince = ANY_TIME,
    name = null,
  } = query
  if (sort === 'userId' && order === 'desc')
    throw invalid('/query/order', 'enum', 'must be asc, or sort must be experience or updatedAt')
  const search: Search = {
    sort,
    order,
    medal,
    qualification,
    changedSince,
    name,
    rankUniqueId: query.rankUniqueId ?? null,
    minExperience: query.minExperience ?? LEAST_EXPERIENCE,
    maxExperience: query.maxExperience ?? MOST_EXPERIENCE,
  }
  return name === null && isByNameAlone(query) ? null : search
}

/** Nothing but the name, if that. */
export function isByNameAlone({ sort = 'userId', ...query }: SearchQuery): boolean {
  const { rankUniqueId, medal, qualification, minExperience, maxExperience, changedSince } = query
  const filters = [rankUniqueId, medal, qualification, minExperience, maxExperience, changedSince]
  return sort === 'userId' && filters.every((filter) => filter === undefined)
}

/** Of a text of digits; 0: none. */
export const exactIdOf = (name: string): number => (/^[0-9]{1,15}$/.test(name) ? Number(name) : 0)

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
