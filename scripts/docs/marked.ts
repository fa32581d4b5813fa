// Sections of pages between `<!-- name:begin -->` and `<!-- name:end -->`.

/** The text of a section. @throws Error when the page lacks its marks */
export function readMarked(page: string, name: string): string {
  const { begin, end } = findBetween(page, marksOf(name))
  return page.slice(begin, end).trim()
}

/** The page with another text in a section. @throws Error when the page lacks its marks */
export function replaceMarked(page: string, name: string, text: string): string {
  return replaceBetween(page, marksOf(name), `\n\n${text}\n\n`)
}

/** @throws Error when the text lacks the marks */
export function replaceBetween(whole: string, marks: readonly [string, string], text: string): string {
  const { begin, end } = findBetween(whole, marks)
  return `${whole.slice(0, begin)}${text}${whole.slice(end)}`
}

const marksOf = (name: string) => [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`] as const

function findBetween(whole: string, marks: readonly [string, string]): { begin: number; end: number } {
  const [begin, end] = [whole.indexOf(marks[0]) + marks[0].length, whole.indexOf(marks[1])]
  if (begin < marks[0].length || end < begin) throw new Error(`a file lacks the marks ${marks.join(' and ')}`)
  return { begin, end }
}

export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
