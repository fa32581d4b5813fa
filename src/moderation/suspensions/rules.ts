// How long a suspension may last, and what may still be changed of one: pure.
import { DomainError, invalid } from '../../errors'

/** suspending → active → restoring → ended (sql/0012_suspensions.sql, suspension_transition). */
export type SuspensionState = 'suspending' | 'active' | 'restoring' | 'ended'
export type SuspensionOutcome = 'restored' | 'superseded' | 'failed' | 'unrestored' | 'kept'

const SHORTEST_SECONDS = 60
const LONGEST_SECONDS = 366 * 86_400

/** When a suspension is to end: at a time, or a number of seconds from now. */
export interface End {
  /** RFC 3339 in UTC, as the contract's `x-utc` leaves it. */
  readonly endsAt?: string | undefined
  readonly durationSeconds?: number | undefined
}

/**
 * The end as RFC 3339 in UTC; undefined where neither is given.
 * @param now milliseconds since the epoch
 * @throws DomainError 400 `validation_failed` when both are given, or the end is not 60 seconds to 366 days from now
 */
export function endOf({ endsAt, durationSeconds }: End, now: number): string | undefined {
  if (endsAt !== undefined && durationSeconds !== undefined) {
    throw invalid('/body/durationSeconds', 'maxProperties', 'must not be sent together with endsAt')
  }
  if (durationSeconds !== undefined) return new Date(now + durationSeconds * 1_000).toISOString()
  if (endsAt === undefined) return undefined
  const seconds = (Date.parse(endsAt) - now) / 1_000
  if (seconds >= SHORTEST_SECONDS && seconds <= LONGEST_SECONDS) return endsAt
  throw invalid('/body/endsAt', 'range', 'must be 60 seconds to 366 days from now')
}

/** What the rules need to know of a suspension. */
export interface SuspensionFacts {
  readonly suspension_id: string
  readonly state: SuspensionState
  readonly ends_at: string
  readonly lifted_at: string | null
}

/** Whether its end is still to come and may be moved, or be brought about by lifting. */
export function isOpen({ state, lifted_at }: SuspensionFacts): boolean {
  return (state === 'suspending' || state === 'active') && lifted_at === null
}

/**
 * Only what is still to end can be changed.
 * @throws DomainError 409 `suspension_ended`
 */
export function assertOpen(suspension: SuspensionFacts): void {
  if (isOpen(suspension)) return
  const how = suspension.state === 'ended' ? 'has ended' : 'is ending'
  throw new DomainError('suspension_ended', `The suspension ${how}. Suspend the member again if need be.`)
}

/** 409 `member_suspended`, naming the suspension that lasts. */
export function alreadySuspended({ suspension_id, ends_at, state }: SuspensionFacts): DomainError {
  const until = state === 'restoring' ? 'and its rank is being restored' : `until ${ends_at}`
  return new DomainError('member_suspended', `The member is suspended ${until}. Change or lift that suspension.`, {
    details: { suspensionId: suspension_id },
  })
}
