// Parsers of flag values. The error of each states the accepted values.
import { InvalidArgumentError } from 'commander'
import { canonicalNetwork, MAX_NETWORKS } from '../auth/addresses'
import { isPathSegment } from '../contract/path-segment'
import { parseTime } from '../time'

type Parser<T> = (text: string) => T

const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
const LONGEST_SECONDS = 3_650 * secondsOf.d

/** 1 to 100 code points, as PostgreSQL counts characters. */
export const name: Parser<string> = (text) => {
  const length = Array.from(text).length
  if (length >= 1 && length <= 100 && !text.includes('\0')) return text
  throw new InvalidArgumentError('It must have 1 to 100 characters, none of them NUL.')
}

/** The name of a new medal or qualification, a segment of URLs. */
export const awardName: Parser<string> = (text) => {
  if (isPathSegment(name(text))) return text
  throw new InvalidArgumentError('It must not consist of dots only, or begin or end with a space: it is part of URLs.')
}

/** An id of this server. @param shownBy the verb that lists them */
function idWith(prefix: string, shownBy: string): Parser<string> {
  const form = new RegExp(`^${prefix}_[a-z2-7]{20}$`)
  return (text) => {
    if (form.test(text)) return text
    throw new InvalidArgumentError(`It must be ${prefix}_ and 20 letters and digits; see ${shownBy}.`)
  }
}

export const communityId = idWith('cmt', 'community list')
export const applicationId = idWith('app', 'application list')
export const operationId = idWith('op', 'operations list')
export const blacklistEntryId = idWith('ble', 'blacklist list')
export const warningId = idWith('wrn', 'warning list')
export const suspensionId = idWith('sus', 'suspension list')
export const eventId = idWith('evt', 'event list')
export const eventTypeId = idWith('ety', 'event-type list')
export const webhookId = idWith('whk', 'webhook list')
export const deliveryId = idWith('msg', 'webhook deliveries')

export const sha256Hex: Parser<string> = (text) => {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError('It must have 64 hex digits in lower case.')
}

/** The batchId chosen by the client. */
export const batchId: Parser<string> = (text) => {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text
  throw new InvalidArgumentError('It must have 1 to 64 letters, digits, hyphens and underscores.')
}

/** An http or https URL. */
export const link: Parser<string> = (text) => {
  if (/^https?:\/\/[^\x00-\x20\x7f]+$/.test(text) && text.length <= 500) return text
  throw new InvalidArgumentError('It must be a link with http or https, of at most 500 characters.')
}

/** The unique id of a rank, or `none`. */
export const rankOrNone: Parser<number | 'none'> = (text) => (text === 'none' ? text : positiveId(text))

/** A user id of the chat platform: 1 to 32 visible ASCII characters. */
export const chatUserId: Parser<string> = (text) => {
  if (/^[\x21-\x7e]{1,32}$/.test(text)) return text
  throw new InvalidArgumentError('It must have 1 to 32 visible characters without spaces.')
}

/** 1 to 256 code points. */
export const reason: Parser<string> = (text) => {
  const length = Array.from(text).length
  if (length >= 1 && length <= 256 && !text.includes('\0')) return text
  throw new InvalidArgumentError('It must have 1 to 256 characters, none of them NUL.')
}

/** The description of a medal or qualification, at most 500 code points. */
export const awardDescription: Parser<string> = (text) => {
  if (Array.from(text).length <= 500 && !text.includes('\0')) return text
  throw new InvalidArgumentError('It must have at most 500 characters, none of them NUL.')
}

export const planName: Parser<string> = (text) => {
  if (/^[a-z][a-z0-9-]{0,39}$/.test(text)) return text
  throw new InvalidArgumentError(
    'It must have 1 to 40 lower-case letters, digits and hyphens, and begin with a letter.',
  )
}

export const onOff: Parser<boolean> = (text) => {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidArgumentError('It must be on or off.')
}

export function oneOf<Word extends string>(words: readonly Word[]): Parser<Word> {
  return (text) => {
    const word = words.find((one) => one === text)
    if (word !== undefined) return word
    throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`)
  }
}

export function wholeNumber(least: number, most: number): Parser<number> {
  return (text) => {
    const number = Number(text)
    if (/^-?\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/** An id that both bigint and JSON represent exactly. */
export const positiveId: Parser<number> = wholeNumber(1, Number.MAX_SAFE_INTEGER)

/** An action of the audit log, or a prefix that ends with a dot. */
export const auditAction: Parser<string> = (text) => {
  if (/^[a-z][A-Za-z-]*(\.[a-z][A-Za-z-]*)*\.?$/.test(text)) return text
  throw new InvalidArgumentError(
    'It must be an action such as member.experience, or a prefix such as member. with a dot at its end.',
  )
}

/** A position in the audit log: the cursor of a page. */
export const entryPlace: Parser<{ position: number; auditId: number }> = (text) => {
  const [, position, auditId] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  if (position !== undefined && auditId !== undefined) return { position: Number(position), auditId: Number(auditId) }
  throw new InvalidArgumentError('It must be the cursor of the previous page, such as 4711.93.')
}

/** RFC 3339 in UTC, to the millisecond. */
export const time: Parser<string> = (text) => {
  const utc = parseTime(text)
  if (utc !== null) return new Date(utc).toISOString()
  throw new InvalidArgumentError('It must be a date and time with its zone, such as 2027-01-31T18:00:00Z.')
}

export const futureTime: Parser<string> = (text) => {
  const moment = time(text)
  if (Date.parse(moment) > Date.now()) return moment
  throw new InvalidArgumentError('It must be in the future.')
}

/** A future time, or `never`. */
export const futureTimeOrNever: Parser<string> = (text) => (text === 'never' ? text : futureTime(text))

/** Networks in their canonical form, or `any`. */
export const networksOrAny: Parser<string[] | 'any'> = (text) => {
  if (text === 'any') return text
  const networks = list(text).map(canonicalNetwork)
  const known = networks.filter((network) => network !== null)
  if (known.length === networks.length && known.length <= MAX_NETWORKS) return [...new Set(known)]
  throw new InvalidArgumentError(
    `It must be any, or up to ${MAX_NETWORKS} addresses or networks such as 203.0.113.0/24,2001:db8::/32.`,
  )
}

/** Parses a duration such as 15m. Returns seconds. */
export function duration(leastSeconds: number): Parser<number> {
  return (text) => {
    const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
    const seconds = Number(count) * secondsOf[(unit ?? 's') as keyof typeof secondsOf]
    if (count !== undefined && seconds >= leastSeconds && seconds <= LONGEST_SECONDS) return seconds
    throw new InvalidArgumentError(`It must be ${leastSeconds}s to 3650d, such as 15m, 1h or 30d.`)
  }
}

/** Comma-separated words without duplicates. */
export const list: Parser<string[]> = (text) => {
  const words = text.split(',').map((word) => word.trim())
  if (words.every((word) => word !== '')) return [...new Set(words)]
  throw new InvalidArgumentError('It must be a comma-separated list, such as a,b.')
}
