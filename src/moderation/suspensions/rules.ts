// Limits of a suspension's duration, and rules of changing one. Pure.
import { DomainError, invalid } from '../../errors'
import { endOfTerm, type Term } from '../rules'

/** suspending → active → restoring → ended (sql/0012_suspensions.sql, suspension_transition). */
export type SuspensionState = 'suspending' | 'active' | 'restoring' | 'ended'
export type SuspensionOutcome = 'restored' | 'superseded' | 'failed' | 'unrestored' | 'kept'

const MIN_SECONDS = 60
const MAX_SECONDS = 366 * 86_400

/**
 * The end as RFC 3339 in UTC; undefined when neither property is given. The contract limits `durationSeconds`.
 * @throws DomainError 400 `validation_failed` when both are given, or `endsAt` is not 60 seconds to 366 days from now
 */
export function suspensionEnd(term: Term, now: Date): string | undefined {
  const { endsAt, durationSeconds } = term
  if (typeof endsAt === 'string' && durationSeconds !== undefined) {
    throw invalid('/body/durationSeconds', 'maxProperties', 'must not be sent together with endsAt')
  }
  if (typeof endsAt === 'string' && !isInRange((Date.parse(endsAt) - now.getTime()) / 1_000)) {
    throw invalid('/body/endsAt', 'range', 'must be 60 seconds to 366 days from now')
  }
  return endOfTerm(term, now) ?? undefined
}

const isInRange = (seconds: number): boolean => seconds >= MIN_SECONDS && seconds <= MAX_SECONDS

export interface SuspensionFacts {
  readonly suspension_id: string
  readonly state: SuspensionState
  readonly ends_at: string
  readonly lifted_at: string | null
}

export function isChangeable({ state, lifted_at }: SuspensionFacts): boolean {
  return (state === 'suspending' || state === 'active') && lifted_at === null
}

/** @throws DomainError 409 `suspension_ended` */
export function assertChangeable(suspension: SuspensionFacts): void {
  if (isChangeable(suspension)) return
  const what = suspension.state === 'ended' ? 'has ended' : 'is ending'
  throw new DomainError(
    'suspension_ended',
    `The suspension ${what} and can no longer change. Create a new suspension instead.`,
  )
}

export function alreadySuspended({ suspension_id, ends_at, state }: SuspensionFacts): DomainError {
  const until = state === 'restoring' ? 'and its rank is being restored' : `until ${ends_at}`
  return new DomainError('member_suspended', `The member is suspended ${until}. Change or lift that suspension.`, {
    details: { suspensionId: suspension_id },
  })
}
