// The rules for telephone numbers without optimisations, to compare with.
import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import {
  continuesSmallGroups,
  digitRuns,
  shapeOf,
  type DigitGroup,
  type DigitRun,
} from '../../src/applications/screening/digits'
import { Cues, type Cue } from '../../src/applications/screening/phone-cues'

const regions = 'US GB DE FR ES BR PT PL TR RU JP KR CN SA EG AE NL IT AU IN MX AR PH ID VN UA SE AT CH BE'
  .split(' ')
  .filter((region) => isSupportedCountry(region))

const MIN_DIGITS = 7
const MAX_DIGITS = 17

interface Candidate {
  readonly digits: string
  readonly shape: string
  readonly international: boolean
  /** Separators between the groups of digits, without duplicates. */
  readonly separators: ReadonlySet<string>
  readonly cue: () => Cue
}

const dates = /(?<!\d)(?:(?:19|20)\d\d([-./ ])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2(?:19|20)\d\d)(?!\d)/g
const compactDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

export function hasPhoneByReference(text: string): boolean {
  const undated = text.replace(dates, (date) => '~'.repeat(date.length))
  for (const run of digitRuns(undated, 0)) {
    if (!isInName(run, undated) && hasPhoneIn(run, undated)) return true
  }
  return false
}

/** Digits that are part of a name: `Screenshot_2024…`, `users/123…`, `SW-1234-…`. */
function isInName(run: DigitRun, text: string): boolean {
  return /[a-z_#@&/=.\-<]/i.test(text[run.start - 1] ?? '') || /[a-z_]/i.test(text[run.groups.at(-1)?.end ?? 0] ?? '')
}

function hasPhoneIn(run: DigitRun, text: string): boolean {
  for (const window of windows(run.groups)) {
    const first = window[0]
    const digits = window.map((group) => group.digits).join('')
    if (isPattern(digits)) continue
    const candidate: Candidate = {
      digits,
      shape: shapeOf(window),
      international: (first === run.groups[0] && run.opening.includes('+')) || /^00[1-9]/.test(first?.digits ?? ''),
      separators: new Set(window.slice(1).map((group) => group.separator)),
      cue: () => new Cues(text).around(first?.start ?? 0, window.at(-1)?.end ?? 0),
    }
    if (isPhone(candidate)) return true
  }
  return false
}

/** Groups of digits between spaces, of MIN_DIGITS to MAX_DIGITS digits. */
function* windows(groups: readonly DigitGroup[]): Generator<readonly DigitGroup[]> {
  for (let first = 0; first < groups.length; first += 1) {
    if (first > 0 && (!/[\s(]/.test(groups[first]?.separator ?? '') || continuesSmallGroups(groups, first))) continue
    let length = 0
    for (let last = first; last < groups.length && length <= MAX_DIGITS; last += 1) {
      length += groups[last]?.digits.length ?? 0
      const endsAtSpace = last + 1 === groups.length || /\s/.test(groups[last + 1]?.separator ?? '')
      if (endsAtSpace && length >= MIN_DIGITS && length <= MAX_DIGITS) yield groups.slice(first, last + 1)
    }
  }
}

/** Counting up or down, repetition, or a date. */
function isPattern(digits: string): boolean {
  return (
    '01234567890123456789'.includes(digits) ||
    '98765432109876543210'.includes(digits) ||
    /^(\d)\1+$|^(\d\d)\2+$/.test(digits) ||
    compactDate.test(digits)
  )
}

function isPhone(candidate: Candidate): boolean {
  const { digits, shape, separators } = candidate
  if (candidate.international) return isInternational(candidate)
  // the North American layout, with any area code
  if (/^(?:1-)?3-3-4$/.test(shape)) return true
  if (separators.size > 2 || [...separators].some((separator) => separator.includes('\n'))) return false
  const cue = candidate.cue()
  if (cue === 'id') return false
  if (cue === 'phone') {
    return shape === '3-4' || anyRegion(digits, (number) => number.isValid() || digits.length === 10)
  }
  if (isThousands(shape, separators)) return false
  if (shape.includes('-')) return isGroupedAsInCountry(candidate)
  return /^0[1-9]\d{8,9}$/.test(digits) && anyRegion(digits, isMobile)
}

function isInternational({ digits, shape, cue }: Candidate): boolean {
  const grouped = shape.includes('-')
  // a score, such as "+1000000000 aura"
  if (!grouped && digits.endsWith('000000')) return false
  const number = parsePhoneNumberFromString(`+${digits.replace(/^00/, '')}`)
  if (number === undefined || number.isValid()) return number !== undefined
  return digits.length >= 10 && number.isPossible() && (grouped || cue() !== 'id')
}

/** Thousands: `600 123 456` is a Polish telephone number, but also 600 million points. */
function isThousands(shape: string, separators: ReadonlySet<string>): boolean {
  return /^[1-3](?:-3)+$/.test(shape) && [...separators].every((separator) => /^[ .]$/.test(separator))
}

function isGroupedAsInCountry({ digits, shape }: Candidate): boolean {
  if (digits.length < 9 || digits.length > 12 || /(?:^|-)1-1(?:-|$)/.test(shape)) return false
  return anyRegion(
    digits,
    (number) =>
      number.isValid() &&
      ((digits.startsWith('0') && isMobile(number)) ||
        shape === layout(number.formatNational()) ||
        shape === layout(number.formatInternational().replace(/^\+\d+/, ''))),
  )
}

function layout(formatted: string): string {
  return (formatted.match(/\d+/g) ?? []).map((group) => group.length).join('-')
}

function isMobile(number: PhoneNumber): boolean {
  const type = number.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}

function anyRegion(digits: string, holds: (number: PhoneNumber) => boolean): boolean {
  return regions.some((region) => {
    const number = parsePhoneNumberFromString(digits, region)
    return number !== undefined && holds(number)
  })
}
