// Keyset pagination with opaque cursors. A cursor is signed for its community and list, so that clients cannot forge one; every
// query filters by community anyway.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { invalid } from '../errors'

/** The position of a row in a list. */
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

/** The scope that a cursor is signed for. */
export interface CursorScope {
  readonly communityId: string
  /** The list with its filters. */
  readonly list: string
  /** `current` signs; `previous` are accepted during key rotation. */
  readonly secret: { readonly current: Buffer; readonly previous: readonly Buffer[] }
}

const SIGNATURE_BYTES = 12

/** The cursor after a row. */
export function toCursor(scope: CursorScope, { at, id }: Position): string {
  const payload = Buffer.from(`${at} ${id}`)
  return Buffer.concat([sign(scope, payload, scope.secret.current), payload]).toString('base64url')
}

/**
 * The position in a cursor; null: no cursor.
 * @throws DomainError 400 `validation_failed` for a cursor that this server did not issue for this list
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

/** A page ends with the row that reaches this size, so it is at most this and one row. */
export const PAGE_BYTES = 1_048_576

/** Added to each row by `cutPage`. */
export interface CutRow {
  /** Whether another row follows. */
  readonly more: boolean
}

/**
 * Wraps an ordered and limited select so that the page ends with the row that reaches `maxBytes`. Large columns of later rows are
 * not read.
 * @param order the order of the select, over its columns
 * @param size the size of a row in bytes, over its columns
 * @returns the text before and after the select
 */
export function pageCut(order: string, size: string, maxBytes = PAGE_BYTES): [string, string] {
  const counted = `page.*, coalesce(lead(true) over place, false) as more, sum(${size}) over place - ${size} as size_before`
  return [
    `select * from (select ${counted} from (`,
    `) page window place as (order by ${order} rows unbounded preceding)) cut
     where size_before < ${maxBytes} order by ${order}`,
  ]
}

/** `pageCut` around a select. */
export const cutPage = (select: string, order: string, size: string): string => pageCut(order, size).join(select)

/**
 * One page of a list with the cursor of the next one. Reads one row more to find out whether another page follows.
 * @param read returns at most `limit` rows after a position
 * @throws DomainError 400 `validation_failed` for a cursor of another list
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
