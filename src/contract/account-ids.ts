// Where requests and replies hold ids of accounts (`x-account-id`).
import type { Operation } from 'openapi-backend'

/** `id-or-name`: a username where `by` beside it, or of the query for a path, is `username`. */
type IdKind = 'id' | 'id-or-name'

interface IdSchema {
  readonly oneOf?: readonly IdSchema[]
  readonly allOf?: readonly IdSchema[]
  readonly properties?: Readonly<Record<string, IdSchema>>
  readonly items?: IdSchema
  readonly 'x-account-id'?: IdKind
  readonly 'x-unknown-account'?: 'entry'
}

interface IdPlan {
  readonly kind: IdKind | null
  /** An unknown id fails its entry instead of the request. */
  readonly isEntry: boolean
  readonly properties: readonly (readonly [name: string, plan: IdPlan])[]
  readonly items: IdPlan | null
}

/** `holder[key]` is an id. */
export interface FoundId {
  readonly holder: Record<string | number, unknown>
  readonly key: string | number
  readonly isEntry: boolean
}

export interface IdPlans {
  readonly path: IdPlan | null
  readonly query: IdPlan | null
  readonly header: IdPlan | null
  readonly body: IdPlan | null
  /** By status. */
  readonly replies: ReadonlyMap<number, IdPlan | null>
}

interface Parts {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: IdSchema }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: IdSchema }>> }
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: IdSchema }>> }>
  >
}

const JSON_TYPE = 'application/json'

/** @param operation references resolved */
export function idPlansOf(operation: Operation): IdPlans {
  const { parameters = [], requestBody, responses = {} } = operation as unknown as Parts
  const parametersIn = (place: string): IdPlan | null => {
    const own = parameters.filter((parameter) => parameter.in === place)
    const toKey = (name: string): string => (place === 'header' ? name.toLowerCase() : name)
    return planOf({ properties: Object.fromEntries(own.map(({ name, schema = {} }) => [toKey(name), schema])) })
  }
  const replies = Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([status, { content }]) => [Number(status), planOf(content?.[JSON_TYPE]?.schema ?? {})] as const)
  return {
    path: parametersIn('path'),
    query: parametersIn('query'),
    header: parametersIn('header'),
    body: planOf(requestBody?.content?.[JSON_TYPE]?.schema ?? {}),
    replies: new Map(replies),
  }
}

/** Null: without ids. */
function planOf(schema: IdSchema): IdPlan | null {
  const kind = schema['x-account-id'] ?? null
  const isEntry = schema['x-unknown-account'] === 'entry'
  if (kind !== null) return { kind, isEntry, properties: [], items: null }
  const alternatives = [schema, ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const named = Object.assign({}, ...alternatives.map((one) => one.properties)) as Record<string, IdSchema>
  const properties = Object.entries(named).flatMap(([name, one]) => {
    const plan = planOf(isEntry ? { ...one, 'x-unknown-account': 'entry' } : one)
    return plan === null ? [] : [[name, plan] as const]
  })
  const [list] = alternatives.flatMap(({ items }) => (items === undefined ? [] : [items]))
  const items = list === undefined ? null : planOf(isEntry ? { ...list, 'x-unknown-account': 'entry' } : list)
  return properties.length > 0 || items !== null ? { kind, isEntry, properties, items } : null
}

/** @param by of the query, for a path */
export function findIds(value: unknown, plan: IdPlan | null, by?: unknown): FoundId[] {
  const found: FoundId[] = []
  const visit = (one: unknown, own: IdPlan): void => {
    if (one === null || typeof one !== 'object') return
    const holder = one as Record<string | number, unknown>
    const enter = (key: string | number, inner: IdPlan): void => {
      const held = holder[key]
      if (inner.kind === null) visit(held, inner)
      else if (isId(held) && (inner.kind === 'id' || (by ?? holder['by']) !== 'username'))
        found.push({ holder, key, isEntry: inner.isEntry })
    }
    for (const [name, inner] of own.properties) enter(name, inner)
    const { items } = own
    if (items !== null && Array.isArray(one)) one.forEach((_, index) => enter(index, items))
  }
  if (plan !== null) visit(value, plan)
  return found
}

/** A negative number is the place of an unknown id. */
const isId = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?[1-9][0-9]{0,15}$/.test(value))
