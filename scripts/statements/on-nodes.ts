// Finds what Citus refuses in a statement, from the placement of its tables (src/db/tables.ts). A statement
// reads the distributed tables of one community, whose id is a parameter; a CTE with an INSERT is a statement of its own.
import { parse } from 'libpg-query'
import { all, equations, fieldsOf, isNode, list, nameIn, type Node } from './nodes'

export interface NodeRules {
  readonly distributed: ReadonlySet<string>
  /** Functions that query tables. */
  readonly querying: ReadonlySet<string>
  /** A function of the database, whose variables the parser cannot tell from columns; or a statement on all communities. */
  readonly isOpen: boolean
}

const changing = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'random', 'gen_random_uuid']
const assigned = ['nextval', 'audit_position', 'audit_horizon', 'audit_end']
const mutable = new Set([...changing, ...assigned])

/** @returns what Citus refuses, as sentences */
export async function refusedOnNodes(text: string, rules: NodeRules): Promise<string[]> {
  const { stmts } = (await parse(text)) as { stmts: { stmt: Node }[] }
  const faults = stmts.flatMap(({ stmt }) => {
    if (!tablesIn(stmt).some((table) => rules.distributed.has(table))) return []
    return [...writeFaults(stmt), ...queryFaults(stmt, rules), ...countedCtes(stmt)]
  })
  return [...new Set(faults)].sort()
}

