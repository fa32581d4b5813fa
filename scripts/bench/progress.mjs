// Progress on stderr; in colour only where a person looks at a terminal.
import { styleText } from 'node:util'

const startedAt = performance.now()

/** One line of progress, with the seconds since the run began. */
export function say(message) {
  const seconds = `${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s`
  process.stderr.write(`${paint('dim', seconds)}  ${message}\n`)
}

/** The heading of a section. */
export function sayHeading(message) {
  say(paint('bold', message))
}

function paint(style, text) {
  return styleText(style, text, { stream: process.stderr })
}
