// Keyset pagination. A cursor is signed for its community and list, so that clients cannot forge one; every query
// filters by community anyway.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql, type AliasedRawBuilder, type Expression, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { DB } from '../../generated/database'
import { deriveKey } from '../base/derived-key'
import { invalid } from '../base/errors'

export interface Position {
  /** The first sort key: an RFC 3339 time to the microsecond, a number, or a name in base64url. */
  readonly at: string
  /** The tie-breaker. */
  readonly id: string
}

export interface Page {
  /** The last row of the previous page; null: the first page. */
  readonly after: Position | null
  readonly limit: number
}

export interface CursorScope {
  readonly communityId: string
  /** The name of the list with its filters. */
  readonly list: string
  /** `current` signs; `previous` are accepted during key rotation. */
  readonly secret: { readonly current: Buffer; readonly previous: readonly Buffer[] }
}

const SIGNATURE_BYTES = 12

export function toCursor(scope: CursorScope, { at, id }: Position): string {
  const payload = Buffer.from(`${at} ${id}`)
  return Buffer.concat([sign(scope, payload, scope.secret.current), payload]).toString('base64url')
}

/** @throws DomainError 400 `validation_failed` for a cursor that this server did not issue for this list */
export function fromCursor(scope: CursorScope, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(SIGNATURE_BYTES)
  const signature = bytes.subarray(0, SIGNATURE_BYTES)
  const secrets = payload.length > 0 ? [scope.secret.current, ...scope.secret.previous] : []
  const signed = secrets.some((secret) => timingSafeEqual(signature, sign(scope, payload, secret)))
  const [at, id] = payload.toString().split(' ')
  if (signed && at !== undefined && id !== undefined) return { at, id }
  throw invalid(
    '/query/cursor',
    'pattern',
    'must be nextCursor of the previous page, unchanged and for the same list, sort and filters',
  )
}

/** The rows of a page: `.$call(onPage(page, 'desc', 'created_at', 'key_id'))`. */
export function onPage({ after, limit }: Page, direction: 'asc' | 'desc', at: string, id: string) {
  return <Tables, From extends keyof Tables, Row>(
    rows: SelectQueryBuilder<Tables, From, Row>,
  ): SelectQueryBuilder<Tables, From, Row> => {
    const [first, second] = [sql.ref(at), sql.ref(id)]
    const ordered = rows.orderBy(first, direction).orderBy(second, direction).limit(limit)
    const follows = sql.raw(direction === 'asc' ? '>' : '<')
    return after ? ordered.where(sql<boolean>`(${first}, ${second}) ${follows} (${after.at}, ${after.id})`) : ordered
  }
}

/** 1 MiB. The row that reaches this size ends a page, so a page is at most this and one row. */
export const PAGE_BYTES = 1_048_576

/** Added to each row by `cutPage`. */
export interface CutRow {
  readonly more: boolean
}

/**
 * Ends the page of an ordered and limited select with the row that reaches `maxBytes`. Large columns of later rows are
 * not read.
 * @param order the order of the select, over its columns
 * @param size the size of a row in bytes, over its columns
 * @returns the text before and after the select
 */
export function pageCut(order: string, size: string, maxBytes = PAGE_BYTES, more = 'more'): [string, string] {
  const counted = `page.*, coalesce(lead(true) over place, false) as ${more}, sum(${size}) over place - ${size} as size_before`
  return [
    `select * from (select ${counted} from (`,
    `) page window place as (order by ${order} rows unbounded preceding)) cut
     where size_before < ${maxBytes} order by ${order}`,
  ]
}

export function cutRows<Row>(
  rows: Expression<Row>,
  order: string,
  size: string,
): AliasedRawBuilder<Row & CutRow, 'page'> {
  const [before, after] = pageCut(order, size).map((part) => sql.raw(part))
  return sql<Row & CutRow>`(${before}${rows}${after})`.as('page')
}

export const cutPage = (select: string, order: string, size: string): string =>
  pageCut(order, size, PAGE_BYTES, '"more!"').join(select)

/** Bounds the work of a count. */
const MOST_COUNTED = 10_000

export interface Total {
  readonly count: number
  /** False: there are more. */
  readonly exact: boolean
}

/** @param rows without an order */
export async function countUpTo<Tables, From extends keyof Tables>(
  db: Kysely<DB>,
  rows: SelectQueryBuilder<Tables, From, unknown>,
): Promise<Total> {
  const some = rows
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(MOST_COUNTED + 1)
  const result = await sql<{ count: number }>`select count(*)::int as count from (${some}) counted`.execute(db)
  const count = result.rows[0]?.count ?? 0
  return totalOf(count, MOST_COUNTED)
}

/** @param count of at most one more than `most` */
export const totalOf = (count: number, most: number): Total => ({
  count: Math.min(count, most),
  exact: count <= most,
})

interface CursorContext {
  readonly community: Pick<CursorScope, 'communityId'>
  readonly settings: { readonly encryptionKey: CursorScope['secret'] }
}

export const cursorScope = ({ community, settings }: CursorContext, list: string): CursorScope => ({
  communityId: community.communityId,
  list,
  secret: settings.encryptionKey,
})

export interface PageQuery {
  readonly cursor?: string | undefined
  readonly limit?: string | number | undefined
}

export interface List<Row, Shown, Extras extends object = object> {
  readonly read: (page: Page) => Promise<readonly Row[]>
  readonly positionOf: (row: Row) => Position
  readonly show: (row: Row) => Shown
  /** What `meta` has besides. */
  readonly extras?: (shown: readonly Shown[]) => Promise<Extras>
}

/**
 * Reads one row more, to find out whether another page follows.
 * @param list its name with its filters: a cursor is valid for these alone
 * @throws DomainError 400 `validation_failed` for a cursor of another list
 */
export async function readPage<Row, Shown, Extras extends object = object>(
  ctx: CursorContext,
  list: string,
  { cursor, limit }: PageQuery,
  { read, positionOf, show, extras }: List<Row, Shown, Extras>,
): Promise<{ data: Shown[]; meta: { nextCursor: string | null } & Partial<Extras> }> {
  const scope = cursorScope(ctx, list)
  const most = Number(limit)
  const rows = await read({ after: fromCursor(scope, cursor), limit: most + 1 })
  const page = rows.slice(0, most)
  const last = page.at(-1)
  const nextCursor =
    last !== undefined && (rows.length > most || isCut(last)) ? toCursor(scope, positionOf(last)) : null
  const data = page.map(show)
  return { data, meta: { nextCursor, ...((await extras?.(data)) ?? ({} as Partial<Extras>)) } }
}

const isCut = (row: unknown): boolean => (row as Partial<CutRow>).more === true

function sign({ communityId, list }: CursorScope, payload: Buffer, secret: Buffer): Buffer {
  const key = deriveKey(secret, 'page cursors')
  return createHmac('sha256', key)
    .update(`${communityId}\n${list}\n`)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
}
