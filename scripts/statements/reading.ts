// Finds tables that a statement uses without restricting the community, with PostgreSQL's own parser.
import { parse, parsePlPgSQL } from 'libpg-query'
import { childrenOf, equations, fieldsOf, isNode, list, type Node } from './nodes'

/** A source of rows in FROM, with the name that qualifies its columns. */
interface Relation {
  readonly alias: string
  /** null: a subselect, a function or a CTE, which is analysed separately. */
  readonly table: string | null
}

/** Sources that have the same community. */
interface Facts {
  /** Pairs of aliases; null is an outer value: a parameter, a variable, or a row of an outer query. */
  readonly pairs: (readonly [string, string | null])[]
}

export interface Reading {
  /** Tables whose rows are read or changed for any community. */
  readonly open: readonly string[]
}

/** @param tables tables and views that belong to a community */
export async function readStatement(text: string, tables: ReadonlySet<string>): Promise<Reading> {
  const parsed = (await parse(text)) as { stmts: { stmt: Node }[] }
  const open: string[] = []
  for (const { stmt } of parsed.stmts) readNode(stmt, { ctes: new Set(), tables, open })
  return { open: [...new Set(open)].sort() }
}

/** The statements of a PL/pgSQL function, expressions with a query included. */
export async function statementsOfFunction(definition: string): Promise<string[]> {
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (isNode(value) && isNode(value['PLpgSQL_expr'])) {
      const text = String(value['PLpgSQL_expr']['query'])
      if (/\b(from|into|update|delete)\b/i.test(text)) texts.push(asStatement(text))
    }
    for (const child of childrenOf(value)) collect(child)
  }
  collect(await parsePlPgSQL(definition))
  return texts
}

/** An expression or an assignment as a statement that the parser reads. */
function asStatement(text: string): string {
  const value = text.replace(/^\s*[\w.]+\s*:=\s*/, '')
  return /^\s*(select|with|insert|update|delete)\b/i.test(value) ? value : `select ${value}`
}

interface Place {
  readonly ctes: ReadonlySet<string>
  readonly tables: ReadonlySet<string>
  readonly open: string[]
}

const kinds = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt'] as const

function readNode(value: unknown, place: Place): void {
  if (isNode(value)) {
    for (const kind of kinds) {
      const inner = value[kind]
      if (isNode(inner)) return readQuery(kind, inner, place)
    }
  }
  for (const child of childrenOf(value)) readNode(child, place)
}

function readQuery(kind: (typeof kinds)[number], query: Node, outside: Place): void {
  const withClause = isNode(query['withClause']) ? list(query['withClause']['ctes']) : []
  const names = withClause.map((cte) => String((cte['CommonTableExpr'] as Node)['ctename']))
  const place = { ...outside, ctes: new Set([...outside.ctes, ...names]) }
  for (const cte of withClause) readNode((cte['CommonTableExpr'] as Node)['ctequery'], place)

  const relations: Relation[] = []
  const facts: Facts = { pairs: [] }
  const conditions: unknown[] = [query['whereClause']]
  const target = query['relation']
  if (kind === 'InsertStmt') {
    checkInsert(query, place)
  } else if (isNode(target)) {
    relations.push(relationOf(target, place))
  }
  for (const item of list(query['fromClause'] ?? query['usingClause']))
    addSource(item, relations, facts, conditions, place)
  for (const condition of conditions) addFacts(condition, relations, facts)
  for (const { alias, table } of relations) {
    if (table !== null && place.tables.has(table) && !isAnchored(alias, relations, facts)) place.open.push(table)
  }
  for (const [key, value] of Object.entries(query)) {
    if (key === 'withClause' || key === 'relation') continue
    // both sides of a union are queries
    if ((key === 'larg' || key === 'rarg') && isNode(value)) readQuery('SelectStmt', value, place)
    else readNode(value, place)
  }
}

