// Durations and changes of suspensions. Pure.
import { DomainError } from '../../base/errors'
import { endOfTerm, type Term, type TermLimits } from '../rules'

/** In this order (sql/schema.sql, suspension_transition). */
export type SuspensionState = 'suspending' | 'active' | 'restoring' | 'ended'
export type SuspensionOutcome = 'restored' | 'superseded' | 'failed' | 'unrestored' | 'kept'

const limits: TermLimits = {
  property: 'endsAt',
  keywords: ['maxProperties', 'range'],
  leastSeconds: 60,
  mostSeconds: 366 * 86_400,
  message: 'must be 60 seconds to 366 days from now',
}

/** Undefined: neither is given. @throws as `endOfTerm` */
export const suspensionEnd = (term: Term, now: Date): string | undefined => endOfTerm(term, limits, now) ?? undefined

export interface SuspensionFacts {
  readonly suspension_id: string
  readonly state: SuspensionState
  readonly ends_at: string
  readonly lifted_at: string | null
}

export function isChangeable({ state, lifted_at }: SuspensionFacts): boolean {
  return (state === 'suspending' || state === 'active') && lifted_at === null
}

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
