// Values in the platform's JSON; null for one that does not match the documentation.
import { parseTime } from '../base/time'

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextPageToken: string | null
}

export type Reader<T> = (body: unknown) => T | null

export function pageOf<T>(body: unknown, field: string, read: Reader<T>): Page<T> | null {
  const page = objectOf(body)
  const items = listOf(page?.[field], read)
  const token = page?.['nextPageToken'] ?? ''
  return items && typeof token === 'string' ? { items, nextPageToken: token === '' ? null : token } : null
}

/** One invalid item makes it null, because a partial list would pass as complete. */
export function listOf<T>(value: unknown, read: Reader<T>): T[] | null {
  if (!Array.isArray(value)) return null
  const items = value.map(read)
  return items.every((item) => item !== null) ? items : null
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}

/** Text columns cannot store NUL. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 300 && !value.includes('\0') ? value : null
}

/** Non-negative, as a number or as the string of a 64-bit integer. */
export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

export function idOf(value: unknown): number | null {
  const id = integerOf(value)
  return id === 0 ? null : id
}

/** RFC 3339; up to 1970 means unset. */
export function timeOf(value: unknown): Date | null {
  const text = parseTime(textOf(value) ?? '')
  if (text === null) return null
  const time = new Date(text)
  return time.getTime() > 0 ? time : null
}

/** `groups/7/roles/9` becomes `9`. */
export function lastSegment(value: unknown): string | null {
  const text = textOf(value)
  return text === null ? null : text.slice(text.lastIndexOf('/') + 1) || null
}
