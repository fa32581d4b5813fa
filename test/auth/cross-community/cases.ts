// Every operation of the contract, and where in its request the id of something stands: computed from the contract.
import { operationTable } from '../../../generated/operations'
import { loadContract } from '../../../src/contract/document'
import type { OperationId } from '../../../src/contract/types'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}
interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: string
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: { 'application/json': { schema: Schema; examples: Record<string, { value: object }> } }
  }
}

/** A place in a body where an id stands: the names of the properties that lead there, and `[]` for the elements of a list. */
export interface Slot {
  readonly path: readonly string[]
  /** What the id is of. */
  readonly name: string
}

/** One operation, and what in its request is the id of something. */
export interface Case {
  readonly id: OperationId
  readonly method: string
  readonly path: string
  readonly pathNames: readonly string[]
  readonly queryNames: readonly string[]
  readonly slots: readonly Slot[]
  /** Properties of the body that may name what is not there yet, or of what the path names. */
  readonly bodyNames: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly examples: readonly object[]
}

const contract = loadContract() as unknown as { paths: Record<string, Record<string, Operation>> }

function resolved<T extends { readonly $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node
  const steps = node.$ref.slice(2).split('/')
  return resolved(steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract) as T)
}

const looksLikeId = (name: string): boolean => /(Ids?|Uid)$/.test(name)

/** What a property or element is the id of; an award's name is known by its schema, however the property is called. */
function idOf(name: string, { $ref }: Schema): string | null {
  if ($ref?.endsWith('/AwardName')) return 'name'
  return looksLikeId(name) ? name : null
}

/** Where ids stand in a body, however deep. */
function slotsOf(schema: Schema, path: readonly string[] = [], seen: readonly Schema[] = []): Slot[] {
  const node = resolved(schema)
  if (seen.includes(node)) return []
  const named = Object.entries(node.properties ?? {})
  const children = node.items ? [...named, ['[]', node.items] as const] : named
  const own = children.flatMap(([step, child]): Slot[] => {
    const name = idOf(step, child)
    const at = [...path, step]
    return [...(name === null ? [] : [{ path: at, name }]), ...slotsOf(child, at, [...seen, node])]
  })
  const same = [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  const all = [...own, ...same.flatMap((one) => slotsOf(one, path, [...seen, node]))]
  return [...new Map(all.map((slot) => [slot.path.join('.'), slot])).values()]
}

/** The properties of a body itself. */
function propertiesOf(schema: Schema): string[] {
  const node = resolved(schema)
  const same = [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  return [...Object.keys(node.properties ?? {}), ...same.flatMap(propertiesOf)]
}

/**
 * The operations that a community's key may ask for.
 * @param plainQuery query parameters that name nothing
 * @param newNames properties of an operation's body that hold a name to come, and no id
 */
export function casesOf(plainQuery: readonly string[], newNames: NewNames): Case[] {
  return (Object.keys(operationTable) as OperationId[])
    .filter((id) => operationTable[id].scope !== null)
    .map((id) => {
      const { method, path } = operationTable[id]
      const operation = contract.paths[path]?.[method] ?? {}
      const parameters = (operation.parameters ?? []).map(resolved)
      const json = operation.requestBody?.content['application/json']
      const isNew = (slot: Slot) => slot.path.length === 1 && slot.path[0] === newNames[id]
      const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
      return {
        ...{ id, method: method.toUpperCase(), path, parameters },
        slots: json ? slotsOf(json.schema).filter((slot) => !isNew(slot)) : [],
        bodyNames: json ? propertiesOf(json.schema) : [],
        pathNames: namesIn('path'),
        queryNames: namesIn('query').filter((name) => !plainQuery.includes(name)),
        examples: Object.values(json?.examples ?? {}).map(({ value }) => value),
      }
    })
}

export type NewNames = Readonly<Partial<Record<OperationId, string>>>
