// Who hands authority on: creates, changes, resumes, enables, rotates or invites. Every operation on a key, a person, an
// invitation or a staff role asks here. Pure.
import { DomainError } from '../../base/errors'
import { timeOf } from '../../base/time'
import type { RankBounds } from '../../context'
import { isWithin, parseNetworks, type Network } from '../addresses'
import { boundsExceeded } from '../bounds/rules'
import type { Principal } from '../rules'
import { takesExceeded } from '../takes/rules'

/** Null: the operator or a job, without limits. */
export type Authority =
  | (Pick<Principal, 'scopes' | 'expiresAt' | 'networks' | 'bounds' | 'takesPerHour' | 'actFor'> & {
      /** Of a person whose role counts only while a rank is held. */
      readonly isBoundToRank: boolean
    })
  | null

export interface Powers {
  readonly scopes: readonly string[]
  /** RFC 3339; null: never. */
  readonly expiresAt: string | null
  /** Canonical CIDR; null: any. */
  readonly allowedAddresses: readonly string[] | null
  readonly bounds: RankBounds
  /** Null: any number. */
  readonly takesPerHour: number | null
  readonly actFor: boolean
}

export interface HolderState extends Powers {
  readonly enabled: boolean
  readonly isRevoked: boolean
  readonly isPaused: boolean
}

type Holder = 'key' | 'person' | 'invitation'

export interface HandingOn {
  readonly of: Holder
  /** Null: it is new, or the caller gets a credential of it. */
  readonly before: HolderState | null
  readonly after: HolderState
  /** Of the caller itself, of what made it, or of another. */
  readonly whose: 'own' | 'maker' | 'other'
  /** A person is bound to another member, which is neither more nor less. */
  readonly isRebound?: boolean
  /** A role depends on less than before. */
  readonly isLoosened?: boolean
}

/**
 * 1. Who changes something has every scope that it has.
 * 2. Who has an end, networks or a role that depends on a rank changes others only to reduce them. A key of this kind
 *    still creates keys within its own authority; a person creates nothing.
 * 3. Nobody gives more to what made them, or rotates it.
 * 4. What is new or gains anything is within the caller.
 * @throws DomainError 403 `key_authority_exceeded` for a key, else `authority_exceeded`
 */
export function assertMayHandOn(authority: Authority, act: HandingOn): void {
  const { of, before, after, whose, isRebound = false, isLoosened = false } = act
  const exceeded = of === 'key' ? keyExceeded : authorityExceeded
  if (before !== null) assertMayManage(authority, before, exceeded)
  if (authority === null) return
  const isNoMore = before !== null && !isLoosened && reduces(before, after)
  const conditions = whose === 'own' ? [] : conditionsOf(authority)
  if (conditions.length > 0) assertConditional(act, conditions, isNoMore && !isRebound)
  if (isNoMore) return
  if (whose === 'maker') throw exceeded({ maker: true }, GAINS_BY_MADE)
  assertWithin(authority, after, exceeded)
}

export interface RoleState {
  readonly scopes: readonly string[]
  /** Of new people of the role; null: any number. */
  readonly takesPerHour: number | null
}

/**
 * As for a holder; the number of a role is raised only by who may take as often.
 * @param before null: it is new
 * @param after null: it is deleted
 * @throws DomainError 403 `authority_exceeded`
 */
export function assertMayDefineRole(authority: Authority, before: RoleState | null, after: RoleState | null): void {
  assertMayManage(authority, { scopes: [...(before?.scopes ?? []), ...(after?.scopes ?? [])] }, authorityExceeded)
  if (authority === null || after === null) return
  const gains = before === null || after.scopes.some((scope) => !before.scopes.includes(scope))
  const isRaised = before === null || Object.keys(takesExceeded(before.takesPerHour, after.takesPerHour)).length > 0
  const conditions = conditionsOf(authority)
  if (conditions.length > 0 && (gains || isRaised)) throw authorityExceeded({ conditions }, ONLY_REDUCES)
  const exceeded = isRaised ? takesExceeded(authority.takesPerHour, after.takesPerHour) : {}
  if (Object.keys(exceeded).length > 0) throw authorityExceeded({ ...exceeded })
}

/** Who has no condition, and every scope, can make an administrator. */
export const isConditional = (authority: Authority): boolean => authority !== null && conditionsOf(authority).length > 0

type Condition = 'end' | 'network' | 'rank'

function conditionsOf({ expiresAt, networks, isBoundToRank }: NonNullable<Authority>): Condition[] {
  return [
    ...(expiresAt === null ? [] : (['end'] as const)),
    ...(networks === null ? [] : (['network'] as const)),
    ...(isBoundToRank ? (['rank'] as const) : []),
  ]
}

