// Telephone numbers: digits plus a country code, a country's grouping, a mobile prefix or a word nearby.
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import type { Budget } from './budget'
import { continuesSmallGroups, type DigitGroup, type DigitRun, digitRuns, shapeOf } from './digits'
import { type Cue, Cues } from './phone-cues'
import { regionsOf } from './phone-regions'

const MIN_DIGITS = 7
/** E.164 allows 15, and `00` may precede them. */
const MAX_DIGITS = 17
/** Microseconds. */
const COST = { regions: 8, library: 50 } as const

interface Candidate {
  readonly run: DigitRun
  readonly first: number
  readonly last: number
  /** Digits. */
  readonly length: number
  /** At most two separators, no line break. */
  readonly isUniform: boolean
  /** `600 123 456` is a Polish number and 600 million points. */
  readonly isThousands: boolean
}

interface Surroundings {
  readonly cues: Cues
  readonly budget: Budget
}

const dates = /(?<!\d)(?:(?:19|20)\d\d([-./ ])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2(?:19|20)\d\d)(?!\d)/g
const compactDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

export function hasPhone(text: string, budget: Budget): boolean {
  const undated = text.replace(dates, (date) => '~'.repeat(date.length))
  const around = { cues: new Cues(undated), budget }
  for (const run of digitRuns(undated, MIN_DIGITS)) {
    if (isInName(run, undated)) continue
    for (const candidate of candidatesOf(run)) if (isPhone(candidate, around)) return true
  }
  return false
}

/** As in `Screenshot_2024…`, `users/123…`, `SW-1234-…`. */
function isInName(run: DigitRun, text: string): boolean {
  return /[a-z_#@&/=.\-<]/i.test(text[run.start - 1] ?? '') || /[a-z_]/i.test(text[run.groups.at(-1)?.end ?? 0] ?? '')
}

/** A run may include other numbers, so candidates reach from space to space. */
function* candidatesOf(run: DigitRun): Generator<Candidate> {
  const { groups } = run
  for (let first = 0; first < groups.length; first += 1) {
    if (first > 0 && (!/[\s(]/.test(groups[first]?.separator ?? '') || continuesSmallGroups(groups, first))) continue
    const separators: string[] = []
    let [length, isThousands] = [0, (groups[first]?.digits.length ?? 0) <= 3]
    for (let last = first; last < groups.length && length <= MAX_DIGITS; last += 1) {
      const { digits, separator } = groups[last] as DigitGroup
      length += digits.length
      if (last > first) {
        if (!separators.includes(separator)) separators.push(separator)
        isThousands &&= digits.length === 3 && (separator === ' ' || separator === '.')
      }
      const endsAtSpace = last + 1 === groups.length || /\s/.test(groups[last + 1]?.separator ?? '')
      if (!endsAtSpace || length < MIN_DIGITS || length > MAX_DIGITS) continue
      const isUniform = separators.length <= 2 && !separators.some((one) => one.includes('\n'))
      yield { run, first, last, length, isUniform, isThousands }
    }
  }
}

const groupsOf = ({ run, first, last }: Candidate): readonly DigitGroup[] => run.groups.slice(first, last + 1)

function isPhone(candidate: Candidate, { cues, budget }: Surroundings): boolean {
  const { run, first, last, isUniform, isThousands } = candidate
  const start = run.groups[first]?.start ?? 0
  const end = run.groups[last]?.end ?? 0
  const begin = run.groups[first]?.digits ?? ''
  if ((first === 0 && run.opening.includes('+')) || /^00[1-9]/.test(begin)) {
    return isInternational(candidate, () => cues.around(start, end), budget)
  }
  // any area code: invented ones count too
  if (isNorthAmerican(candidate)) return !isPattern(digitsOf(candidate))
  if (!isUniform || (isThousands && !cues.hasPhoneCue())) return false
  const cue = cues.around(start, end)
  if (cue === 'id') return false
  if (cue === 'phone') return isNamedPhone(candidate, budget)
  return first < last ? isGroupedAsInCountry(candidate, budget) : isMobileNumber(candidate, budget)
}

const digitsOf = (candidate: Candidate): string =>
  groupsOf(candidate)
    .map(({ digits }) => digits)
    .join('')

/** Counting, repetition, or a date. */
function isPattern(digits: string): boolean {
  return (
    '01234567890123456789'.includes(digits) ||
    '98765432109876543210'.includes(digits) ||
    /^(\d)\1+$|^(\d\d)\2+$/.test(digits) ||
    compactDate.test(digits)
  )
}

/** `212 555 0123`, or with `1` before. */
function isNorthAmerican(candidate: Candidate): boolean {
  const { first, last, length } = candidate
  return last - first === length - 8 && /^(?:1-)?3-3-4$/.test(shapeOf(groupsOf(candidate)))
}

function isInternational(candidate: Candidate, cue: () => Cue, budget: Budget): boolean {
  const digits = digitsOf(candidate)
  const grouped = candidate.first < candidate.last
  // such as "+1000000000 aura"
  if (isPattern(digits) || (!grouped && digits.endsWith('000000'))) return false
  const number = `+${digits.replace(/^00/, '')}`
  if (budget.once(`valid ${number}`, COST.library, () => isValidOr(number, false))) return true
  if (digits.length < 10 || (!grouped && cue() === 'id')) return false
  return budget.once(`possible ${number}`, COST.library, () => isValidOr(number, true))
}

function isValidOr(international: string, possible: boolean): boolean {
  const number = parsePhoneNumberFromString(international)
  return number !== undefined && (possible ? number.isPossible() : number.isValid())
}

function isNamedPhone(candidate: Candidate, budget: Budget): boolean {
  const shape = shapeOf(groupsOf(candidate))
  const digits = digitsOf(candidate)
  if (isPattern(digits)) return false
  // most regions have ten-digit numbers
  return shape === '3-4' || digits.length === 10 || anyRegion('valid', digits, budget, () => true)
}

function isGroupedAsInCountry(candidate: Candidate, budget: Budget): boolean {
  if (candidate.length < 9 || candidate.length > 12 || candidate.isThousands) return false
  const groups = groupsOf(candidate)
  if (groups.some(({ digits }, index) => digits.length === 1 && groups[index + 1]?.digits.length === 1)) return false
  const digits = digitsOf(candidate)
  if (isPattern(digits)) return false
  const shape = shapeOf(groups)
  return anyRegion(
    shape,
    digits,
    budget,
    (number) =>
      (digits.startsWith('0') && isMobile(number)) ||
      shape === layout(number.formatNational()) ||
      shape === layout(number.formatInternational().replace(/^\+\d+/, '')),
  )
}

function layout(formatted: string): string {
  return (formatted.match(/\d+/g) ?? []).map((group) => group.length).join('-')
}

/** Ungrouped, with a leading zero. */
function isMobileNumber(candidate: Candidate, budget: Budget): boolean {
  const digits = digitsOf(candidate)
  return /^0[1-9]\d{8,9}$/.test(digits) && !isPattern(digits) && anyRegion('mobile', digits, budget, isMobile)
}

function isMobile(number: PhoneNumber): boolean {
  const type = number.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}

/** @param check cache key of `predicate` */
function anyRegion(
  check: string,
  digits: string,
  budget: Budget,
  predicate: (number: PhoneNumber) => boolean,
): boolean {
  return budget.once(`${check} ${digits}`, COST.regions, () =>
    regionsOf(digits).some((region) => {
      budget.spend(COST.library)
      const number = parsePhoneNumberFromString(digits, region)
      return number?.isValid() === true && predicate(number)
    }),
  )
}
