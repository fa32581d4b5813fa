// Types of the prepared statements, as PostgreSQL describes them: generated/statements.ts.
import { parse } from 'libpg-query'
import type { Client, Connection } from 'pg'
import { declaredStatements, type Declared } from '../../src/db/statements'
import { queryFunctions } from './functions'
import type { Statement as Sent } from './statements'

type Node = Readonly<Record<string, unknown>>

const head = `// Generated from src/ and sql/ by \`npm run generate\`. Do not edit.

import type { SelectType } from 'kysely'
import type { DB, JsonArray } from './database'

type Of<Table extends keyof DB, Column extends keyof DB[Table]> = Known<SelectType<DB[Table][Column]>>
type Known<Value> = JsonArray extends Value ? Json : Value

/** A JSON value, whose type \`columns\` declares. */
export interface Json {
  readonly json: never
}

/** An integer array as a PostgreSQL literal. */
export type IntegerList = \`{\${string}}\`

/** Parameters and rows of the prepared statements, by name. */
export interface Statements {
`

/** TypeScript's types by the names of PostgreSQL's: of a parameter, and of a value that the driver reads. */
const typesOf: Readonly<Record<string, readonly [parameter: string, value: string]>> = {
  bool: ['boolean', 'boolean'],
  bytea: ['Buffer', 'Buffer'],
  float4: ['number', 'number'],
  float8: ['number', 'number'],
  int2: ['number', 'number'],
  int4: ['number', 'number'],
  int8: ['number', 'number'],
  json: ['string', 'Json'],
  jsonb: ['string', 'Json'],
  numeric: ['number | string', 'string'],
  text: ['string', 'string'],
  timestamptz: ['string', 'string'],
  uuid: ['string', 'string'],
  void: ['never', 'string'],
}

export interface StatementFault {
  /** The name of the statement. */
  readonly name: string
  /** What PostgreSQL says of it, as a sentence. */
  readonly rule: string
}

export interface StatementTypes {
  /** The text of generated/statements.ts, without the statements that have a fault. */
  readonly text: string
  readonly faults: readonly StatementFault[]
}

/** Every declared statement. */
export function allDeclared(): Declared[] {
  queryFunctions()
  return [...declaredStatements.values()]
}

/** Describes statements. @param client a migrated database */
export async function statementTypes(client: Client, statements: readonly Declared[]): Promise<StatementTypes> {
  const names = await readNames(client)
  const faults: StatementFault[] = []
  const entries: string[] = []
  for (const declared of [...statements].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    try {
      entries.push(entryOf(declared, await describe(client, declared.described), names, await readJoins(declared)))
    } catch (error) {
      faults.push({ name: declared.name, rule: `PostgreSQL refuses ${declared.name}: ${(error as Error).message}.` })
    }
  }
  return { text: `${head}${entries.join('')}}\n`, faults }
}

/** Statements without declared types that PostgreSQL refuses, such as for a column that was renamed. */
export async function refusals(client: Client, statements: readonly Sent[]): Promise<StatementFault[]> {
  const faults: StatementFault[] = []
  for (const { from, text } of statements.filter((sent) => !declaredStatements.has(sent.from))) {
    const error = await describe(client, text).then(
      () => null,
      (refusal: unknown) => refusal as Error,
    )
    if (error) faults.push({ name: from, rule: `PostgreSQL refuses ${from}: ${error.message}.` })
  }
  return faults
}

interface Field {
  readonly name: string
  readonly tableID: number
  readonly columnID: number
  readonly dataTypeID: number
}

interface Description {
  readonly parameters: readonly number[]
  readonly fields: readonly Field[]
}

/** Asks PostgreSQL by Parse and Describe of its protocol. */
function describe(client: Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    let parameters: readonly number[] = []
    let fields: readonly Field[] = []
    const query = {
      submit(connection: Connection) {
        connection.removeAllListeners('parameterDescription')
        connection.once('parameterDescription', (message: { dataTypeIDs: number[] }) => {
          parameters = message.dataTypeIDs
        })
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => void (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve({ parameters, fields }),
    }
    client.query(query as never)
  })
}

interface Names {
  readonly types: ReadonlyMap<number, string>
  /** Columns by table and number, as `<oid> <number>`. */
  readonly columns: ReadonlyMap<string, { readonly table: string; readonly column: string; readonly nullable: boolean }>
}

