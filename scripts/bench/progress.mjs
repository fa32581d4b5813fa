// Progress on stderr, coloured on a terminal.
import { styleText } from 'node:util'

const startedAt = performance.now()

export function say(message) {
  const seconds = `${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s`
  process.stderr.write(`${paint('dim', seconds)}  ${message}\n`)
}

/** Prints a heading. */
export function sayHeading(message) {
  say(paint('bold', message))
}

function paint(style, text) {
  return styleText(style, text, { stream: process.stderr })
}
