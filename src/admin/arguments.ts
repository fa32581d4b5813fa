// Parsers of flag values; errors state the accepted values.
import { InvalidArgumentError } from 'commander'
import { auditActions } from '../audit/names'
import { canonicalNetwork, MAX_NETWORKS } from '../auth/addresses'
import { loadContract } from '../contract/document'
import type { Access } from '../members/names/resolve'
import { nearest } from '../base/nearest'
import { isVisible } from '../base/visible'
import { parseTime } from '../base/time'

type Parser<T> = (text: string) => T

const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
/** 10 years of 365 days. */
const LONGEST_SECONDS = 3_650 * secondsOf.d

interface TextSchema {
  readonly minLength?: number
  readonly maxLength: number
  readonly pattern: string
  readonly 'x-name'?: boolean
}

const schemas = loadContract().components?.schemas as unknown as Readonly<Record<string, TextSchema>>

/** Text as in the contract's schema. @param what the characters, for the error */
function contractText(schema: string, what = 'characters, none of them NUL'): Parser<string> {
  const { minLength = 0, maxLength, pattern, 'x-name': isName = false } = schemas[schema] as TextSchema
  const form = new RegExp(pattern, 'u')
  const length = minLength > 0 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`
  return (given) => {
    const text = isName ? given.normalize('NFC') : given
    const points = Array.from(text).length
    const isLong = points >= minLength && points <= maxLength
    if (isLong && isName && !isVisible(text)) throw new InvalidArgumentError('It must have a visible character.')
    if (isLong && form.test(text)) return text
    throw new InvalidArgumentError(`It must have ${length} ${what}.`)
  }
}

function matching(form: RegExp, message: string): Parser<string> {
  return (text) => {
    if (form.test(text)) return text
    throw new InvalidArgumentError(message)
  }
}

export const name = contractText('AwardName')
export const communityName = contractText('CommunityName')
export const reason = contractText('ModerationReasonInput')
export const notificationId = matching(
  /^[!-~]{1,128}$/,
  'It must have 1 to 128 visible characters without spaces; see data-rights requests.',
)
export const domain = matching(
  new RegExp((schemas['Domain'] as TextSchema).pattern),
  'It must be universe-, application- or group- and the id, such as universe-4242.',
)
export const domainIn =
  (kind: 'universe' | 'application'): Parser<string> =>
  (text) => {
    if (/^[1-9][0-9]{0,19}$/.test(text)) return `${kind}-${text}`
    throw new InvalidArgumentError(`It must be the id of the ${kind}, in digits.`)
  }

/** By the prefix of ids, the verb that lists them. */
const listedBy = {
  cmt: 'community list',
  app: 'application list',
  tpl: 'application list-templates',
  rsp: 'response queue',
  op: 'operations list',
  ble: 'blacklist list',
  wrn: 'warning list',
  sus: 'suspension list',
  evt: 'event list',
  ety: 'event-type list',
  whk: 'webhook list',
  msg: 'webhook deliveries',
} as const

export const listOf = (prefix: string): string | null => (listedBy as Readonly<Record<string, string>>)[prefix] ?? null

export function idWith(prefix: string): Parser<string> {
  const list = listOf(prefix)
  const see = list ? `; see ${list}` : ''
  return matching(new RegExp(`^${prefix}_[a-z2-7]{20}$`), `It must be ${prefix}_ and 20 letters and digits${see}.`)
}

const communityId = idWith('cmt')
export const isCommunityId = (text: string): boolean => /^cmt_[a-z2-7]{20}$/.test(text)
/** An id or a name. */
export const community: Parser<string> = (text) => (text.startsWith('cmt_') ? communityId(text) : communityName(text))
export const applicationId = idWith('app')
export const responseId = idWith('rsp')
export const operationId = idWith('op')
export const blacklistEntryId = idWith('ble')
export const webhookId = idWith('whk')
export const personId = idWith('per')

export const sha256Hex = matching(/^[0-9a-f]{64}$/, 'It must have 64 hex digits in lower case.')

export const chatUserId = matching(/^[\x21-\x7e]{1,32}$/, 'It must have 1 to 32 visible characters without spaces.')

export const planName = matching(
  /^[a-z][a-z0-9-]{0,39}$/,
  'It must have 1 to 40 lower-case letters, digits and hyphens, and begin with a letter.',
)

export const actorName: Parser<string> = (text) => {
  if (/^[^\p{Cc}]{1,100}$/u.test(text) && text.trim() === text && isVisible(text)) return text
  throw new InvalidArgumentError(
    'It must have 1 to 100 characters, one of them visible, none a control character or a space at an end.',
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

export const positiveId: Parser<number> = wholeNumber(1, Number.MAX_SAFE_INTEGER)

export class Username {
  constructor(
    readonly name: string,
    readonly access: Access,
  ) {}
}

/**
 * A user id or a username; with @ before it, always a username.
 * @param access reads accept previous usernames
 */
export const member =
  (access: Access): Parser<number | Username> =>
  (text) => {
    if (/^\d+$/.test(text)) return positiveId(text)
    const username = text.replace(/^@/, '')
    if (/^[^\s\p{Cc}@]{1,50}$/u.test(username)) return new Username(username, access)
    throw new InvalidArgumentError('It must be a user id or a username, such as 90210, Builder or @2026.')
  }

/** An action, or a prefix of actions that ends with a dot. */
export const auditAction: Parser<string> = (text) => {
  const isPrefix = text.endsWith('.')
  if (auditActions.some((action) => (isPrefix ? action.startsWith(text) : action === text))) return text
  const meant = nearest(text, isPrefix ? prefixes : auditActions)
  throw new InvalidArgumentError(
    `There is no such action; ${meant === null ? 'give' : `did you mean ${meant}? Give`} an action such as member.experience, ` +
      'or a prefix such as member. with a dot at its end.',
  )
}

const prefixes = new Set(auditActions.map((action) => action.slice(0, action.lastIndexOf('.') + 1)))

/** Returns RFC 3339 in UTC, with milliseconds. */
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

export const futureTimeOrNever: Parser<string> = (text) => (text === 'never' ? text : futureTime(text))

export const networksOrAny: Parser<string[] | 'any'> = (text) => {
  if (text === 'any') return text
  const networks = list(text).map(canonicalNetwork)
  const known = networks.filter((network) => network !== null)
  if (known.length === networks.length && known.length <= MAX_NETWORKS) return [...new Set(known)]
  throw new InvalidArgumentError(
    `It must be any, or up to ${MAX_NETWORKS} addresses or networks such as 203.0.113.0/24,2001:db8::/32.`,
  )
}

export function duration(leastSeconds: number): Parser<number> {
  return (text) => {
    const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
    const seconds = Number(count) * secondsOf[(unit ?? 's') as keyof typeof secondsOf]
    if (count !== undefined && seconds >= leastSeconds && seconds <= LONGEST_SECONDS) return seconds
    throw new InvalidArgumentError(`It must be ${leastSeconds}s to 3650d, such as 15m, 1h or 30d.`)
  }
}

export const list: Parser<string[]> = (text) => {
  const words = text.split(',').map((word) => word.trim())
  if (words.every((word) => word !== '')) return [...new Set(words)]
  throw new InvalidArgumentError('It must be a comma-separated list, such as a,b.')
}
