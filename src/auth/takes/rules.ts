// Takes an hour of a key or a person. Pure.
import { DomainError } from '../../base/errors'

/**
 * Of a new key or person. A take is a change after which a member has a lower rank, or lacks a role, a medal or a
 * qualification; also a suspension and an entry of the blacklist (docs/guides/keys.md).
 */
export const DEFAULT_TAKES_PER_HOUR = 300

export interface TakesInput {
  /** Null: any number. */
  readonly takesPerHourLimit?: number | null | undefined
}

/** An absent number keeps `otherwise`. */
export const takesOf = ({ takesPerHourLimit = undefined }: TakesInput, otherwise: number | null): number | null =>
  takesPerHourLimit === undefined ? otherwise : takesPerHourLimit

const toNumber = (limit: number | null): number => limit ?? Infinity

export const smallerTakes = (one: number | null, other: number | null): number | null =>
  toNumber(other) < toNumber(one) ? other : one

/** @returns the number of `outer` in the name of the contract, when `inner` exceeds it */
export const takesExceeded = (outer: number | null, inner: number | null): TakesInput =>
  toNumber(inner) > toNumber(outer) ? { takesPerHourLimit: outer } : {}

export interface Excess {
  readonly limit: number
  readonly remaining: number
  /** Until there is room for what was asked; null: never, because it is more than the number. */
  readonly resetMs: number | null
}

/** What a person may do instead of waiting. */
export const confirmWith = ({ kind }: { readonly kind: string }) =>
  kind === 'person' ? { confirmWith: 'X-Confirmed' as const } : {}

/** Ends a request or an operation of which nothing was changed. */
export function tooManyTakes({ limit, remaining, resetMs }: Excess): DomainError {
  if (resetMs === null) {
    const message = `The caller may take ${limit} times an hour (takesPerHourLimit), and the change takes more. Nothing was changed.`
    return new DomainError('take_not_allowed', message, { details: { limit } })
  }
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000))
  return new DomainError(
    'rate_limit_exceeded',
    `The caller has taken ${limit} times within an hour (takesPerHourLimit). Nothing was changed. Wait ${seconds} seconds.`,
    { retryAfterSeconds: seconds, details: { limit, remaining, resetMs: seconds * 1_000 } },
  )
}
