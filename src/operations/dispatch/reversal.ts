// What a reversal must find, so that a later change is kept. Pure.
import { DomainError } from '../../base/errors'
import type { Step } from '../rules'
import type { MembershipSnapshot, State } from './state'

/** @throws DomainError `operation_superseded` */
export function assertUnchanged({ operation: { reversal }, sent }: State, { held }: MembershipSnapshot): void {
  if (!reversal || sent || held.unique_id === reversal.found) return
  throw changed(`The member holds ${held.name}, which another change gave since.`)
}

/** @throws DomainError `operation_superseded` */
export function assertStillLeft({ operation: { reversal }, sent }: State, steps: readonly Step[]): void {
  if (!reversal || reversal.award || sent || steps.length > 0) return
  throw changed('Another change gave or took the role since.')
}

const changed = (what: string) => new DomainError('operation_superseded', `${what} Nothing was taken back.`)
