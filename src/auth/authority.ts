// What a new key has, by default and from a request. Pure.
import { invalid, validationFailed } from '../base/errors'
import { timeOf } from '../base/time'
import type { RankBounds } from '../context'
import { canonicalNetwork } from './addresses'
import { boundsOf, UNBOUNDED, type BoundsInput } from './bounds/rules'
import type { Authority } from './handing-on/rules'
import { DEFAULT_TAKES_PER_HOUR, smallerTakes, takesOf, type TakesInput } from './takes/rules'

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
