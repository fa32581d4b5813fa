// Changes by hand in the audit log of the group, as items of a reversal. Pure.
import { createHash } from 'node:crypto'
import type { RoleChange } from '../../platform/platform'
import type { RankRow } from '../../ranks/queries'
import { baseRole, isRank, rankHeld } from '../../ranks/rules'
import type { Item } from '../entries/rules'

export interface Window {
  readonly accountId: number
  readonly from: string
  readonly to: string
}

/** A role was given or taken. Null is a role that the log does not name. */
interface Piece {
  readonly userId: number
  readonly role: number | null
  readonly isGiven: boolean
  readonly at: Date
  readonly isOwn: boolean
}

type ItemByHand = Item & { readonly changedAt: string }

export interface Known {
  readonly ranks: readonly RankRow[]
  /** The log tells what they were before its changes. */
  readonly rolesOf: ReadonlyMap<number, readonly number[]>
}

export interface OwnChange {
  readonly userId: number
  readonly role: number
  readonly at: Date
}

/** The log shows a change before the operation ends, which may take so long; the clocks differ. */
export const ONE_CHANGE_MS = 120_000

/** The log of the group shows changes of the server under the account, so that it does not tell which were made by hand. */
export function isAccountOfServer(
  changes: readonly RoleChange[],
  own: readonly OwnChange[],
  accountId: number,
): boolean {
  const given = groupBy(changes, ({ userId, given }) => `${userId} ${given}`)
  return own.some(({ userId, role, at }) => {
    const isSame = (change: RoleChange) => Math.abs(change.at.getTime() - at.getTime()) <= ONE_CHANGE_MS
    const same = (given.get(`${userId} ${role}`) ?? []).filter(isSame)
    return same.length > 0 && same.every(({ actorUserId }) => actorUserId === accountId)
  })
}

function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}

/** They follow every audit entry, since the log of the group tells of later changes. */
const FIRST_POSITION = Number.MAX_SAFE_INTEGER - 1_000_000

/**
 * A rank is what the member held before and after the change; another role is held or not.
 * @param changes of all accounts, the newest first; a change of the account after the window is one of others
 */
export function itemsByHand(changes: readonly RoleChange[], window: Window, known: Known): ItemByHand[] {
  const ofUser = groupBy(piecesOf(changes, window), ({ userId }) => userId)
  const items = [...ofUser].flatMap(([userId, pieces]) => itemsOfMember(userId, pieces, window, known))
  const unique = [...new Map(items.map((item) => [item.auditId, item])).values()]
  return unique
    .sort((one, other) => Date.parse(one.changedAt) - Date.parse(other.changedAt))
    .map((item, index) => ({ ...item, position: FIRST_POSITION + index }))
}

function piecesOf(changes: readonly RoleChange[], { accountId, from, to }: Window): Piece[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return [...changes].reverse().flatMap(({ userId, at, actorUserId, given, taken }): Piece[] => {
    const isOwn = actorUserId === accountId && at.getTime() >= begin && at.getTime() <= end
    const of = (role: number | null, isGiven: boolean) => ({ userId, role, isGiven, at, isOwn })
    if (given === null && taken === null) return [of(null, true)]
    return [...(given === null ? [] : [of(given, true)]), ...(taken === null ? [] : [of(taken, false)])]
  })
}

function itemsOfMember(
  userId: number,
  pieces: readonly Piece[],
  { accountId }: Window,
  { ranks, rolesOf }: Known,
): ItemByHand[] {
  const roles = rolesBefore(pieces, rolesOf.get(userId) ?? [], baseRole(ranks)?.unique_id)
  const objectOf = ({ role }: Piece): string =>
    role === null || ranks.some((rank) => rank.unique_id === role && isRank(rank)) ? 'rank' : String(role)
  const lastOfOthers = new Map<string, number>()
  pieces.forEach((piece, index) => piece.isOwn || lastOfOthers.set(objectOf(piece), index))
  return pieces.flatMap((piece, index): ItemByHand[] => {
    const { role, isGiven, at, isOwn } = piece
    const rankNow = (): number | null => rankHeld(ranks, [...roles])?.unique_id ?? null
    const before = rankNow()
    if (role !== null) roles[isGiven ? 'add' : 'delete'](role)
    if (!isOwn) return []
    const object = objectOf(piece)
    const isSuperseded = (lastOfOthers.get(object) ?? -1) > index
    const place = {
      auditId: digestOf(piece, accountId),
      position: 0,
      userId,
      changedAt: at.toISOString(),
      isSuperseded,
    }
    if (role === null) return [{ ...place, kind: 'rank', object: null, before: null, after: null }]
    if (object === 'rank') return [{ ...place, kind: 'rank', object: null, before, after: rankNow() }]
    return [{ ...place, kind: 'role', object, before: isGiven ? 0 : 1, after: isGiven ? 1 : 0 }]
  })
}

/** A role in the log was held before if it was taken first; the others are as they are stored. */
function rolesBefore(pieces: readonly Piece[], stored: readonly number[], base: number | undefined): Set<number> {
  const roles = new Set(base === undefined ? stored : [...stored, base])
  for (const { role, isGiven } of [...pieces].reverse()) if (role !== null) roles[isGiven ? 'delete' : 'add'](role)
  return roles
}

/** The same change has the same digest, so that it is taken back once. It is below zero, unlike the id of an entry. */
function digestOf({ userId, role, isGiven, at }: Piece, accountId: number): string {
  const text = [at.toISOString(), accountId, userId, role, isGiven].join(' ')
  return String(-1 - createHash('sha256').update(text).digest().readUIntBE(0, 6))
}
