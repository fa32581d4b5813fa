// Expressions as a person writes them, from those that PostgreSQL prints: upper case, each operation in parentheses, and
// each constant with its type. test/schema compares the databases that both make.

/** Of `between`, which is no conjunction. */
const AND = '\u0001'

const quoted = /'(?:[^']|'')*'|"[^"]*"/

/** @param printed by pg_get_constraintdef() and its like */
export function readable(printed: string): string {
  const lower = printed.replace(/'(?:[^']|'')*'|"[^"]*"|[A-Z]+/g, (part) =>
    quoted.test(part) ? part : part.toLowerCase(),
  )
  const plain = lower
    .replace(/\s+/g, ' ')
    .replaceAll('"position"', 'position')
    .replace(/'(-?\d+)'::(?:bigint|integer)/g, '$1')
    .replace(/('(?:[^']|'')*')::(?:text\[\]|bigint\[\]|text|jsonb|timestamp with time zone)/g, '$1')
    .replace(/\((\w+)\)::/g, '$1::')
    .replace(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)')
    .replace(/ <> all \(array\[([^\]]*)\]\)/g, ' not in ($1)')
    .replace(/\(\((\S+|\w+\(\w+\)) >= ([^ ()]+)\) and \(\1 <= ([^ ()]+)\)\)/g, `($1 between $2 ${AND} $3)`)
  return withoutParentheses(plain).replaceAll(AND, 'and')
}

interface Group {
  readonly start: number
  readonly end: number
}

/** Removes those around a part of a conjunction, a disjunction or a negation, and those around the whole. */
function withoutParentheses(text: string): string {
  const outer = groupsOf(text).find(({ start, end }) => start === 0 && end === text.length - 1)
  if (outer) return withoutParentheses(text.slice(1, -1))
  const needless = groupsOf(text).find((group) => isNeedless(text, group))
  if (!needless) return text
  const { start, end } = needless
  return withoutParentheses(text.slice(0, start) + text.slice(start + 1, end) + text.slice(end + 1))
}

function isNeedless(text: string, { start, end }: Group): boolean {
  return (
    /(^|(^|\W)\(|\b(and|or|not|when) )$/.test(text.slice(0, start)) &&
    /^( and | or | then |\)|$)/.test(text.slice(end + 1)) &&
    !/ (and|or) /.test(topLevel(text.slice(start + 1, end)))
  )
}

/** The text outside the groups in it. */
function topLevel(text: string): string {
  let depth = 0
  return Array.from(text.replace(/'(?:[^']|'')*'/g, "''"), (sign) => {
    if (sign === '(') depth++
    if (sign === ')') depth--
    return depth === 0 ? sign : ''
  }).join('')
}

/** Parentheses of groups, not of calls or lists, innermost last. */
function groupsOf(text: string): Group[] {
  const found: Group[] = []
  const open: number[] = []
  for (const { 0: part, index } of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]/g)) {
    if (part === '(') open.push(index)
    if (part !== ')') continue
    const start = open.pop() ?? 0
    if (!/(?:[\w"]|\bin )$/.test(text.slice(0, start)) || /\b(?:and|or|not) $/.test(text.slice(0, start)))
      found.push({ start, end: index })
  }
  return found.sort((one, other) => one.start - other.start)
}