async function readNames(client: Client): Promise<Names> {
  const types = await client.query<{ oid: number; name: string }>('select oid::int, typname as name from pg_type')
  const columns = await client.query<{ key: string; table: string; column: string; nullable: boolean }>(`
    select c.oid || ' ' || a.attnum as key, c.relname as table, a.attname as column, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`)
  return {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    columns: new Map(columns.rows.map((row) => [row.key, row])),
  }
}

/** Tables on a side of an outer join whose columns may be null; `all`: every column may be. */
type Joins = ReadonlySet<string> | 'all'

function entryOf(declared: Declared, { parameters, fields }: Description, names: Names, joins: Joins): string {
  const given = declared.parameters.map((name, index) => {
    const type = parameterType(typeName(parameters[index], names))
    return `${name}: ${type}${declared.nullable.has(name) ? ' | null' : ''}`
  })
  const times: string[] = []
  const row = fields.map((field) => {
    const type = typeName(field.dataTypeID, names)
    if (type === 'timestamptz') times.push(field.name)
    return `      ${field.name}: ${columnType(field, type, names, joins, declared.notNull.has(field.name))}\n`
  })
  const lost = [...declared.notNull].find((name) => !fields.some((field) => field.name === name))
  if (lost !== undefined) throw new Error(`it has no column "${lost}!"`)
  if (declared.times && String([...declared.times].sort()) !== String(times.sort()))
    throw new Error(`its times are ${times.join(', ') || 'none'}`)
  return [
    `  ${declared.name}: {\n`,
    `    parameters: ${given.length > 0 ? `{ ${given.join('; ')} }` : 'Record<string, never>'}\n`,
    row.length > 0 ? `    row: {\n${row.join('')}    }\n` : '    row: never\n',
    '  }\n',
  ].join('')
}

function typeName(oid: number | undefined, { types }: Names): string {
  return types.get(oid ?? 0) ?? 'unknown'
}

function parameterType(type: string): string {
  const isList = type.startsWith('_')
  const [known] = typesOf[isList ? type.slice(1) : type] ?? []
  if (known === undefined) throw new Error(`scripts/statements/types.ts knows no parameter of type ${type}`)
  const list = `readonly (${known} | null)[]`
  if (!isList) return known
  return type.startsWith('_int') ? `${list} | IntegerList` : list
}

/** `unknown`: a row type, such as the result of add_job. */
function valueType(type: string): string {
  if (type.startsWith('_')) return `${valueType(type.slice(1))}[]`
  return typesOf[type]?.[1] ?? 'unknown'
}

function columnType(field: Field, type: string, names: Names, joins: Joins, isNotNull: boolean): string {
  const column = names.columns.get(`${field.tableID} ${field.columnID}`)
  if (!column) return isNotNull ? valueType(type) : `${valueType(type)} | null`
  const own = `Of<'${column.table}', '${column.column}'>`
  const mayBeNull = joins === 'all' || joins.has(column.table) || (column.nullable && type.startsWith('json'))
  if (isNotNull) return column.nullable ? `NonNullable<${own}>` : own
  return mayBeNull ? `${own} | null` : own
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** All values of properties with this name below `value`. */
function all(value: unknown, name: string): Node[] {
  const children = Array.isArray(value) ? (value as unknown[]) : isNode(value) ? Object.values(value) : []
  const own = isNode(value) && isNode(value[name]) ? [value[name]] : []
  return [...own, ...children.flatMap((child) => all(child, name))]
}

async function readJoins({ described }: Declared): Promise<Joins> {
  const tree = await parse(described)
  if (all(tree, 'GroupingSet').length > 0) return 'all'
  const ctes = new Map(all(tree, 'CommonTableExpr').map((cte) => [String(cte['ctename']), cte['ctequery']]))
  const absent = new Set<string>()
  const add = (value: unknown): void => {
    for (const { relname } of all(value, 'RangeVar')) {
      const name = String(relname)
      if (absent.has(name)) continue
      absent.add(name)
      add(ctes.get(name))
    }
    // tables that a CTE changes
    for (const { relation } of ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((kind) => all(value, kind)))
      absent.add(String((relation as Node)['relname']))
  }
  for (const { jointype, larg, rarg } of all(tree, 'JoinExpr')) {
    if (jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL') add(rarg)
    if (jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL') add(larg)
  }
  return absent
}
