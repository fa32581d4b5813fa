// Sections of pages between `<!-- name:begin -->` and `<!-- name:end -->`.

/** @throws without marks */
export function readMarked(page: string, name: string): string {
  const { begin, end } = findSection(page, name)
  return page.slice(begin, end).trim()
}

/** @throws without marks */
export function replaceMarked(page: string, name: string, text: string): string {
  const { begin, end } = findSection(page, name)
  return `${page.slice(0, begin)}\n\n${text}\n\n${page.slice(end)}`
}

function findSection(page: string, name: string): { begin: number; end: number } {
  const marks = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`] as const
  const [begin, end] = [page.indexOf(marks[0]) + marks[0].length, page.indexOf(marks[1])]
  if (begin < marks[0].length || end < begin) throw new Error(`a page lacks the marks ${marks.join(' and ')}`)
  return { begin, end }
}

/** A Markdown table. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
