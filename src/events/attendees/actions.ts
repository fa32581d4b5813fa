// Who attends an event, until it ends.
import { inTransaction, type Ctx } from '../../context'
import { violatedConstraint } from '../../db/errors'
import { DomainError, invalid } from '../../errors'
import { createMember } from '../../members/actions'
import { listExistingMembers } from '../../members/queries'
import { assertOpen, requireEvent, requireLockedEvent } from '../actions'
import { putAttendees, removeAttendee, type AttendeeEntry, type PutRow } from './queries'

/** Accounts the platform is asked about side by side. */
const ASKED_AT_ONCE = 5

/**
 * Adds or changes attendees, all of them or none; accounts become members on first touch.
 * @returns the attendees by user id
 * @throws DomainError 404 `event_not_found` or `member_not_found`, 409 `event_state_conflict` or `event_full`, 400 when an
 *   account is named twice, or the platform's error
 */
export async function setAttendees(ctx: Ctx, eventId: string, entries: readonly AttendeeEntry[]): Promise<PutRow[]> {
  const userIds = entries.map(({ userId }) => userId)
  if (new Set(userIds).size < userIds.length) {
    throw invalid('/body/attendees', 'uniqueItems', 'must name each account once')
  }
  const known = new Set(await listExistingMembers(ctx, userIds))
  const unknown = userIds.filter((userId) => !known.has(userId))
  // nobody is made a member for an event that cannot be attended
  if (unknown.length > 0) assertOpen(await requireEvent(ctx, eventId))
  for (let from = 0; from < unknown.length; from += ASKED_AT_ONCE) {
    await Promise.all(unknown.slice(from, from + ASKED_AT_ONCE).map((userId) => createMember(ctx, userId)))
  }
  return put(ctx, eventId, entries)
}

async function put(ctx: Ctx, eventId: string, entries: readonly AttendeeEntry[]): Promise<PutRow[]> {
  try {
    return await inTransaction(ctx, async (tx) => {
      assertOpen(await requireLockedEvent(tx, eventId))
      return putAttendees(tx, eventId, entries)
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'event_full') throw error
    throw new DomainError('event_full', 'An event has at most 1,000 attendees. Remove some, or hold another event.')
  }
}

/**
 * Takes an account off the event; one that does not attend stays so.
 * @throws DomainError 404 `event_not_found`, 409 `event_state_conflict`
 */
export function dropAttendee(ctx: Ctx, eventId: string, userId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    assertOpen(await requireLockedEvent(tx, eventId))
    await removeAttendee(tx, eventId, userId)
  })
}
