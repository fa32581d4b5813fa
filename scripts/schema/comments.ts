// The comments of sql/schema.sql, by what they are about, such as `column member.user_id`. The file itself is their place: a
// person edits them there. What the file does not have yet takes the comment of its migration.
import { splitStatements } from '../../src/db/migrations/split'

export type Comments = ReadonlyMap<string, readonly string[]>

const commentLine = /^\s*-- ?(.*)$/
const directive = /^\s*-- (no-transaction|compatible-from:|contains:)/
export const roomMark = '# '

/** Also of what has none. */
export function readComments(schema: string): Comments {
  const found = new Map<string, readonly string[]>()
  let pending: string[] = []
  let table = ''
  let filled = ''
  for (const line of schema.split('\n')) {
    const comment = commentLine.exec(line)?.[1]
    if (comment !== undefined) {
      pending.push(comment)
      continue
    }
    const [first = '', ...rest] = pending
    if (line === '' && first.startsWith(roomMark)) found.set(`room ${first.slice(roomMark.length)}`, rest)
    const made = /^create (?:unlogged )?table (\w+) \(/.exec(line)?.[1]
    const other = /^create (?:unique )?(index|view|function) (\w+)/.exec(line)
    const trigger = /^create trigger (\w+)/.exec(line)?.[1]
    const rows = /^insert into (\w+)/.exec(line)?.[1]
    if (made !== undefined) table = made
    if (rows !== undefined) filled = rows
    const key = made
      ? `table ${made}`
      : other
        ? `${other[1]} ${other[2]}`
        : trigger
          ? `trigger ${table}.${trigger}`
          : rows
            ? `rows ${rows}`
            : line.startsWith(')')
              ? `storage ${table}`
              : keyOfPart(line, table, filled)
    if (key !== null) found.set(key, pending)
    pending = []
  }
  return found
}

/** Of a line in the parentheses of a table, or of a row. */
function keyOfPart(line: string, table: string, filled: string): string | null {
  const own = /^ {2}(\S.*?),?;?$/.exec(line)?.[1]
  if (own === undefined) return null
  if (own.startsWith('(')) return rowKey(filled, own)
  const named = /^constraint (\w+)/.exec(own)?.[1]
  if (named !== undefined) return `constraint ${table}.${named}`
  if (/^(primary key|unique|foreign key|check)\b/.test(own)) return `constraint ${table}.${own}`
  return `column ${table}.${own.split(' ', 1)[0] ?? ''}`
}

export const rowKey = (table: string, row: string): string => `row ${table}.${row}`

/** The comments at the statements of migrations; a later one replaces an earlier one. */
export function harvestComments(migrations: readonly { readonly text: string }[]): Comments {
  const found = new Map<string, readonly string[]>()
  for (const { text } of migrations) for (const statement of splitStatements(text)) harvest(statement, found)
  return found
}

function harvest(statement: string, found: Map<string, readonly string[]>): void {
  let pending: string[] = []
  let table = ''
  const keep = (key: string): void => {
    if (pending.length > 0) found.set(key, pending)
    pending = []
  }
  for (const line of statement.split('\n')) {
    const comment = commentLine.exec(line)?.[1]
    if (directive.test(line)) continue
    if (comment !== undefined) {
      pending.push(comment)
      continue
    }
    const made = /^create (?:unlogged )?table (\w+)/.exec(line)?.[1]
    const altered = /^alter table (\w+)(.*)/.exec(line)
    const other = /^create (?:unique )?(index|view) (?:concurrently )?(?:if not exists )?(\w+)/.exec(line)
    const trigger = /^create (?:or replace )?trigger (\w+)/.exec(line)?.[1]
    const rows = /^insert into (\w+)/.exec(line)?.[1]
    const added = /^(?: {2}| ?alter table \w+ )add column (\w+)/.exec(line)?.[1]
    const constraint = /^ {2}(?:add )?constraint (\w+)/.exec(line)?.[1]
    table = made ?? altered?.[1] ?? rows ?? table
    if (added !== undefined) keep(`column ${table}.${added}`)
    else if (made !== undefined) keep(`table ${made}`)
    else if (other) keep(`${other[1]} ${other[2]}`)
    else if (trigger !== undefined) {
      const on = / on (\w+)/.exec(statement.slice(statement.indexOf(`trigger ${trigger}`)))?.[1] ?? ''
      keep(`trigger ${on}.${trigger}`)
    } else if (constraint !== undefined) keep(`constraint ${table}.${constraint}`)
    else if (/^ {2}\('/.test(line)) keep(rowKey(table, line.trim().replace(/[,;]+$/, '')))
    else if (line.startsWith(')')) keep(`storage ${table}`)
    else if (/^ {2}\w+ /.test(line)) keep(`column ${table}.${line.trim().split(' ', 1)[0] ?? ''}`)
    else if (line.trim() === '') pending = []
  }
}
