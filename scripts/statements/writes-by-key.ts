// Finds UPDATE and DELETE statements that choose a row by its key only, with PostgreSQL's own parser. After a lock wait
// PostgreSQL re-evaluates only conditions on the row itself; what a CTE or an earlier statement has read may be stale.
import { parse } from 'libpg-query'
import { all, fieldsOf, list, type Node } from './nodes'

/**
 * Tables that a text changes by key only: without a condition on another column, and without a query that locks the
 * rows.
 * @param keysOf by table, the columns that identify a row and never change
 */
export async function tablesWrittenByKey(
  text: string,
  keysOf: (table: string) => ReadonlySet<string>,
): Promise<string[]> {
  const parsed = (await parse(text)) as { stmts: { stmt: Node }[] }
  const locked = new Set(all(parsed.stmts, 'SelectStmt').flatMap(tablesLockedBy))
  const writes = [...all(parsed.stmts, 'UpdateStmt'), ...all(parsed.stmts, 'DeleteStmt')]
  const byKey = writes
    .map((write) => ({ write, table: String((write['relation'] as Node)['relname']) }))
    .filter(({ write, table }) => !locked.has(table) && !hasOwnCondition(write, keysOf(table)))
  return [...new Set(byKey.map(({ table }) => table))].sort()
}

/** Tables whose rows are locked by FOR UPDATE and the like; OF restricts them. */
function tablesLockedBy(select: Node): string[] {
  const clauses = list(select['lockingClause']).map((clause) => clause['LockingClause'] as Node)
  if (clauses.length === 0) return []
  const named = clauses.flatMap((clause) =>
    list(clause['lockedRels']).map((rel) => (rel['RangeVar'] as Node)['relname']),
  )
  return all(select['fromClause'], 'RangeVar')
    .filter((range) => named.length === 0 || named.includes(aliasOf(range)))
    .map((range) => String(range['relname']))
}

const aliasOf = (range: Node): unknown => (range['alias'] as Node | undefined)?.['aliasname'] ?? range['relname']

function hasOwnCondition(write: Node, keys: ReadonlySet<string>): boolean {
  const alias = aliasOf(write['relation'] as Node)
  const isAlone = list(write['fromClause'] ?? write['usingClause']).length === 0
  return all(write['whereClause'], 'ColumnRef').some((column) => {
    const path = fieldsOf({ ColumnRef: column })
    const isOwn = path.length === 1 ? isAlone : path[0] === alias
    return isOwn && !keys.has(String(path.at(-1)))
  })
}
