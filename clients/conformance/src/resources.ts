// Collections, their ids, and the operations that create them.
import type { Contract, Json, Operation } from './contract'
import type { Exchange } from './http'

export interface Place {
  /** `events` in `/v2/events/{eventId}`. */
  readonly collection: string
  /** `eventId`. */
  readonly name: string
}

/** Outermost first. */
export function placesOf({ path }: Pick<Operation, 'path'>): Place[] {
  const segments = path.split('/')
  return segments.flatMap((segment, index) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    return name === undefined ? [] : [{ collection: segments[index - 1] ?? '', name }]
  })
}

/** Unique across collections. */
function isOwnName(name: string): boolean {
  return /Id$/.test(name) && !['userId', 'uniqueId'].includes(name)
}

/** `eventId` alone, `name` with its collection. */
export function keyOf({ collection, name }: Place): string {
  if (name === 'userId') return 'userId'
  return isOwnName(name) ? name : `${collection}.${name}`
}

export function lastLiteral(path: string): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? ''
}

/** `name` for `medals`; null: none. */
export function idOfCollection(contract: Contract, collection: string): string | null {
  const places = contract.operations.flatMap((operation) => placesOf(operation))
  return places.find((place) => place.collection === collection)?.name ?? null
}

/** The most direct first. */
export function makersOf(contract: Contract, place: Place): Operation[] {
  const candidates = contract.operations.filter(
    (operation) => operation.method === 'POST' && operation.scope !== null && [201, 202].includes(operation.success),
  )
  const onCollection = candidates.filter(({ path }) => path.endsWith(`/${place.collection}`))
  const naming = candidates.filter((operation) => isOwnName(place.name) && names(operation, place.name))
  const below = candidates.filter(
    ({ path }) => path.includes(`/${place.collection}/`) && !path.includes(`/{${place.name}}`),
  )
  return [...new Set([...onCollection, ...naming, ...below])]
}

/** The PUT that creates what the path names; undefined where a POST gives the id. */
export function isNamedByCaller(contract: Contract, place: Place): Operation | undefined {
  if (makersOf(contract, place).length > 0) return undefined
  return contract.operations.find(
    (operation) => operation.method === 'PUT' && placesOf(operation).some((one) => keyOf(one) === keyOf(place)),
  )
}

function names(operation: Operation, name: string): boolean {
  if (operation.path.includes(`{${name}}`)) return false
  const { schema, headers } = operation.responses.get(operation.success) ?? { schema: null, headers: new Map() }
  return JSON.stringify(schema ?? {}).includes(`"${name}":{`) || headers.has('location')
}

/** Items of a list, or the single one. */
export function itemsOf(body: Json | undefined): Record<string, Json>[] {
  const data = (body as { data?: Json } | undefined)?.data
  const list = Array.isArray(data) ? data : (firstArray(data) ?? [data])
  return list.filter(
    (item): item is Record<string, Json> => typeof item === 'object' && item !== null && !Array.isArray(item),
  )
}

/** With the cursor beside them. */
function firstArray(data: Json | undefined): Json[] | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || !('nextCursor' in data)) return undefined
  return Object.values(data).find((value) => Array.isArray(value))
}

/** By storage key. */
export function idsIn(contract: Contract, operation: Operation, { body, headers }: Exchange): [string, string][] {
  const collection = lastLiteral(operation.path)
  const id = idOfCollection(contract, collection)
  const found: [string, string][] = []
  for (const item of itemsOf(body)) {
    const value = id === null ? undefined : item[id]
    if (id !== null && (typeof value === 'string' || typeof value === 'number')) {
      found.push([keyOf({ collection, name: id }), String(value)])
    }
    for (const [name, inner] of namedIn(item)) found.push([name, inner])
    found.push(...handedOn(contract, operation, item))
  }
  return [...found, ...idsInLocation(contract, headers['location'])]
}

/** What the operations below take again, such as the code of `/v2/link-codes` for `/v2/link-codes/redeem`. */
function handedOn(contract: Contract, { path }: Operation, item: Record<string, Json>): [string, string][] {
  const below = contract.operations.filter((one) => one.path.startsWith(`${path}/`) && !one.path.includes('{'))
  const taken = below.flatMap(({ body }) => Object.keys(body?.schema.properties ?? {}))
  return taken.flatMap((name): [string, string][] => {
    const value = item[name]
    return typeof value === 'string' && name !== 'userId' ? [[`${lastLiteral(path)}.${name}`, value]] : []
  })
}

function namedIn(node: Json): [string, string][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    isOwnName(name) && typeof value === 'string' ? [[name, value] as [string, string]] : namedIn(value),
  )
}

function idsInLocation(contract: Contract, location: string | undefined): [string, string][] {
  if (location === undefined) return []
  const templates = new Set(contract.operations.map(({ path }) => path))
  for (const path of templates) {
    const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '([^/]+)')}$`)
    const values = pattern.exec(location)?.slice(1)
    if (values?.length) return placesOf({ path }).map((place, index) => [keyOf(place), values[index] ?? ''])
  }
  return []
}
