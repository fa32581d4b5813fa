// Tables of measurements, and sections of docs/ between `<!-- name:begin -->` and `<!-- name:end -->`.
import fs from 'node:fs'

/** The page of each section. */
const pages = { bench: 'docs/performance.md', faults: 'docs/reliability.md', reversals: 'docs/reliability.md' }

/** The first column is text; `rest` aligns the others. */
export function renderRows(head, rows, rest = '---:') {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : rest))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** An integer with thousands separators. */
export function thousands(value) {
  return Math.round(value).toLocaleString('en-US')
}

/** @throws Error when the page lacks the section */
export function assertMarked(name) {
  readMarked(name)
}

/** Replaces the section. @returns the name of its page */
export function writeMarked(name, text) {
  const { before, after } = readMarked(name)
  fs.writeFileSync(fileOf(name), `${before}\n\n${text}\n\n${after}`)
  return pages[name]
}

const fileOf = (name) => new URL(`../${pages[name]}`, import.meta.url)

function readMarked(name) {
  const text = fs.readFileSync(fileOf(name), 'utf8')
  const marks = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [begin, end] = marks.map((mark) => text.indexOf(mark))
  if (begin < 0 || end < begin) throw new Error(`${pages[name]} lacks the marks ${marks.join(' and ')}`)
  return { before: text.slice(0, begin + marks[0].length), after: text.slice(end) }
}
