// Which account to erase, and the error of a hold. Pure.
import type { Schema } from '../contract/types'
import { DomainError, invalid } from '../base/errors'

/**
 * Null: another notification.
 * @throws DomainError `validation_failed` for a request without an account
 */
export function accountToErase({ EventType, EventPayload }: Schema<'PlatformNotification'>): number | null {
  if (EventType !== 'RightToErasureRequest') return null
  const userId = EventPayload?.UserId
  if (userId === undefined) throw invalid('/body/EventPayload/UserId', 'required', 'is required')
  return userId
}

export function restricted(userId: number): DomainError {
  return new DomainError(
    'data_rights_restricted',
    `Account ${userId} is under a hold. End it with data-rights release, or use --even-held.`,
  )
}