const tablesIn = (node: unknown): string[] => [
  ...all(node, 'RangeVar').map(({ relname }) => String(relname)),
  ...['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((kind) => all(node, kind).map((write) => targetOf(write))),
]
const targetOf = (write: Node): string => String((write['relation'] as Node)['relname'])

/** Faults of writes, also to local tables: in a statement with distributed ones, Citus plans every write. */
function writeFaults(stmt: Node): string[] {
  const inserts = all(stmt, 'InsertStmt')
  const updates = all(stmt, 'UpdateStmt')
  const writes = [...inserts, ...updates, ...all(stmt, 'DeleteStmt')]
  const conflict = (insert: Node): unknown =>
    [insert['onConflictClause']].filter(isNode).map((one) => [one['targetList'], one['whereClause']])
  const conditional = (update: Node): unknown => [
    ...all(update['targetList'], 'CaseExpr'),
    ...all(update['targetList'], 'CoalesceExpr'),
  ]
  return [
    ...inserts.flatMap((insert) => changesIn(conflict(insert), `DO UPDATE of ${targetOf(insert)}`)),
    ...writes.flatMap((write) =>
      changesIn(write['returningClause'] ?? write['returningList'], `RETURNING of ${targetOf(write)}`),
    ),
    ...updates.flatMap((update) =>
      changesIn(conditional(update), `CASE or COALESCE in an UPDATE of ${targetOf(update)}`),
    ),
  ]
}

function changesIn(node: unknown, where: string): string[] {
  const called = all(node, 'FuncCall').map(nameOf)
  const values = all(node, 'SQLValueFunction').length > 0 ? ['current_timestamp'] : []
  return [...called.filter((name) => mutable.has(name)), ...values].map((name) => `${name}() in ${where}`)
}

const nameOf = (call: Node): string => nameIn(call['funcname'])

const kinds = ['SelectStmt', 'UpdateStmt', 'DeleteStmt'] as const

/** Faults of each query with distributed tables in its own FROM. */
function queryFaults(stmt: Node, rules: NodeRules): string[] {
  return kinds.flatMap((kind) => all(stmt, kind).flatMap((query) => ownFaults(query, rules)))
}

function ownFaults(query: Node, { distributed, querying, isOpen }: NodeRules): string[] {
  const sources = sourcesOf(query)
  const own = sources.filter(({ table }) => distributed.has(table))
  if (own.length === 0) return []
  const open = isOpen ? [] : unrestricted(query, own)
  const values = [query['targetList'], query['whereClause'], query['sortClause']]
  return [
    ...open.map(({ table }) => `${table} is not restricted by community_id = a parameter`),
    ...(isRestricted(query, own) ? [] : lockFaults(query, own)),
    ...(isRestricted(query, own) || all(query['limitCount'], 'SubLink').length === 0
      ? []
      : ['a subquery in LIMIT over several communities']),
    ...values
      .flatMap((value) => all(value, 'FuncCall'))
      .map(nameOf)
      .filter((name) => querying.has(name))
      .map((name) => `${name}(), which queries tables, in a query of ${own.map(({ table }) => table).join(', ')}`),
  ]
}

const lockFaults = (query: Node, own: readonly Source[]): string[] =>
  list(query['lockingClause']).length === 0
    ? []
    : [`a row lock on ${own.map(({ table }) => table).join(', ')} of several communities`]

interface Source {
  readonly alias: string
  readonly table: string
}

/** The tables in FROM, without those of subqueries. */
function sourcesOf(query: Node): Source[] {
  const found: Source[] = []
  const add = (item: unknown): void => {
    if (!isNode(item)) return
    const range = item['RangeVar'] ?? (item['relname'] === undefined ? undefined : item)
    if (isNode(range)) {
      const table = String(range['relname'])
      found.push({ table, alias: isNode(range['alias']) ? String(range['alias']['aliasname']) : table })
    }
    const join = item['JoinExpr']
    if (isNode(join)) [join['larg'], join['rarg']].forEach(add)
  }
  ;[...list(query['fromClause']), ...list(query['usingClause']), query['relation']].forEach(add)
  return found
}

const isRestricted = (query: Node, own: readonly Source[]): boolean => unrestricted(query, own, true).length === 0

/** The sources that are not restricted to a community. @param anyValue also by a variable or an outer row */
function unrestricted(query: Node, own: readonly Source[], anyValue = false): Source[] {
  const reached = new Set<string>()
  const pairs: [string, string][] = []
  const conditions = [query['whereClause'], ...joinsOf(query).map((join) => join['quals'])]
  for (const { lexpr, rexpr } of conditions.flatMap(equations)) {
    for (const [one, other] of [
      [lexpr, rexpr],
      [rexpr, lexpr],
    ] as const) {
      const alias = communityOf(one, own)
      if (alias === null) continue
      const beside = communityOf(other, own)
      if (beside !== null) pairs.push([alias, beside])
      else if (anyValue || isValue(other)) reached.add(alias)
    }
  }
  const joined = joinsOf(query).filter((join) => JSON.stringify(join['usingClause'] ?? '').includes('community_id'))
  for (const join of joined) {
    const aliases = sourcesOf({ fromClause: [join['larg'], join['rarg']] }).map(({ alias }) => alias)
    for (const one of aliases) for (const other of aliases) pairs.push([one, other])
  }
  for (let before = -1; before < reached.size;) {
    before = reached.size
    for (const [one, other] of pairs) if (reached.has(other)) reached.add(one)
    for (const [one, other] of pairs) if (reached.has(one)) reached.add(other)
  }
  return own.filter(({ alias }) => !reached.has(alias))
}

const joinsOf = (query: Node): Node[] => {
  const add = (item: unknown): Node[] => {
    const join = isNode(item) ? item['JoinExpr'] : undefined
    return isNode(join) ? [join, ...add(join['larg']), ...add(join['rarg'])] : []
  }
  return [...list(query['fromClause']), ...list(query['usingClause'])].flatMap(add)
}

/** The alias whose community_id it is; null: something else. */
function communityOf(value: unknown, own: readonly Source[]): string | null {
  const fields = fieldsOf(value)
  if (fields.at(-1) !== 'community_id') return null
  if (fields.length === 1) return own[0]?.alias ?? null
  return own.find(({ alias }) => alias === fields[0])?.alias ?? null
}

function isValue(value: unknown): boolean {
  if (!isNode(value)) return false
  const cast = value['TypeCast']
  return isNode(cast) ? isValue(cast['arg']) : isNode(value['ParamRef']) || isNode(value['A_Const'])
}

/** Citus reads a CTE that it runs apart through a function with a list of columns, which is empty when none is used. */
function countedCtes(stmt: Node): string[] {
  const ctes = all(stmt, 'CommonTableExpr')
  if (!ctes.some((cte) => isNode((cte['ctequery'] as Node)['InsertStmt']))) return []
  const names = ctes.map((cte) => String(cte['ctename']))
  const uses = all(stmt, 'RangeVar').map(({ relname }) => String(relname))
  return ctes
    .filter((cte) => {
      const select = (cte['ctequery'] as Node)['SelectStmt']
      const isInlined =
        cte['ctematerialized'] === 'CTEMaterializeDefault' && isNode(select) && !list(select['lockingClause']).length
      const isUsedOnce = uses.filter((name) => name === cte['ctename']).length === 1
      return (
        isInlined &&
        isUsedOnce &&
        isOnlyTested(stmt, String(cte['ctename'])) &&
        all(select, 'RangeVar').some(({ relname }) => names.includes(String(relname)))
      )
    })
    .map(
      (cte) => `the CTE ${String(cte['ctename'])} is only tested for rows, without a list of columns: materialize it`,
    )
}

const isOnlyTested = (stmt: Node, name: string): boolean =>
  all(stmt, 'SubLink').some(({ subLinkType, subselect }) => {
    const select = isNode(subselect) ? subselect['SelectStmt'] : undefined
    return subLinkType === 'EXISTS_SUBLINK' && isNode(select) && sourcesOf(select).some(({ table }) => table === name)
  })
