// Keyset pages behind opaque cursors. A cursor is signed for its community and its list, so that one cannot be made up, or
// carried to another community; the predicate of every query holds the community anyway.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { invalid } from '../errors'

/** Where a row stands in a list. */
export interface Position {
  /** What the list is ordered by first: a time, RFC 3339 to the microsecond, a number, or a name in base64url. */
  readonly at: string
  /** What tells rows apart that are equal in it. */
  readonly id: string
}

export interface Page {
  /** The last row of the previous page; null: the first page. */
  readonly after: Position | null
  readonly limit: number
}

/** What a cursor is bound to. */
export interface CursorScope {
  readonly communityId: string
  /** Which list, with the filters that make it. */
  readonly list: string
  /** The server's secrets: one signs, the others are accepted while keys are rotated. */
  readonly secret: { readonly current: Buffer; readonly previous: readonly Buffer[] }
}

const SIGNATURE_BYTES = 12

/** The cursor after a row. */
export function toCursor(scope: CursorScope, { at, id }: Position): string {
  const payload = Buffer.from(`${at} ${id}`)
  return Buffer.concat([sign(scope, payload, scope.secret.current), payload]).toString('base64url')
}

/**
 * The row a cursor stands after; null when there is no cursor.
 * @throws DomainError 400 `validation_failed` for a cursor that was not made by this server for this list
 */
export function fromCursor(scope: CursorScope, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(SIGNATURE_BYTES)
  const signature = bytes.subarray(0, SIGNATURE_BYTES)
  const secrets = payload.length > 0 ? [scope.secret.current, ...scope.secret.previous] : []
  const signed = secrets.some((secret) => timingSafeEqual(signature, sign(scope, payload, secret)))
  const [at, id] = payload.toString().split(' ')
  if (signed && at !== undefined && id !== undefined) return { at, id }
  throw invalid('/query/cursor', 'pattern', 'must be nextCursor of the previous page, unchanged and for the same list')
}

/** A page ends with the row that reaches this many bytes, so it holds at most this and one more row. */
export const PAGE_BYTES = 1_048_576

/** What `cutPage` adds to each row. */
export interface CutRow {
  /** Whether the list has a row after this one. */
  readonly more: boolean
}

/**
 * Wraps the select of a page, which is ordered and has a limit: the page ends with the row that reaches `most`. Large columns
 * of the rows past it are not read.
 * @param order the order of the select, over its columns
 * @param size what a row counts, over its columns
 * @returns the text before and after the select
 */
export function pageCut(order: string, size: string, most = PAGE_BYTES): [string, string] {
  const counted = `page.*, coalesce(lead(true) over place, false) as more, sum(${size}) over place - ${size} as size_before`
  return [
    `select * from (select ${counted} from (`,
    `) page window place as (order by ${order} rows unbounded preceding)) cut
     where size_before < ${most} order by ${order}`,
  ]
}

/** The same around a select that is text. */
export const cutPage = (select: string, order: string, size: string): string => pageCut(order, size).join(select)

/**
 * One page of a list and where the next one starts. One row more than the page is read: it shows whether there is a next one,
 * unless `cutPage` does.
 * @param read the list's rows after a position, at most so many
 * @throws DomainError 400 `validation_failed` for a cursor that is not of this list
 */
export async function readPage<Row>(
  scope: CursorScope,
  cursor: string | undefined,
  limit: number,
  read: (page: Page) => Promise<readonly Row[]>,
  positionOf: (row: Row) => Position,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const rows = await read({ after: fromCursor(scope, cursor), limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor =
    last !== undefined && (rows.length > limit || isCut(last)) ? toCursor(scope, positionOf(last)) : null
  return { rows: page, nextCursor }
}

const isCut = (row: unknown): boolean => (row as Partial<CutRow>).more === true

function sign({ communityId, list }: CursorScope, payload: Buffer, secret: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'page cursors', 32))
  return createHmac('sha256', key)
    .update(`${communityId}\n${list}\n`)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
}
