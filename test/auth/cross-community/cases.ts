// Operations that keys may call, with every place of an id in a request.
import type { OperationId } from '../../../src/contract/types'
import {
  bodyOf,
  operationsOf,
  parametersOf,
  resolved,
  type Contract,
  type Found,
  type Parameter,
  type Schema,
} from '../../../scripts/contract-rules/document'

/** A place in a body: property names; `[]` for the items of a list. */
export interface Slot {
  readonly path: readonly string[]
  /** The object that the id names. */
  readonly name: string
}

export interface Case {
  readonly id: OperationId
  readonly method: string
  readonly path: string
  readonly pathNames: readonly string[]
  readonly queryNames: readonly string[]
  readonly slots: readonly Slot[]
  /** Properties whose value may be a new name, or a name that the path has. */
  readonly bodyNames: readonly string[]
  readonly parameters: readonly (Parameter & { readonly required?: boolean; readonly example?: string })[]
  readonly examples: readonly object[]
}

/** The body property whose name the caller chooses, by operation. */
export type NewNames = Readonly<Partial<Record<OperationId, string>>>

const looksLikeId = (name: string): boolean => /(Ids?|Uid)$/.test(name)

/** The kind of object by schema, where the property name is too general: medals, qualifications, link codes. */
function idOf(name: string, { $ref }: Schema): string | null {
  if ($ref?.endsWith('/LinkCodeInput')) return 'linkCode'
  if ($ref?.endsWith('/AwardName')) return 'name'
  return looksLikeId(name) ? name : null
}

const variantsOf = ({ allOf = [], oneOf = [], anyOf = [] }: Schema): readonly Schema[] => [...allOf, ...oneOf, ...anyOf]

/** Slots and properties of a body. */
function readBody(contract: Contract, body: Found<Schema>): { slots: Slot[]; names: string[] } {
  const follow = (schema: Schema): Schema => resolved(contract, { ...body, node: schema }).node
  const slotsOf = (schema: Schema, path: readonly string[] = [], seen: readonly Schema[] = []): Slot[] => {
    const node = follow(schema)
    if (seen.includes(node)) return []
    const within = [...seen, node]
    const named = Object.entries(node.properties ?? {})
    const children = node.items ? [...named, ['[]', node.items] as const] : named
    const own = children.flatMap(([step, child]): Slot[] => {
      const name = idOf(step, child)
      const at = [...path, step]
      const place = looksLikeId(step) && follow(child).items ? [...at, '[]'] : at
      return [...(name === null ? [] : [{ path: place, name }]), ...slotsOf(child, at, within)]
    })
    const all = [...own, ...variantsOf(node).flatMap((one) => slotsOf(one, path, within))]
    return [...new Map(all.map((slot) => [slot.path.join('.'), slot])).values()]
  }
  const namesOf = (schema: Schema): string[] => {
    const node = follow(schema)
    return [...Object.keys(node.properties ?? {}), ...variantsOf(node).flatMap(namesOf)]
  }
  return { slots: slotsOf(body.node), names: namesOf(body.node) }
}

/** @param plainQuery query parameters that contain no id */
export function casesOf(contract: Contract, plainQuery: readonly string[], newNames: NewNames): Case[] {
  return operationsOf(contract)
    .filter(({ node }) => node['x-required-scope'] !== null)
    .map((operation) => {
      const id = operation.id as OperationId
      const parameters = parametersOf(contract, operation).map(({ node }) => node)
      const [json] = bodyOf(operation)
      const { slots, names } = json
        ? readBody(contract, { at: json.at, node: json.node.schema })
        : { slots: [], names: [] }
      const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
      return {
        id,
        method: operation.method.toUpperCase(),
        path: operation.path,
        parameters: parameters as Case['parameters'],
        slots: slots.filter(({ path }) => !(path.length === 1 && path[0] === newNames[id])),
        bodyNames: names,
        pathNames: namesIn('path'),
        queryNames: namesIn('query').filter((name) => !plainQuery.includes(name)),
        examples: Object.values(json?.node.examples ?? {}).map(({ value }) => value as object),
      }
    })
}

/** Names of all parameters and properties of a request that contain an id. */
export const idNamesOf = ({ pathNames, queryNames, slots }: Case): string[] => [
  ...pathNames,
  ...queryNames,
  ...slots.map(({ name }) => name),
]

/** The names that the tables of the test list. */
export interface KnownIds {
  /** Names of ids that belong to a community. */
  readonly things: readonly string[]
  readonly accounts: readonly string[]
  readonly noIds: readonly string[]
  /** Operations whose body has a name that the caller chooses. */
  readonly newNames: readonly string[]
  /** Operations whose lists the test fills. */
  readonly stock: readonly string[]
}

type IdProblem = readonly [table: 'things' | 'newNames' | 'stock', rule: string, fix: string]

/** Ids in the contract that the tables of the test do not list, and so cannot create. */
export function unknownIds(cases: readonly Case[], known: KnownIds): IdProblem[] {
  const isThing = (name: string): boolean => known.things.includes(name)
  const others = [...known.accounts, ...known.noIds]
  const ids = cases.flatMap((one) =>
    idNamesOf(one)
      .filter((name) => !isThing(name) && !others.includes(name))
      .map((name): IdProblem => {
        const fix = `Say how to make one in \`things\`, or put it into accounts, noIds or plainQuery.`
        return ['things', `${one.id} takes ${name}, which the test of separate communities cannot make.`, fix]
      }),
  )
  const names = cases.flatMap(({ id, bodyNames, slots }): IdProblem[] => {
    const isNew = bodyNames.some(
      (name) => (name === 'name' || isThing(name)) && !slots.some(({ path }) => path[0] === name),
    )
    if (isNew === known.newNames.includes(id)) return []
    return isNew
      ? [['newNames', `The body of ${id} holds a name that is of no thing.`, `Add ${id}: <the property>.`]]
      : [['newNames', `The body of ${id} holds no new name.`, `Remove ${id}.`]]
  })
  const lists = cases.filter(({ id }) => /^list(?!Ranks$)/.test(id)).map(({ id }) => id as string)
  const stock = [
    ...lists
      .filter((id) => !known.stock.includes(id))
      .map((id): IdProblem => ['stock', `${id} has nothing that makes it longer.`, `Add ${id}: another('<id>').`]),
    ...known.stock
      .filter((id) => !lists.includes(id))
      .map((id): IdProblem => ['stock', `${id} is no list of the contract.`, `Remove ${id}.`]),
  ]
  return [...ids, ...names, ...stock]
}
