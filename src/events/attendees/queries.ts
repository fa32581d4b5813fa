// SQL on the attendees of events.
import type { Selectable } from 'kysely'
import type { DB } from '../../../generated/database'
import { auditInsert } from '../../audit/entry'
import { actorParameters, type Ctx, type TxCtx } from '../../context'
import type { Page, Position } from '../../db/paging'
import { columns, columnsOf, statement, unnestParams, type RowOf } from '../../db/statements'
import type { Attendance, Role } from '../rules'
import { own } from '../../db/own'

/** Null: the current value, or the default of a new attendee. */
export interface AttendeeEntry {
  readonly userId: number
  readonly role: Role | null
  readonly attendance: Attendance | null
}

const putStatement = statement(
  'put_event_attendees',
  // the caller holds the lock of the event, so that `prior` is current
  `with requested as (
    select * from ${unnestParams(':userIds::bigint[]', ':roles::text[]', ':attendances::text[]')} as a (user_id, role, attendance)
  ), prior as (
    select a.user_id, h.role as role_before, h.attendance as attendance_before,
      coalesce(a.role, h.role, 'participant') as role, coalesce(a.attendance, h.attendance, 'registered') as attendance
    from requested a left join event_attendee h on h.community_id = :communityId and h.event_id = :eventId and h.user_id = a.user_id
  ), put as (
    insert into event_attendee as h (community_id, event_id, user_id, role, attendance)
    select :communityId, :eventId, user_id, role, attendance from prior
    where (role, attendance) is distinct from (role_before, attendance_before)
    on conflict (community_id, event_id, user_id) do update
      set role = excluded.role, attendance = excluded.attendance, updated_at = excluded.updated_at
    returning h.*
  ), counted as (
    update event e set attendee_count = e.attendee_count + added.attendees
    from (select count(*)::integer as attendees from put join prior using (user_id) where role_before is null) added
    where e.community_id = :communityId and e.event_id = :eventId and added.attendees > 0
  ), audited as (
    ${auditInsert({
      action: 'event.attendee.set',
      userId: 'p.user_id',
      before: `case when s.role_before is not null then
        jsonb_build_object('eventId', :eventId::text, 'role', s.role_before, 'attendance', s.attendance_before) end`,
      after: `jsonb_build_object('eventId', :eventId::text, 'role', p.role, 'attendance', p.attendance)`,
      from: 'put p join prior s using (user_id)',
    })}
  )
  select s.user_id as "user_id!", s.role as "role!", s.attendance as "attendance!", s.role_before, s.attendance_before, p.user_id is not null as "changed!",
    coalesce(p.added_at, h.added_at) as "added_at!", coalesce(p.updated_at, h.updated_at) as "updated_at!"
  from prior s left join put p using (user_id)
  left join event_attendee h on h.community_id = :communityId and h.event_id = :eventId and h.user_id = s.user_id
  order by s.user_id`,
  columns<{ readonly role: Role; readonly attendance: Attendance }>(),
)

export type PutRow = RowOf<typeof putStatement>

/**
 * The event is locked. Each change has an audit entry.
 * @throws a violation of `event_full`, or of the foreign key for an account that is not a member
 */
export function putAttendees(tx: TxCtx, eventId: string, entries: readonly AttendeeEntry[]): Promise<PutRow[]> {
  const lists = columnsOf(entries, { userIds: 'userId', roles: 'role', attendances: 'attendance' })
  return putStatement(tx.db, { communityId: tx.community.communityId, eventId, ...lists, ...actorParameters(tx) })
}

const removeStatement = statement(
  'remove_event_attendee',
  `with removed as (
    delete from event_attendee where community_id = :communityId and event_id = :eventId and user_id = :userId
    returning user_id, role, attendance
  ), counted as (
    update event e set attendee_count = e.attendee_count - 1 from removed
    where e.community_id = :communityId and e.event_id = :eventId
  )
  ${auditInsert({
    action: 'event.attendee.remove',
    userId: 'user_id',
    before: `jsonb_build_object('eventId', :eventId::text, 'role', role, 'attendance', attendance)`,
    after: `jsonb_build_object('eventId', :eventId::text)`,
    from: 'removed',
  })} returning user_id`,
)

export async function removeAttendee(tx: TxCtx, eventId: string, userId: number): Promise<void> {
  await removeStatement(tx.db, { communityId: tx.community.communityId, eventId, userId, ...actorParameters(tx) })
}

const attendeeColumns = ['user_id', 'role', 'attendance', 'added_at', 'updated_at'] as const

export type AttendeeRow = Pick<Selectable<DB['event_attendee']>, (typeof attendeeColumns)[number]>

export function listAttendees(
  ctx: Ctx,
  eventId: string,
  attendance: Attendance | null,
  { after, limit }: Page,
): Promise<AttendeeRow[]> {
  const rows = own(ctx)
    .selectFrom('event_attendee')
    .select(attendeeColumns)
    .where('event_id', '=', eventId)
    .where('user_id', '>', Number(after?.id ?? 0))
    .orderBy('user_id')
    .limit(limit)
  return (attendance === null ? rows : rows.where('attendance', '=', attendance)).execute()
}

export const positionOfUser = ({ user_id }: { readonly user_id: number }): Position => ({
  at: 'user',
  id: String(user_id),
})
