// Pages of members: by user id, or sorted and filtered.
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { cursorScope, fromCursor, toCursor, type PageQuery, type Total } from '../../db/paging'
import { invalid } from '../../base/errors'
import { listMembers, type MemberRow, type SelectedAwards } from '../queries'
import { awardsIn, type MemberFieldList } from '../rules'
import { toMember } from '../views'
import { countMembers, namedOrder, searchMembers, searchNames, type NamedList } from './queries'
import { exactIdOf, isByNameAlone, listNameOf, toPage, toSearch, type Search, type SearchQuery } from './rules'

export interface MemberRows {
  readonly rows: readonly MemberRow[]
  readonly nextCursor: string | null
}

type ListQuery = PageQuery & SearchQuery & { readonly fields?: MemberFieldList }

/**
 * Medals and qualifications are read only if they are selected.
 * @throws DomainError 400 for a cursor of another sort or filter
 */
export function readMembers(ctx: Ctx, query: ListQuery): Promise<MemberRows> {
  const search = toSearch(query)
  if (search === null) return plainPage(ctx, query)
  const { name } = search
  return name !== null && isByNameAlone(query) ? namePage(ctx, name, query) : searchPage(ctx, search, query)
}

/** Of the list of the query, of which the page is known. */
export async function countListed(ctx: Ctx, query: ListQuery, { rows, nextCursor }: MemberRows): Promise<Total> {
  if (query.cursor === undefined && nextCursor === null) return { count: rows.length, exact: true }
  const { name } = query
  const exactId = name !== undefined && isByNameAlone(query) ? exactIdOf(name) : 0
  const { count, exact } = await countMembers(ctx, toSearch(query), exactId)
  // a search by name finds some by another index
  return { count: Math.max(count, rows.length), exact }
}

/** Reads on over all members of the community. */
export async function findMembersNamed(ctx: Ctx, name: string, limit: number): Promise<Schema<'Member'>[]> {
  const found: MemberRow[] = []
  let cursor: string | null | undefined
  do {
    const page = await readMembers(ctx, { name, limit: limit - found.length, cursor: cursor ?? undefined })
    found.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null && found.length < limit)
  return found.map(toMember)
}

/** The cursor is the user id (spec, Members and ranks 1). */
async function plainPage(ctx: Ctx, { cursor = '0', limit, fields }: ListQuery): Promise<MemberRows> {
  if (!/^[0-9]{1,16}$/.test(cursor)) throw otherList()
  // one more, to detect a next page
  const page = { afterUserId: Number(cursor), limit: Number(limit) + 1, ...awardsIn(fields) }
  const rows = (await listMembers(ctx, page)).slice(0, Number(limit))
  const last = rows.at(-1)
  return { rows, nextCursor: last?.more === true ? String(last.user_id) : null }
}

async function searchPage(ctx: Ctx, search: Search, { cursor, limit, fields }: ListQuery): Promise<MemberRows> {
  const scope = cursorScope(ctx, listNameOf(search))
  const page = { from: fromCursor(scope, cursor), limit: Number(limit) + 1, ...awardsIn(fields) }
  const { page: rows, next } = toPage(await searchMembers(ctx, search, page), Number(limit))
  return { rows, nextCursor: next && toCursor(scope, next) }
}

/** Goes on with the next list of `namedOrder` until the page is full, or the last one has looked at its rows. */
async function namePage(ctx: Ctx, name: string, { cursor, limit, fields }: ListQuery): Promise<MemberRows> {
  const scope = cursorScope(ctx, `members named ${JSON.stringify(name)}`)
  const from = fromCursor(scope, cursor)
  const awards = awardsIn(fields)
  const exactId = exactIdOf(name)
  const rows = from ? [] : await membersWithId(ctx, exactId, awards)
  const lists = namedOrder.slice(from ? namedOrder.indexOf(from.at as NamedList) : 0)
  for (const list of lists) {
    const remaining = Number(limit) - rows.length
    if (remaining === 0) return { rows, nextCursor: toCursor(scope, { at: list, id: '0' }) }
    const afterId = from?.at === list ? Number(from.id) : 0
    const found = await searchNames(ctx, list, { name, exactId }, { afterId, limit: remaining + 1, ...awards })
    const { page, next } = toPage(found, remaining)
    rows.push(...page)
    if (next) return { rows, nextCursor: toCursor(scope, { at: list, id: next.id }) }
  }
  return { rows, nextCursor: null }
}

async function membersWithId(ctx: Ctx, userId: number, awards: SelectedAwards): Promise<MemberRow[]> {
  if (userId === 0) return []
  const rows = await listMembers(ctx, { afterUserId: userId - 1, limit: 1, ...awards })
  return rows.filter((row) => row.user_id === userId)
}

const otherList = () =>
  invalid(
    '/query/cursor',
    'pattern',
    'must be nextCursor of the previous page, unchanged and for the same list, sort and filters',
  )