function assertConditional({ of, before }: HandingOn, conditions: readonly Condition[], isLess: boolean): void {
  if (isLess) return
  if (of === 'key' && before === null && !conditions.includes('rank')) return
  const exceeded = of === 'key' ? keyExceeded : authorityExceeded
  throw exceeded({ conditions }, ONLY_REDUCES)
}

const ONLY_REDUCES =
  'The caller has an end, networks, or a role that depends on a rank, so it changes others only to reduce them. Ask an administrator without such a condition, or the operator.'
const GAINS_BY_MADE =
  'The caller was made by this key or person, so it cannot resume, enable, widen or rotate it. Ask an administrator whom it did not make, or the operator.'

type Exceeded = (details: Readonly<Record<string, unknown>>, message?: string) => DomainError

/** For a key that would have more than the caller. */
export const keyExceeded: Exceeded = (
  details,
  message = 'The calling key lacks what this key has or would have. Leave out what details names.',
) => new DomainError('key_authority_exceeded', message, { details })

/** For a person or a role that would have more than the caller. */
export const authorityExceeded: Exceeded = (
  details,
  message = 'The caller lacks what this person has or would have. Leave out what details names.',
) => new DomainError('authority_exceeded', message, { details })

/** What makes a key or a person less needs its scopes alone. */
export function assertMayManage(
  authority: Authority,
  { scopes }: Pick<Powers, 'scopes'>,
  exceeded: Exceeded = keyExceeded,
): void {
  const lacking = lackingScopes(authority, scopes)
  if (lacking.length > 0) throw exceeded({ scopes: lacking })
}

function reduces(before: HolderState, after: HolderState): boolean {
  if (after.isRevoked) return true
  return (
    after.scopes.every((scope) => before.scopes.includes(scope)) &&
    endOf(after) <= endOf(before) &&
    outsideNetworks(toNetworks(before.allowedAddresses), after.allowedAddresses) === null &&
    Object.keys(widerBounds(before, after)).length === 0 &&
    (after.isPaused || !before.isPaused) &&
    (before.enabled || !after.enabled)
  )
}

/**
 * A live key is neither revoked nor expired. A disabled one counts, since it may be enabled at any time.
 * @param before null: the key is new
 */
export const becomesLive = (before: HolderState | null, after: HolderState, now: Date): boolean =>
  isLive(after, now) && (before === null || !isLive(before, now))

const isLive = (key: HolderState, now: Date): boolean => !key.isRevoked && endOf(key) > now.getTime()

const endOf = ({ expiresAt }: Pick<Powers, 'expiresAt'>): number =>
  expiresAt === null ? Infinity : Date.parse(expiresAt)

const toNetworks = (allowed: readonly string[] | null): readonly Network[] | null => allowed && parseNetworks(allowed)

type Bounds = Pick<Powers, 'bounds' | 'takesPerHour' | 'actFor'>

const widerBounds = (outer: Bounds, inner: Bounds): object => ({
  ...boundsExceeded(outer.bounds, inner.bounds),
  ...takesExceeded(outer.takesPerHour, inner.takesPerHour),
  ...(inner.actFor && !outer.actFor ? { actFor: false } : {}),
})

function assertWithin(
  authority: NonNullable<Authority>,
  { scopes, expiresAt, allowedAddresses, ...bounds }: Powers,
  exceeded: Exceeded,
): void {
  const lacking = lackingScopes(authority, scopes)
  const end = authority.expiresAt
  const isLonger = end !== null && endOf({ expiresAt }) > end
  const outside = outsideNetworks(authority.networks, allowedAddresses)
  const wider = widerBounds(authority, bounds)
  if (lacking.length === 0 && !isLonger && outside === null && Object.keys(wider).length === 0) return
  throw exceeded({
    ...(lacking.length === 0 ? {} : { scopes: lacking }),
    ...(isLonger ? { expiresAt: timeOf(end) } : {}),
    ...(outside === null ? {} : { allowedAddresses: outside }),
    ...wider,
  })
}

const lackingScopes = (authority: Authority, scopes: readonly string[]): string[] =>
  authority === null ? [] : [...new Set(scopes)].filter((scope) => !authority.scopes.includes(scope))

/** @param networks null: any @returns null: none */
function outsideNetworks(
  networks: readonly Network[] | null,
  allowed: readonly string[] | null,
): readonly string[] | null {
  if (networks === null) return null
  if (allowed === null) return ['0.0.0.0/0', '::/0']
  const outside = allowed.filter((network) => !isWithin(network, networks))
  return outside.length > 0 ? outside : null
}
