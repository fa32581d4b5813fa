// SQL on the attendees of events.
import type { Ctx, TxCtx } from '../../context'
import type { Page, Position } from '../../db/paging'
import { unnestParams, query } from '../../db/statements'
import type { Attendance, Role } from '../rules'

export interface AttendeeRow {
  readonly user_id: number
  readonly role: Role
  readonly attendance: Attendance
  readonly added_at: string
  readonly updated_at: string
}

/** An attendee to add or change; null: the current value, or the default of a new attendee. */
export interface AttendeeEntry {
  readonly userId: number
  readonly role: Role | null
  readonly attendance: Attendance | null
}

export interface PutRow extends AttendeeRow {
  readonly role_before: Role | null
  readonly attendance_before: Attendance | null
  readonly changed: boolean
}

const putStatement = query<PutRow>(
  'put_event_attendees',
  // $1 community, $2 event, $3 users, $4 roles, $5 attendances, $6 actor kind, $7 actor id, $8 request. The caller
  // holds the lock of the event, so that `prior` is current.
  `with requested as (
    select * from ${unnestParams('$3::bigint[]', '$4::text[]', '$5::text[]')} as a (user_id, role, attendance)
  ), prior as (
    select a.user_id, h.role as role_before, h.attendance as attendance_before,
      coalesce(a.role, h.role, 'participant') as role, coalesce(a.attendance, h.attendance, 'registered') as attendance
    from requested a left join event_attendee h on h.community_id = $1 and h.event_id = $2 and h.user_id = a.user_id
  ), put as (
    insert into event_attendee as h (community_id, event_id, user_id, role, attendance)
    select $1, $2, user_id, role, attendance from prior
    where (role, attendance) is distinct from (role_before, attendance_before)
    on conflict (community_id, event_id, user_id) do update
      set role = excluded.role, attendance = excluded.attendance, updated_at = now()
    returning h.*
  ), counted as (
    update event e set attendee_count = e.attendee_count + added.attendees
    from (select count(*)::integer as attendees from put join prior using (user_id) where role_before is null) added
    where e.community_id = $1 and e.event_id = $2 and added.attendees > 0
  ), audited as (
    insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
    select $1, $6, $7, 'event.attendee.set', p.user_id,
      case when s.role_before is not null then
        jsonb_build_object('eventId', $2::text, 'role', s.role_before, 'attendance', s.attendance_before) end,
      jsonb_build_object('eventId', $2::text, 'role', p.role, 'attendance', p.attendance), $8
    from put p join prior s using (user_id)
  )
  select s.user_id, s.role, s.attendance, s.role_before, s.attendance_before, p.user_id is not null as changed,
    coalesce(p.added_at, h.added_at) as added_at, coalesce(p.updated_at, h.updated_at) as updated_at
  from prior s left join put p using (user_id)
  left join event_attendee h on h.community_id = $1 and h.event_id = $2 and h.user_id = s.user_id
  order by s.user_id`,
)

/**
 * Adds or changes attendees of a locked event, with an audit entry for each change.
 * @throws a violation of `event_full`, or of the foreign key for an account that is not a member
 */
export function putAttendees(tx: TxCtx, eventId: string, entries: readonly AttendeeEntry[]): Promise<PutRow[]> {
  const { community, actor, requestId } = tx
  return putStatement(tx.db, [
    community.communityId,
    eventId,
    entries.map(({ userId }) => userId),
    entries.map(({ role }) => role),
    entries.map(({ attendance }) => attendance),
    actor.kind,
    actor.id,
    requestId,
  ])
}

const removeStatement = query<{ user_id: number }>(
  'remove_event_attendee',
  `with removed as (
    delete from event_attendee where community_id = $1 and event_id = $2 and user_id = $3
    returning user_id, role, attendance
  ), counted as (
    update event e set attendee_count = e.attendee_count - 1 from removed
    where e.community_id = $1 and e.event_id = $2
  )
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
  select $1, $4, $5, 'event.attendee.remove', user_id,
    jsonb_build_object('eventId', $2::text, 'role', role, 'attendance', attendance),
    jsonb_build_object('eventId', $2::text), $6
  from removed returning user_id`,
)

/** Removes an attendee of a locked event; nothing changes when the account does not attend. */
export async function removeAttendee(tx: TxCtx, eventId: string, userId: number): Promise<void> {
  const { community, actor, requestId } = tx
  await removeStatement(tx.db, [community.communityId, eventId, userId, actor.kind, actor.id, requestId])
}

const listStatement = query<AttendeeRow>(
  'list_event_attendees',
  `select user_id, role, attendance, added_at, updated_at from event_attendee
   where community_id = $1 and event_id = $2 and user_id > $3 and ($4::text is null or attendance = $4)
   order by user_id limit $5`,
)

export function listAttendees(
  ctx: Ctx,
  eventId: string,
  attendance: Attendance | null,
  { after, limit }: Page,
): Promise<AttendeeRow[]> {
  return listStatement(ctx.db, [ctx.community.communityId, eventId, Number(after?.id ?? 0), attendance, limit])
}

export const positionOfUser = ({ user_id }: { readonly user_id: number }): Position => ({
  at: 'user',
  id: String(user_id),
})
