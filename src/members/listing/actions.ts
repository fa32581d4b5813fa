// Pages of members: by user id, or sorted and filtered.
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { cursorScope, fromCursor, toCursor, type PageQuery } from '../../db/paging'
import { invalid } from '../../base/errors'
import { listMembers, lookUpMembers, type MemberRow } from '../queries'
import { awardsIn, type MemberFieldList } from '../rules'
import { toMember } from '../views'
import { findUserIdsNamed, searchMembers } from './queries'
import { listNameOf, toPage, toSearch, type Search, type SearchQuery } from './rules'

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
  return search === null ? plainPage(ctx, query) : searchPage(ctx, search, query)
}

export async function findMembersNamed(ctx: Ctx, text: string, limit: number): Promise<Schema<'Member'>[]> {
  const userIds = await findUserIdsNamed(ctx, text, limit)
  const rows = await lookUpMembers(ctx, { userIds, usernames: [], medals: true, qualifications: true })
  const found = new Map(rows.map((row) => [row.user_id, row]))
  return userIds.flatMap((userId) => found.get(userId) ?? []).map(toMember)
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

const otherList = () =>
  invalid(
    '/query/cursor',
    'pattern',
    'must be nextCursor of the previous page, unchanged and for the same list, sort and filters',
  )
