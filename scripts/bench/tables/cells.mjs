// Figures as table cells.
import { thousands } from '../../markdown.mjs'
import { median, pick } from '../statistics.mjs'

/** Median and spread. */
export function rateCells(rounds) {
  const rates = pick(rounds, 'perSecond')
  return [thousands(median(rates)), `${thousands(Math.min(...rates))}–${thousands(Math.max(...rates))}`]
}

/** `null`: none. */
export function ratioCell(value) {
  return value === null || value === undefined ? '–' : `${value.toFixed(2)}×`
}

export function medianCell(rounds, figure, digits = 0) {
  const values = pick(rounds, figure)
  return values.length === 0 ? '–' : median(values).toFixed(digits)
}

/** Bytes in mebibytes. */
export function megabytes(bytes) {
  return bytes === null || bytes === undefined ? '–' : thousands(bytes / 2 ** 20)
}
