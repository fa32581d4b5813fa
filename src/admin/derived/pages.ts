// Lists of several pages: `--limit`, `--all` and `--cursor`.
import type { Option } from 'commander'
import type { Document } from 'openapi-backend'
import { wholeNumber } from '../arguments'
import { optional } from '../options'
import type { Values } from './answer'
import { isPaged, parametersOf } from './flags'
import type { DerivedVerb } from './names'
import { resolve } from './schema'

const MOST = 1_000
/** Entries after which `--all` ends. */
const MOST_OF_ALL = 10_000
const USUAL = 50

export interface PageFlags {
  readonly limit?: number
  readonly all?: boolean
  readonly cursor?: string
}

export interface Pages {
  /** The largest `limit`; null: the server decides the size of a page. */
  readonly largest: number | null
  readonly options: readonly Option[]
}

export function pageFlagsOf(document: Document, verb: DerivedVerb): Pages | null {
  if (!isPaged(document, verb)) return null
  const limit = parametersOf(document, verb).find(({ name }) => name === 'limit')
  const schema = limit && resolve(document, limit.schema)
  return {
    largest: schema ? (schema['x-clamp'] ?? schema.maximum ?? USUAL) : null,
    options: [
      optional(
        '--limit <n>',
        'number after which no further page is read; default: 50',
        wholeNumber(1, MOST),
      ).conflicts('all'),
      optional('--all', `all pages, up to ${MOST_OF_ALL} entries`),
      optional('--cursor <cursor>', 'nextCursor of the previous page'),
    ],
  }
}

interface Page {
  readonly data?: unknown
  readonly meta?: Values
}

export async function readPages(
  { largest }: Pages,
  { limit, all, cursor }: PageFlags,
  read: (query: Values) => Promise<Page>,
): Promise<{ rows: Values[]; meta: Values }> {
  const most = all ? MOST_OF_ALL : (limit ?? USUAL)
  const rows: Values[] = []
  let next: unknown = cursor
  let meta: Values = {}
  do {
    const size = largest === null ? {} : { limit: String(Math.min(largest, most - rows.length)) }
    const { found, meta: ofPage } = partsOf(
      await read({ ...size, ...(typeof next === 'string' ? { cursor: next } : {}) }),
    )
    rows.push(...found)
    meta = ofPage
    next = meta['nextCursor']
  } while (typeof next === 'string' && rows.length < most)
  return { rows, meta }
}

function partsOf({ data, meta = {} }: Page): { found: readonly Values[]; meta: Values } {
  if (Array.isArray(data)) return { found: data as readonly Values[], meta }
  const { items, ...others } = data as { readonly items: readonly Values[] }
  return { found: items, meta: { ...others, ...meta } }
}
