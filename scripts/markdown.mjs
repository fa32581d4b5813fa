// Tables of measurements, and their places in README.md: between `<!-- name:begin -->` and `<!-- name:end -->`.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const readme = fileURLToPath(new URL('../README.md', import.meta.url))

/** A table whose first column is text; the others are figures, unless `rest` says how they stand. */
export function renderRows(head, rows, rest = '---:') {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : rest))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** A whole number, with commas. */
export function thousands(value) {
  return Math.round(value).toLocaleString('en-US')
}

/** @throws when README.md has no such place */
export function assertMarked(name) {
  readMarked(name)
}

/** Replaces what README.md has in that place. */
export function writeMarked(name, text) {
  const { before, after } = readMarked(name)
  fs.writeFileSync(readme, `${before}\n\n${text}\n\n${after}`)
}

function readMarked(name) {
  const text = fs.readFileSync(readme, 'utf8')
  const marks = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [begin, end] = marks.map((mark) => text.indexOf(mark))
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the marks ${marks.join(' and ')}`)
  return { before: text.slice(0, begin + marks[0].length), after: text.slice(end) }
}
