// Payment cards: `card-validator` checks the number; the grouping tells cards from ids.
import { number } from 'card-validator'
import isLuhnNumber from 'validator/lib/isLuhnNumber'
import type { Budget } from './budget'
import { continuesSmallGroups, type DigitRun, digitRuns } from './digits'

/**
 * Layouts of cards. One id in ten passes Luhn by chance, so these are excluded: ungrouped 13, 14 (asset ids,
 * timestamps), 17, 18 (chat ids), 15 if not American Express, 19 below 3.
 */
const shapes = /^(?:4-4-4-4(?:-3)?|4-6-[45]|8-8|15|16|19|1(?:-1){14,15}|2(?:-2){7})$/
const MAX_GROUPS = 16
const MIN_DIGITS = 14
const MAX_DIGITS = 19

/** Microseconds of `card-validator`. */
const CARD_COST = 15

export function hasPaymentCard(text: string, budget: Budget): boolean {
  for (const run of digitRuns(text, MIN_DIGITS)) {
    // link, name or decimal number
    if (/[a-z/=#.]/i.test(text[run.start - 1] ?? '')) continue
    if (run.groups.some((_, first) => beginsCard(run, first, budget))) return true
  }
  return false
}

function beginsCard(run: DigitRun, first: number, budget: Budget): boolean {
  if (continuesSmallGroups(run.groups, first)) return false
  // decimals
  if (first > 0 && run.groups.length < 4 && run.groups[first]?.separator === '.') return false
  let digits = ''
  let shape = ''
  for (let last = first; last < Math.min(first + MAX_GROUPS, run.groups.length); last += 1) {
    const group = run.groups[last]?.digits ?? ''
    digits += group
    shape += `${shape && '-'}${group.length}`
    if (digits.length > MAX_DIGITS) return false
    if (digits.length >= MIN_DIGITS && shapes.test(shape) && !isLongId(shape, digits) && isCard(digits, budget))
      return true
  }
  return false
}

function isLongId(shape: string, digits: string): boolean {
  return (shape === '15' && !/^3[47]/.test(digits)) || (shape === '19' && digits < '3')
}

/** Luhn is cheap and rejects nine in ten. */
function isCard(digits: string, budget: Budget): boolean {
  if (!isLuhnNumber(digits)) return false
  return budget.once(`card ${digits}`, CARD_COST, () => number(digits, { luhnValidateUnionPay: true }).isValid)
}
