// SQL on event types and events. The lifecycle is a table in sql/0013_events.sql (event_transition).
import { sql } from 'kysely'
import type { Ctx, TxCtx } from '../context'
import { cutPage, pageCut, type CutRow, type Page, type Position } from '../db/paging'
import { query } from '../db/statements'
import type { Attendance, AwardRule, State } from './rules'

export interface EventTypeRow {
  readonly event_type_id: string
  readonly name: string
  readonly description: string
  readonly awards: AwardRule[]
  readonly archived_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface EventRow {
  readonly event_id: string
  readonly event_type_id: string
  readonly name: string
  readonly description: string
  readonly state: State
  readonly starts_at: string
  readonly ends_at: string | null
  readonly host_user_id: number | null
  readonly awards: AwardRule[]
  /** Number of attendees by attendance; zero counts are absent. */
  readonly attendees: Partial<Record<Attendance, number>>
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly cancelled_at: string | null
  readonly cancel_reason: string | null
  readonly created_at: string
  readonly updated_at: string
}

const typeColumns = 'event_type_id, name, description, awards, archived_at, created_at, updated_at'

const findTypeStatement = query<EventTypeRow>(
  'find_event_type',
  `select ${typeColumns} from event_type where community_id = $1 and event_type_id = $2`,
)

export async function findEventType(ctx: Ctx, eventTypeId: string): Promise<EventTypeRow | null> {
  const [row] = await findTypeStatement(ctx.db, [ctx.community.communityId, eventTypeId])
  return row ?? null
}

const lockTypeStatement = query<EventTypeRow>(
  'lock_event_type',
  `select ${typeColumns} from event_type where community_id = $1 and event_type_id = $2 for no key update`,
)

/** The type, locked until the transaction ends, which serializes archiving with the creation of events; or null. */
export async function lockEventType(tx: TxCtx, eventTypeId: string): Promise<EventTypeRow | null> {
  const [row] = await lockTypeStatement(tx.db, [tx.community.communityId, eventTypeId])
  return row ?? null
}

const rowBytes = '(octet_length(description) + octet_length(awards::text))'

const listTypesStatement = query<EventTypeRow & CutRow>(
  'list_event_types',
  cutPage(
    // the first page starts at infinity, so that every page uses the same index condition
    `select ${typeColumns} from event_type
     where community_id = $1 and (created_at, event_type_id) < (coalesce($2::timestamptz, 'infinity'), $3)
     order by created_at desc, event_type_id desc limit $4`,
    'created_at desc, event_type_id desc',
    rowBytes,
  ),
)

export function listEventTypes(ctx: Ctx, { after, limit }: Page): Promise<(EventTypeRow & CutRow)[]> {
  return listTypesStatement(ctx.db, [ctx.community.communityId, after?.at ?? null, after?.id ?? '', limit])
}

export const positionOfType = (row: EventTypeRow): Position => ({ at: row.created_at, id: row.event_type_id })

export interface TypeFields {
  readonly name: string
  readonly description: string
  readonly awards: readonly AwardRule[]
  readonly archived: boolean
}

/** @throws a violation of `event_type_name` when the name is taken */
export async function insertEventType(tx: TxCtx, eventTypeId: string, fields: TypeFields): Promise<void> {
  await sql`
    insert into event_type (community_id, event_type_id, name, description, awards)
    values (${tx.community.communityId}, ${eventTypeId}, ${fields.name}, ${fields.description},
      ${JSON.stringify(fields.awards)}::jsonb)`.execute(tx.db)
}

/** @throws a violation of `event_type_name` when the name is taken */
export async function updateEventType(tx: TxCtx, eventTypeId: string, fields: TypeFields): Promise<void> {
  await sql`
    update event_type set name = ${fields.name}, description = ${fields.description},
      awards = ${JSON.stringify(fields.awards)}::jsonb,
      archived_at = case when ${fields.archived} then coalesce(archived_at, now()) end, updated_at = now()
    where community_id = ${tx.community.communityId} and event_type_id = ${eventTypeId}`.execute(tx.db)
}

export async function listExistingMedals(ctx: Ctx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await ctx.db
    .selectFrom('medal')
    .select('name')
    .where('community_id', '=', ctx.community.communityId)
    .where('name', 'in', names)
    .execute()
  return rows.map(({ name }) => name)
}

const eventColumns = `e.event_id, e.event_type_id, e.name, e.description, e.state, e.starts_at, e.ends_at, e.host_user_id,
  e.awards, e.started_at, e.finished_at, e.cancelled_at, e.cancel_reason, e.created_at, e.updated_at,
  case when e.attendee_count = 0 then '{}'::json else (
    select json_object_agg(c.attendance, c.attendees) from (
      select a.attendance, count(*) as attendees from event_attendee a
      where a.community_id = e.community_id and a.event_id = e.event_id group by a.attendance) c) end as attendees`

const findEventStatement = query<EventRow>(
  'find_event',
  `select ${eventColumns} from event e where e.community_id = $1 and e.event_id = $2`,
)

export async function findEvent(ctx: Ctx, eventId: string): Promise<EventRow | null> {
  const [row] = await findEventStatement(ctx.db, [ctx.community.communityId, eventId])
  return row ?? null
}

const lockEventStatement = query<{ event_id: string }>(
  'lock_event',
  'select event_id from event where community_id = $1 and event_id = $2 for no key update',
)

/** Locks the event until the transaction ends and reads it after the lock; null without one. */
export async function lockEvent(tx: TxCtx, eventId: string): Promise<EventRow | null> {
  const [row] = await lockEventStatement(tx.db, [tx.community.communityId, eventId])
  return row ? findEvent(tx, eventId) : null
}

export interface EventFilter {
  readonly state?: State | undefined
  readonly eventTypeId?: string | undefined
  /** RFC 3339: `from` inclusive, `to` exclusive, on `starts_at`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const [beforeEvents, afterEvents] = pageCut('starts_at desc, event_id desc', rowBytes).map((part) => sql.raw(part))

export async function listEvents(
  ctx: Ctx,
  filter: EventFilter,
  { after, limit }: Page,
): Promise<(EventRow & CutRow)[]> {
  const { state, eventTypeId, from, to } = filter
  const conditions = [
    sql`e.community_id = ${ctx.community.communityId}`,
    ...(state === undefined ? [] : [sql`e.state = ${state}`]),
    ...(eventTypeId === undefined ? [] : [sql`e.event_type_id = ${eventTypeId}`]),
    ...(from === undefined ? [] : [sql`e.starts_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`e.starts_at < ${to}::timestamptz`]),
    ...(after === null ? [] : [sql`(e.starts_at, e.event_id) < (${after.at}::timestamptz, ${after.id})`]),
  ]
  const { rows } = await sql<EventRow & CutRow>`${beforeEvents}
    select ${sql.raw(eventColumns)} from event e where ${sql.join(conditions, sql` and `)}
    order by e.starts_at desc, e.event_id desc limit ${limit}${afterEvents}`.execute(ctx.db)
  return rows
}

export const positionOfEvent = (row: EventRow): Position => ({ at: row.starts_at, id: row.event_id })

export interface EventFields {
  readonly name: string
  readonly description: string
  readonly startsAt: string
  readonly endsAt: string | null
  readonly hostUserId: number | null
  readonly awards: readonly AwardRule[]
}

export async function insertEvent(
  tx: TxCtx,
  eventId: string,
  eventTypeId: string,
  { name, description, startsAt, endsAt, hostUserId, awards }: EventFields,
): Promise<void> {
  await sql`
    insert into event (community_id, event_id, event_type_id, name, description, starts_at, ends_at, host_user_id, awards)
    values (${tx.community.communityId}, ${eventId}, ${eventTypeId}, ${name}, ${description}, ${startsAt}::timestamptz,
      ${endsAt}::timestamptz, ${hostUserId}, ${JSON.stringify(awards)}::jsonb)`.execute(tx.db)
}

export async function updateEvent(
  tx: TxCtx,
  eventId: string,
  { name, description, startsAt, endsAt, hostUserId, awards }: EventFields,
): Promise<void> {
  await sql`
    update event set name = ${name}, description = ${description}, starts_at = ${startsAt}::timestamptz,
      ends_at = ${endsAt}::timestamptz, host_user_id = ${hostUserId}, awards = ${JSON.stringify(awards)}::jsonb,
      updated_at = now()
    where community_id = ${tx.community.communityId} and event_id = ${eventId}`.execute(tx.db)
}

/** Changes the state of a locked event; returns false and changes nothing when the lifecycle has no such transition. */
export async function transitionEvent(
  tx: TxCtx,
  eventId: string,
  to: State,
  reason: string | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update event e set state = ${to}, updated_at = now(), cancel_reason = ${reason},
      started_at = case when ${to} = 'active' then now() else e.started_at end,
      finished_at = case when ${to} = 'finished' then now() end,
      cancelled_at = case when ${to} = 'cancelled' then now() end
    from event_transition t
    where e.community_id = ${tx.community.communityId} and e.event_id = ${eventId}
      and t.from_state = e.state and t.to_state = ${to}`.execute(tx.db)
  return numAffectedRows === 1n
}
