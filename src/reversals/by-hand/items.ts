// Changes by hand in the audit log of the group, as items of a reversal. Pure.
import { createHash } from 'node:crypto'
import type { GroupChange } from '../../platform/platform'
import type { RankRow } from '../../ranks/queries'
import { baseRole, isRank, rankHeld } from '../../ranks/rules'
import type { Item } from '../entries/rules'
import { groupBy } from '../../base/group-by'

export interface Window {
  readonly accountId: number
  readonly from: string
  readonly to: string
}

/** A role given or taken (null: one that the log does not name), or a removal of the member. */
interface Piece {
  readonly userId: number
  readonly removal: 'removal' | 'ban' | null
  readonly role: number | null
  readonly isGiven: boolean
  readonly at: Date
  readonly isOwn: boolean
}

type ItemByHand = Item & { readonly changedAt: string }

export interface Known {
  readonly ranks: readonly RankRow[]
  /** As stored; the log tells what they were before its changes. */
  readonly rolesOf: ReadonlyMap<number, RolesKnown>
}

export interface RolesKnown {
  readonly held: readonly number[]
  /** The member was last seen to have left the group then, and had held these roles. */
  readonly left: { readonly at: Date; readonly roles: readonly number[] } | null
}

export interface OwnChange {
  readonly userId: number
  readonly role: number
  readonly at: Date
}

/** The log shows a change before the operation ends, which may take so long; the clocks differ. */
export const ONE_CHANGE_MS = 120_000

/** The log shows changes of the server under the account, so that it does not tell which were made by hand. */
export function isAccountOfServer(
  changes: readonly GroupChange[],
  own: readonly OwnChange[],
  accountId: number,
): boolean {
  const given = groupBy(changes, ({ userId, given }) => `${userId} ${given}`)
  return own.some(({ userId, role, at }) => {
    const isSame = (change: GroupChange) => Math.abs(change.at.getTime() - at.getTime()) <= ONE_CHANGE_MS
    const same = (given.get(`${userId} ${role}`) ?? []).filter(isSame)
    return same.length > 0 && same.every(({ actorUserId }) => actorUserId === accountId)
  })
}

/** After every audit entry, since the log of the group tells of later changes. */
const FIRST_POSITION = Number.MAX_SAFE_INTEGER - 1_000_000

/**
 * A rank is what the member held before and after the change; another role is held or not. What the account changed of
 * a member before it removed the member cannot be taken back either.
 * @param changes of all accounts, the newest first; a change of the account after the window is one of others
 */
export function itemsByHand(changes: readonly GroupChange[], window: Window, known: Known): ItemByHand[] {
  const ofUser = groupBy(piecesOf(changes, window), ({ userId }) => userId)
  const items = [...ofUser].flatMap(([userId, pieces]) => itemsOfMember(userId, pieces, window, known))
  const unique = [...new Map(items.map((item) => [item.auditId, item])).values()]
  return unique
    .sort((one, other) => Date.parse(one.changedAt) - Date.parse(other.changedAt))
    .map((item, index) => ({ ...item, position: FIRST_POSITION + index }))
}

function piecesOf(changes: readonly GroupChange[], { accountId, from, to }: Window): Piece[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return [...changes].reverse().flatMap(({ action, userId, at, actorUserId, given, taken }): Piece[] => {
    const removal: Piece['removal'] = action === 'RemoveMember' ? 'removal' : action === 'BanMember' ? 'ban' : null
    const isOwn = actorUserId === accountId && at.getTime() >= begin && at.getTime() <= end
    const of = (role: number | null, isGiven: boolean) => ({ userId, removal, role, isGiven, at, isOwn })
    if (removal) return [of(null, false)]
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
  const base = baseRole(ranks)?.unique_id
  const roles = rolesBefore(pieces, rolesOf.get(userId), base)
  let heldRoles: readonly number[] | null = null
  const objectOf = ({ role }: Piece): string =>
    role === null || ranks.some((rank) => rank.unique_id === role && isRank(rank)) ? 'rank' : String(role)
  const lastOf = (isIn: (piece: Piece) => boolean): number => pieces.findLastIndex(isIn)
  const lastRemoval = lastOf(({ removal, isOwn }) => removal !== null && isOwn)
  return pieces.flatMap((piece, index): ItemByHand[] => {
    const { removal, role, isGiven, at, isOwn } = piece
    if (isOwn) heldRoles ??= [...roles]
    const rankNow = (): number | null => rankHeld(ranks, [...roles])?.unique_id ?? null
    const before = rankNow()
    apply(roles, piece, base)
    if (!isOwn) return []
    const object = objectOf(piece)
    const isSuperseded = lastOf((one) => !one.isOwn && (one.removal !== null || objectOf(one) === object)) > index
    const common = {
      auditId: digestOf(piece, accountId),
      position: 0,
      userId,
      changedAt: at.toISOString(),
      obstacle: index <= lastRemoval ? ('only_by_hand' as const) : isSuperseded ? ('later_change' as const) : null,
    }
    if (removal) return [{ ...common, kind: removal, object: null, before: 1, after: 0, heldRoles }]
    if (role === null) return [{ ...common, kind: 'rank', object: null, before: null, after: null }]
    if (object === 'rank') return [{ ...common, kind: 'rank', object: null, before, after: rankNow() }]
    return [{ ...common, kind: 'role', object, before: isGiven ? 0 : 1, after: isGiven ? 1 : 0 }]
  })
}

/** A member that comes back after a removal has the base role. */
function apply(roles: Set<number>, { removal, role, isGiven }: Piece, base: number | undefined): void {
  if (removal) roles.clear()
  if (removal && base !== undefined) roles.add(base)
  if (role !== null) roles[isGiven ? 'add' : 'delete'](role)
}

/** A role in the log was held before if it was taken first; the others are as they are stored. */
function rolesBefore(pieces: readonly Piece[], known: RolesKnown | undefined, base: number | undefined): Set<number> {
  const { held = [], left = null } = known ?? {}
  const withBase = (stored: readonly number[]) => new Set(base === undefined ? stored : [...stored, base])
  let roles = withBase(held)
  for (const { removal, role, isGiven, at } of [...pieces].reverse()) {
    // before its absence is stored, the member still has what it held
    const isStored = left !== null && left.at.getTime() >= at.getTime() - ONE_CHANGE_MS
    if (removal) roles = withBase(isStored ? left.roles : held)
    if (role !== null) roles[isGiven ? 'delete' : 'add'](role)
  }
  return roles
}

/** The same change has the same digest, so that it is taken back once. Below zero, unlike the id of an entry. */
function digestOf({ userId, removal, role, isGiven, at }: Piece, accountId: number): string {
  const text = [at.toISOString(), accountId, userId, removal ?? role, isGiven].join(' ')
  return String(-1 - createHash('sha256').update(text).digest().readUIntBE(0, 6))
}
