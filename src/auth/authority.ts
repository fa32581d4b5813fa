// A key or a person may give others nothing that it lacks itself. Pure.
import { DomainError, invalid, validationFailed } from '../base/errors'
import { timeOf } from '../base/time'
import { canonicalNetwork, isWithin, parseNetworks, type Network } from './addresses'
import type { Principal } from './rules'
import type { RankBounds } from '../context'
import { boundsExceeded, boundsOf, UNBOUNDED, type BoundsInput } from './bounds/rules'
import { DEFAULT_TAKES_PER_HOUR, smallerTakes, takesExceeded, takesOf, type TakesInput } from './takes/rules'

/** Null: the operator or a job, without limits. */
export type Authority = Pick<
  Principal,
  'scopes' | 'expiresAt' | 'networks' | 'bounds' | 'takesPerHour' | 'actFor'
> | null

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

/** Until a key expires by default. */
export const DEFAULT_DAYS = 365
const DAY_MS = 86_400_000

/** Of those that keys and people created, in a community without its own limit. */
export const MAX_LIVE_KEYS = 50

export function defaultExpiry(authority: Authority, now: Date): string {
  const inAYear = now.getTime() + DEFAULT_DAYS * DAY_MS
  return timeOf(Math.min(inAYear, authority?.expiresAt ?? Infinity))
}

export const defaultNetworks = (authority: Authority): readonly string[] | null =>
  authority?.networks?.map(([address, bits]) => `${address.toString()}/${bits}`) ?? null

/** Absent bounds are those of the caller. @throws DomainError 400 `validation_failed` */
export const newBounds = (authority: Authority, input: BoundsInput): RankBounds =>
  boundsOf(input, authority?.bounds ?? UNBOUNDED)

/** An absent number is the usual one, or that of the caller if it is less. */
export const newTakes = (
  authority: Authority,
  input: TakesInput,
  usual: number = DEFAULT_TAKES_PER_HOUR,
): number | null => takesOf(input, smallerTakes(usual, authority?.takesPerHour ?? null))

type Exceeded = (details: Readonly<Record<string, unknown>>) => DomainError

export function assertMayManage(
  authority: Authority,
  { scopes }: Pick<Powers, 'scopes'>,
  exceeded: Exceeded = keyExceeded,
): void {
  const lacking = lackingScopes(authority, scopes)
  if (lacking.length > 0) throw exceeded({ scopes: lacking })
}

export interface HolderState extends Powers {
  readonly enabled: boolean
  readonly isRevoked: boolean
  readonly isPaused: boolean
}

/**
 * A caller with its scopes may reduce a key or a person. One that gains anything must be within the caller afterwards.
 * @param before null: it is new
 * @throws DomainError 403 `key_authority_exceeded`, or what `exceeded` makes
 */
export function assertMayChange(
  authority: Authority,
  before: HolderState | null,
  after: HolderState,
  exceeded: Exceeded = keyExceeded,
): void {
  if (before !== null) assertMayManage(authority, before, exceeded)
  if (before === null || !isNoMore(before, after)) assertWithin(authority, after, exceeded)
}

function isNoMore(before: HolderState, after: HolderState): boolean {
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
  authority: Authority,
  { scopes, expiresAt, allowedAddresses, ...bounds }: Powers,
  exceeded: Exceeded,
): void {
  if (authority === null) return
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
  authority === null ? [] : scopes.filter((scope) => !authority.scopes.includes(scope))

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

const keyExceeded: Exceeded = (details) =>
  new DomainError(
    'key_authority_exceeded',
    'The calling key lacks what this key has or would have. Leave out what details names.',
    { details },
  )

export interface ExpiryInput {
  readonly expiresAt?: string | undefined
  readonly neverExpires?: boolean | undefined
}

/** RFC 3339; null: never; undefined: not given. @throws DomainError 400 `validation_failed` */
export function keyExpiryOf({ expiresAt, neverExpires = false }: ExpiryInput, now: Date): string | null | undefined {
  if (expiresAt !== undefined && neverExpires)
    throw invalid('/body/neverExpires', 'not', 'must not be true beside expiresAt')
  if (neverExpires) return null
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime())
    throw invalid('/body/expiresAt', 'minimum', 'must be in the future')
  return expiresAt
}

export interface NetworksInput {
  readonly allowedAddresses?: readonly string[] | undefined
  readonly anyAddress?: boolean | undefined
}

/** Canonical CIDR; null: any; undefined: not given. @throws DomainError 400 `validation_failed` */
export function networksOf({
  allowedAddresses,
  anyAddress = false,
}: NetworksInput): readonly string[] | null | undefined {
  if (allowedAddresses !== undefined && anyAddress)
    throw invalid('/body/anyAddress', 'not', 'must not be true beside allowedAddresses')
  if (anyAddress) return null
  if (allowedAddresses === undefined) return undefined
  const networks = allowedAddresses.map(canonicalNetwork)
  const wrong = networks.flatMap((network, index) => (network === null ? [index] : []))
  if (wrong.length === 0) return [...new Set(networks.filter((network) => network !== null))]
  const message = 'must be an address or a network, such as 203.0.113.0/24 or 2001:db8::/32'
  throw validationFailed(
    wrong
      .slice(0, 50)
      .map((index) => ({ instancePath: `/body/allowedAddresses/${index}`, keyword: 'format', message })),
  )
}
