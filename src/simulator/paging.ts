// Open Cloud pagination (Open Cloud patterns, "Pagination").
import { createHash } from 'node:crypto'
import type { SimulatorRequest } from './messages'

export interface Slice<T> {
  readonly items: readonly T[]
  readonly nextPageToken: string
}

export function pageOf<T>(request: SimulatorRequest, all: readonly T[], maxSize: number): Slice<T> | string {
  const sizeText = request.query.get('maxPageSize') ?? '0'
  if (!/^\d{1,9}$/.test(sizeText)) return 'maxPageSize must be a whole number.'
  const size = Math.min(Number(sizeText) || 10, maxSize)
  const start = startOf(request)
  if (start === null) return 'The page token does not belong to this request.'
  const end = start + size
  const items = all.slice(start, end)
  return { items, nextPageToken: end < all.length ? tokenFor(request, end) : '' }
}

function startOf(request: SimulatorRequest): number | null {
  const token = request.query.get('pageToken') ?? ''
  if (token === '') return 0
  const start = Number(Buffer.from(token, 'base64url').toString('latin1').split('.')[0])
  return Number.isSafeInteger(start) && token === tokenFor(request, start) ? start : null
}

/** Holds a digest of the other parameters, which may not change between pages. */
function tokenFor(request: SimulatorRequest, start: number): string {
  const others = [...request.query].filter(([name]) => name !== 'pageToken').sort()
  const digest = createHash('sha256')
    .update(JSON.stringify([request.path, others]))
    .digest('hex')
    .slice(0, 16)
  return Buffer.from(`${start}.${digest}`).toString('base64url')
}
