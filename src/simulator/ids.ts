// Ids of accounts in domains: an account made after the switch date has another id in each universe, application and
// group.
import { createHash } from 'node:crypto'

export type IdKind = 'global' | 'scoped'

export const switchDate = '2026-10-01T00:00:00Z'

/** Scoped ids begin here: no global id is as large. */
const FIRST = 2n ** 52n

/** The part of the world that ids depend on. */
export interface Accounts {
  readonly ids: IdKind
  readonly users: ReadonlyMap<number, { readonly createTime: string }>
}

export const groupDomain = (groupId: number): string => `group-${groupId}`

export function idIn(world: Accounts, domain: string, userId: number): number {
  return isScoped(world, userId) ? scopedId(domain, userId) : userId
}

/** Also by a global id; undefined: there is none. */
export function accountOf(world: Accounts, domain: string, id: number): number | undefined {
  if (BigInt(id) < FIRST) return world.users.has(id) ? id : undefined
  const userId = Number((BigInt(id) - FIRST) ^ maskOf(domain))
  return isScoped(world, userId) ? userId : undefined
}

function isScoped({ ids, users }: Accounts, userId: number): boolean {
  const user = users.get(userId)
  return ids === 'scoped' && user !== undefined && Date.parse(user.createTime) >= Date.parse(switchDate)
}

/** In another domain, the number may be another account's. */
const scopedId = (domain: string, userId: number): number => Number(FIRST + (BigInt(userId) ^ maskOf(domain)))

const masks = new Map<string, bigint>()

function maskOf(domain: string): bigint {
  const known = masks.get(domain)
  if (known !== undefined) return known
  const mask = BigInt(`0x${createHash('sha256').update(domain).digest('hex').slice(0, 13)}`)
  masks.set(domain, mask)
  return mask
}
