// Maps rows of events to the contract's types.
import type { Schema } from '../contract/types'
import type { AttendeeRow } from './attendees/queries'
import type { AwardRow, MedalAward, SummaryRow } from './finish/queries'
import type { ListedEvent, EventTypeRow } from './queries'

export function toEventType(row: EventTypeRow): Schema<'EventType'> {
  return {
    eventTypeId: row.event_type_id,
    name: row.name,
    description: row.description,
    awards: row.awards,
    archived: row.archived_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toEvent(row: ListedEvent): Schema<'Event'> {
  return {
    eventId: row.event_id,
    eventTypeId: row.event_type_id,
    name: row.name,
    description: row.description,
    state: row.state,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    hostUserId: row.host_user_id === null ? null : String(row.host_user_id),
    awards: row.awards,
    attendees: { registered: 0, present: 0, absent: 0, excused: 0, ...row.attendees },
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    cancelledAt: row.cancelled_at,
    cancelReason: row.cancel_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toAttendee(row: AttendeeRow): Schema<'EventAttendee'> {
  const { user_id, role, attendance, added_at: addedAt, updated_at: updatedAt } = row
  return { userId: String(user_id), role, attendance, addedAt, updatedAt }
}

export function toFinishMeta(replayed: boolean, row: SummaryRow): Schema<'EventFinishMeta'> {
  const { members, experience, quota_points: quotaPoints, medals, medals_withheld: medalsWithheld } = row
  const { pending, succeeded, failed, skipped, pending_operations } = row
  const rankChanges = { pending, succeeded, failed, skipped }
  return {
    replayed,
    awards: { members, experience, quotaPoints, medals, medalsWithheld, rankChanges },
    pendingOperations: [...pending_operations],
  }
}

export function toAward({ user_id, role, awards }: AwardRow): Schema<'EventAward'> {
  const { experience = null, quotaPoints = null, medals, rank } = awards
  return {
    userId: String(user_id),
    role,
    experience,
    quotaPoints,
    medals: (medals?.medals ?? []).map(toMedal),
    rankChange: rank ? { ...rank.goal, status: rank.status, code: rank.code, operationId: rank.operationId } : null,
  }
}

/** jsonb does not keep the contract's order. */
const toMedal = ({ name, count, withheld, code }: MedalAward): Schema<'EventMedalAwarded'> => ({
  name,
  count,
  withheld,
  code,
})
