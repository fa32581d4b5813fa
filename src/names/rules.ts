// The ids in what a page shows. Pure.
import { platformIdIn } from '../base/ids'

type Kind = 'accounts' | 'keys' | 'people' | 'ranks' | 'applications'

/** By the names of the contract, which audit entries have too. */
const properties: Readonly<Record<string, Kind>> = {
  userId: 'accounts',
  userIds: 'accounts',
  hostUserId: 'accounts',
  onBehalfOf: 'accounts',
  keyId: 'keys',
  createdByKeyId: 'keys',
  personId: 'people',
  uniqueId: 'ranks',
  rankUniqueId: 'ranks',
  lowestRankUniqueId: 'ranks',
  roleUniqueId: 'ranks',
  roleUniqueIds: 'ranks',
  heldRoleUniqueIds: 'ranks',
  formerRoles: 'ranks',
  applicationId: 'applications',
  applicationIds: 'applications',
}

/** Whose changes a reversal takes back. */
const sources: Readonly<Record<string, Kind>> = { key: 'keys', person: 'people', account: 'accounts' }

/** As in the contract (`Names`). */
const MOST: Readonly<Record<Kind, number>> = { accounts: 200, keys: 100, people: 100, ranks: 256, applications: 100 }

export type Ids = Readonly<Record<Kind, ReadonlySet<string>>>

export function idsIn(shown: unknown): Ids {
  const ids = { accounts: of(), keys: of(), people: of(), ranks: of(), applications: of() }
  collect(shown, ids)
  return ids
}

const of = (): Set<string> => new Set()

type Found = Readonly<Record<Kind, Set<string>>>

function collect(value: unknown, ids: Found): void {
  if (Array.isArray(value)) for (const item of value) collect(item, ids)
  else if (typeof value === 'object' && value !== null) collectOf(value, ids)
}

function collectOf(record: object, ids: Found): void {
  for (const [name, value] of Object.entries(record)) {
    const kind = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (kind === undefined) collect(value, ids)
    else for (const id of [value].flat()) add(ids, kind, id)
  }
  const { kind, id } = record as { kind?: unknown; id?: unknown }
  if (kind === 'key') add(ids, 'keys', id)
  else if (kind === 'person') add(ids, 'people', id)
  const { source, sourceId } = record as { source?: unknown; sourceId?: unknown }
  if (typeof source === 'string' && Object.hasOwn(sources, source)) add(ids, sources[source] ?? 'accounts', sourceId)
}

function add(ids: Found, kind: Kind, id: unknown): void {
  const isId = typeof id === 'string' || typeof id === 'number'
  if (isId && ids[kind].size < MOST[kind]) ids[kind].add(String(id))
}

/** Ids of accounts and ranks. What is no id names nothing. */
export const numbersOf = (ids: ReadonlySet<string>): number[] => [...ids].flatMap((id) => platformIdIn(id) ?? [])
