// Cells of the tables: how a list of rounds is written.
import { thousands } from '../../markdown.mjs'
import { median, pick } from '../statistics.mjs'

/** The median and, in a cell of its own, how far the rounds lie apart. */
export function rateCells(rounds) {
  const rates = pick(rounds, 'perSecond')
  return [thousands(median(rates)), `${thousands(Math.min(...rates))}–${thousands(Math.max(...rates))}`]
}

/** A quotient; `null` where there is nothing to divide. */
export function ratioCell(value) {
  return value === null || value === undefined ? '–' : `${value.toFixed(2)}×`
}

/** The median of one figure. */
export function medianCell(rounds, figure, digits = 0) {
  const values = pick(rounds, figure)
  return values.length === 0 ? '–' : median(values).toFixed(digits)
}

/** Bytes as mebibytes. */
export function megabytes(bytes) {
  return bytes === null || bytes === undefined ? '–' : thousands(bytes / 2 ** 20)
}