function checkInsert(query: Node, place: Place): void {
  const table = String((query['relation'] as Node)['relname'])
  const columns = list(query['cols']).map((column) => (column['ResTarget'] as Node)['name'])
  if (place.tables.has(table) && !columns.includes('community_id')) place.open.push(table)
}

function relationOf(range: Node, place: Place): Relation {
  const name = String(range['relname'])
  const alias = isNode(range['alias']) ? String(range['alias']['aliasname']) : name
  const isTable = range['schemaname'] === undefined && !place.ctes.has(name)
  return { alias, table: isTable ? name : null }
}

/** Adds the sources and the join conditions of an item of FROM. @returns its aliases */
function addSource(item: Node, relations: Relation[], facts: Facts, conditions: unknown[], place: Place): string[] {
  if (isNode(item['RangeVar'])) {
    const relation = relationOf(item['RangeVar'], place)
    relations.push(relation)
    return [relation.alias]
  }
  if (isNode(item['JoinExpr'])) {
    const join = item['JoinExpr']
    const left = addSource(join['larg'] as Node, relations, facts, conditions, place)
    const right = addSource(join['rarg'] as Node, relations, facts, conditions, place)
    conditions.push(join['quals'])
    const using = list(join['usingClause']).map((name) => (name['String'] as Node)['sval'])
    if (using.includes('community_id')) {
      for (const one of left) for (const other of right) facts.pairs.push([one, other])
    }
    return [...left, ...right]
  }
  const [source] = Object.values(item)
  const alias = isNode(source) && isNode(source['alias']) ? String(source['alias']['aliasname']) : ''
  relations.push({ alias, table: null })
  return [alias]
}

/** Adds the equalities of communities in a conjunction. */
function addFacts(condition: unknown, relations: readonly Relation[], facts: Facts): void {
  for (const equation of equations(condition)) {
    addEquation(equation['lexpr'], equation['rexpr'], relations, facts)
    addEquation(equation['rexpr'], equation['lexpr'], relations, facts)
  }
  addMemberships(condition, relations, facts)
}

function addMemberships(condition: unknown, relations: readonly Relation[], facts: Facts): void {
  if (!isNode(condition)) return
  const conjunction = condition['BoolExpr']
  if (isNode(conjunction) && conjunction['boolop'] === 'AND_EXPR') {
    for (const arg of list(conjunction['args'])) addMemberships(arg, relations, facts)
  }
  const membership = condition['SubLink']
  if (isNode(membership) && membership['subLinkType'] === 'ANY_SUBLINK') {
    // (community_id, …) in (select …): the subselect is analysed separately
    const row = isNode(membership['testexpr']) ? membership['testexpr']['RowExpr'] : undefined
    for (const column of isNode(row) ? list(row['args']) : []) {
      const alias = communityOf(column, relations)
      if (alias !== null) facts.pairs.push([alias, null])
    }
  }
}

function addEquation(one: unknown, other: unknown, relations: readonly Relation[], facts: Facts): void {
  const alias = communityOf(one, relations)
  if (alias !== null) facts.pairs.push([alias, communityOf(other, relations)])
}

/** The alias whose community_id the column is; null: another column, or an outer value. */
function communityOf(value: unknown, relations: readonly Relation[]): string | null {
  const fields = fieldsOf(value)
  if (fields.at(-1) !== 'community_id') return null
  const [qualifier] = fields
  if (fields.length === 2) return relations.some(({ alias }) => alias === qualifier) ? (qualifier ?? null) : null
  return relations.find(({ table }) => table !== null)?.alias ?? null
}

/** Whether the alias has the community of an outer value, or of a source that is analysed separately. */
function isAnchored(alias: string, relations: readonly Relation[], { pairs }: Facts): boolean {
  const reached = new Set<string | null>([alias])
  for (let before = 0; before < reached.size;) {
    before = reached.size
    for (const [one, other] of pairs) {
      if (reached.has(one)) reached.add(other)
      if (other !== null && reached.has(other)) reached.add(one)
    }
  }
  return reached.has(null) || relations.some((relation) => relation.table === null && reached.has(relation.alias))
}
