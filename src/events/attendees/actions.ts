// Changes attendees of an event that has not ended.
import { inTransaction, type Ctx } from '../../context'
import { violatedConstraint } from '../../db/errors'
import { DomainError, invalid } from '../../base/errors'
import { createMember } from '../../members/actions'
import { listExistingMembers } from '../../members/queries'
import { assertNotEnded, requireEvent, requireLockedEvent } from '../actions'
import { putAttendees, removeAttendee, type AttendeeEntry, type PutRow } from './queries'

const CONCURRENCY = 5

/**
 * All are set or none. Missing members are created.
 * @throws DomainError 404 `event_not_found` or `member_not_found`, 409 `event_state_conflict` or `event_full`, 400 when
 * an account is named twice, or the platform's error
 */
export async function setAttendees(ctx: Ctx, eventId: string, entries: readonly AttendeeEntry[]): Promise<PutRow[]> {
  const userIds = entries.map(({ userId }) => userId)
  if (new Set(userIds).size < userIds.length) {
    throw invalid('/body/attendees', 'uniqueItems', 'must name each account once')
  }
  const existing = new Set(await listExistingMembers(ctx, userIds))
  const missing = userIds.filter((userId) => !existing.has(userId))
  // create no members for an event that is absent or ended
  if (missing.length > 0) assertNotEnded(await requireEvent(ctx, eventId))
  for (let from = 0; from < missing.length; from += CONCURRENCY) {
    await Promise.all(missing.slice(from, from + CONCURRENCY).map((userId) => createMember(ctx, userId)))
  }
  return put(ctx, eventId, entries)
}

async function put(ctx: Ctx, eventId: string, entries: readonly AttendeeEntry[]): Promise<PutRow[]> {
  try {
    return await inTransaction(ctx, async (tx) => {
      assertNotEnded(await requireLockedEvent(tx, eventId))
      return putAttendees(tx, eventId, entries)
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'event_full') throw error
    throw new DomainError('event_full', 'An event has at most 1,000 attendees. Remove some, or create another event.')
  }
}

/**
 * Idempotent.
 * @throws DomainError 404 `event_not_found`, 409 `event_state_conflict`
 */
export function dropAttendee(ctx: Ctx, eventId: string, userId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    assertNotEnded(await requireLockedEvent(tx, eventId))
    await removeAttendee(tx, eventId, userId)
  })
}
