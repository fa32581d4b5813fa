// The tree that PostgreSQL's parser gives.

export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const childrenOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isNode(value) ? Object.values(value) : []

export const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? (value as Node[]) : [])

/** All values of properties with this name below `value`, in text order. */
export function all(value: unknown, name: string): Node[] {
  const own = isNode(value) && isNode(value[name]) ? [value[name]] : []
  return [...own, ...childrenOf(value).flatMap((child) => all(child, name))]
}

/** The last name of a function or operator. */
export const nameIn = (names: unknown): string => String((list(names).at(-1)?.['String'] as Node | undefined)?.['sval'])

/** The fields of a column reference, such as `m` and `community_id`; of another node none. */
export function fieldsOf(value: unknown): string[] {
  const column = isNode(value) ? value['ColumnRef'] : undefined
  return isNode(column)
    ? list(column['fields']).map((field) => String((field['String'] as Node | undefined)?.['sval']))
    : []
}

/** The equations of a conjunction. */
export function equations(condition: unknown): Node[] {
  if (!isNode(condition)) return []
  const both = condition['BoolExpr']
  if (isNode(both) && both['boolop'] === 'AND_EXPR') return list(both['args']).flatMap(equations)
  const equation = condition['A_Expr']
  return isNode(equation) && equation['kind'] === 'AEXPR_OP' && nameIn(equation['name']) === '=' ? [equation] : []
}
