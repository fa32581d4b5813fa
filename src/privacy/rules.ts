// What the platform's notifications ask for, and what a hold forbids: pure.
import type { Schema } from '../contract/types'
import { DomainError, invalid } from '../errors'

/**
 * The account that a notification asks to erase; null: it asks for nothing, it is a sample or tells of something else.
 * @throws DomainError `validation_failed` for a request to erase nobody
 */
export function accountToErase({ EventType, EventPayload }: Schema<'PlatformNotification'>): number | null {
  if (EventType !== 'RightToErasureRequest') return null
  const userId = EventPayload?.UserId
  if (userId === undefined) throw invalid('/body/EventPayload/UserId', 'required', 'is required')
  return userId
}

/** A hold stands. */
export function restricted(userId: number): DomainError {
  return new DomainError(
    'data_rights_restricted',
    `A hold protects account ${userId} from change; end it with data-rights release, or give --even-held.`,
  )
}
