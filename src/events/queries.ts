// SQL on events. The lifecycle is in sql/schema.sql (event_transition).
import { sql, type Selectable } from 'kysely'
import type { DB } from '../../generated/database'
import type { Recorded } from '../auth/stored/rules'
import type { Ctx, TxCtx, AuthorBounds } from '../context'
import { onPage, cutPage, cutRows, type CutRow, type Page, type Position } from '../db/paging'
import { now, toJson } from '../db/expressions'
import { columns, statement, type RowOf } from '../db/statements'
import type { Attendance, AwardRule, State } from './rules'
import { own } from '../db/own'

const typeColumns = [
  'event_type_id',
  'name',
  'description',
  'awards',
  'archived_at',
  'created_at',
  'updated_at',
] as const

export type EventTypeRow = Pick<Selectable<DB['event_type']>, (typeof typeColumns)[number]>

const selectType = (ctx: Ctx, eventTypeId: string) =>
  own(ctx).selectFrom('event_type').select(typeColumns).where('event_type_id', '=', eventTypeId)

export async function findEventType(ctx: Ctx, eventTypeId: string): Promise<EventTypeRow | null> {
  return (await selectType(ctx, eventTypeId).executeTakeFirst()) ?? null
}

/** Serializes archiving with the creation of events. */
export async function lockEventType(tx: TxCtx, eventTypeId: string): Promise<EventTypeRow | null> {
  return (await selectType(tx, eventTypeId).forNoKeyUpdate().executeTakeFirst()) ?? null
}

const rowBytes = '(octet_length(description) + octet_length(awards::text))'

const listTypesStatement = statement(
  'list_event_types',
  cutPage(
    // the first page starts at infinity, so that every page uses the same index condition
    `select ${typeColumns.join(', ')} from event_type
     where community_id = :communityId and (created_at, event_type_id) < (coalesce(:afterAt?::timestamptz, 'infinity'), :afterId)
     order by created_at desc, event_type_id desc limit :limit`,
    'created_at desc, event_type_id desc',
    rowBytes,
  ),
)

export function listEventTypes(ctx: Ctx, { after, limit }: Page): Promise<(EventTypeRow & CutRow)[]> {
  const { communityId } = ctx.community
  return listTypesStatement(ctx.db, { communityId, afterAt: after?.at ?? null, afterId: after?.id ?? '', limit })
}

export const positionOfType = (row: EventTypeRow): Position => ({ at: row.created_at, id: row.event_type_id })

export interface TypeFields {
  readonly name: string
  readonly description: string
  readonly awards: readonly AwardRule[]
  readonly archived: boolean
}

export async function insertEventType(tx: TxCtx, eventTypeId: string, fields: TypeFields): Promise<void> {
  const { name, description, awards } = fields
  await tx.db
    .insertInto('event_type')
    .values({
      community_id: tx.community.communityId,
      event_type_id: eventTypeId,
      name,
      description,
      awards: JSON.stringify(awards),
    })
    .execute()
}

export async function updateEventType(tx: TxCtx, eventTypeId: string, fields: TypeFields): Promise<void> {
  const { name, description, awards, archived } = fields
  await own(tx)
    .updateTable('event_type')
    .set(({ fn }) => ({
      name,
      description,
      awards: JSON.stringify(awards),
      // ignores null, and is of the past
      archived_at: archived ? fn('least', ['archived_at', now]) : null,
      updated_at: now,
    }))
    .where('event_type_id', '=', eventTypeId)
    .execute()
}

/** Ids; Unicode calls their names equal. */
export async function listTypesNamed(ctx: Ctx, name: string): Promise<string[]> {
  const rows = await own(ctx)
    .selectFrom('event_type')
    .select('event_type_id')
    .where(sql`normalize(name)`, '=', name.normalize('NFC'))
    .execute()
  return rows.map(({ event_type_id }) => event_type_id)
}

const attendeeCounts = `case when e.attendee_count = 0 then '{}'::json else (
    select json_object_agg(c.attendance, c.attendees) from (
      select a.attendance, count(*) as attendees from event_attendee a
      where a.community_id = :communityId and a.event_id = e.event_id group by a.attendance) c) end`

const eventColumns = `e.event_id, e.event_type_id, e.name, e.description, e.state, e.starts_at, e.ends_at, e.host_user_id,
  e.awards, e.started_at, e.finished_at, e.cancelled_at, e.cancel_reason, e.created_at, e.updated_at, e.author_bounds,
  ${attendeeCounts} as attendees`

const findEventStatement = statement(
  'find_event',
  `select ${eventColumns} from event e where e.community_id = :communityId and e.event_id = :eventId`,
  columns<{
    readonly attendees: Partial<Record<Attendance, number>>
    readonly author_bounds: AuthorBounds | null
  }>(),
)

/** `attendees`: the number by attendance; zero counts are absent. */
export type EventRow = RowOf<typeof findEventStatement>
export type ListedEvent = Omit<EventRow, 'author_bounds'>

export async function findEvent(ctx: Ctx, eventId: string): Promise<EventRow | null> {
  const [row] = await findEventStatement(ctx.db, { communityId: ctx.community.communityId, eventId })
  return row ?? null
}

export async function lockEvent(tx: TxCtx, eventId: string): Promise<EventRow | null> {
  const row = await own(tx)
    .selectFrom('event')
    .select('event_id')
    .where('event_id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? findEvent(tx, eventId) : null
}

export interface EventFilter {
  readonly state?: State | undefined
  readonly eventTypeId?: string | undefined
  /** Bounds of `starts_at` in RFC 3339: `from` inclusive, `to` exclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function listEvents(ctx: Ctx, filter: EventFilter, page: Page): Promise<(ListedEvent & CutRow)[]> {
  const { state, eventTypeId, from, to } = filter
  const { communityId } = ctx.community
  const [before = '', behind = ''] = attendeeCounts.split(':communityId')
  let rows = own(ctx)
    .selectFrom('event as e')
    .select(['e.event_id', 'e.event_type_id', 'e.name', 'e.description', 'e.state', 'e.starts_at', 'e.ends_at'])
    .select(['e.host_user_id', 'e.awards', 'e.started_at', 'e.finished_at', 'e.cancelled_at', 'e.cancel_reason'])
    .select(['e.created_at', 'e.updated_at'])
    .select(
      sql<Partial<Record<Attendance, number>>>`${sql.raw(before)}${communityId}${sql.raw(behind)}`.as('attendees'),
    )
  if (state !== undefined) rows = rows.where('e.state', '=', state)
  if (eventTypeId !== undefined) rows = rows.where('e.event_type_id', '=', eventTypeId)
  if (from !== undefined) rows = rows.where('e.starts_at', '>=', from)
  if (to !== undefined) rows = rows.where('e.starts_at', '<', to)
  rows = rows.$call(onPage(page, 'desc', 'e.starts_at', 'e.event_id'))
  return ctx.db
    .selectFrom(cutRows(rows, 'starts_at desc, event_id desc', rowBytes))
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('event_id', 'desc')
    .execute()
}

export const positionOfEvent = (row: ListedEvent): Position => ({
  at: row.starts_at,
  id: row.event_id,
})

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
  fields: EventFields,
  recorded: Recorded,
): Promise<void> {
  const key = { community_id: tx.community.communityId, event_id: eventId, event_type_id: eventTypeId }
  await tx.db
    .insertInto('event')
    .values({ ...key, ...storedFields(fields, recorded) })
    .execute()
}

export async function updateEvent(tx: TxCtx, eventId: string, fields: EventFields, recorded: Recorded): Promise<void> {
  await own(tx)
    .updateTable('event')
    .set({ ...storedFields(fields, recorded), updated_at: now })
    .where('event_id', '=', eventId)
    .execute()
}

const storedFields = (
  { name, description, startsAt, endsAt, hostUserId, awards }: EventFields,
  recorded: Recorded,
) => ({
  ...(recorded.keep ? {} : { author_bounds: toJson(recorded.bounds) }),
  name,
  description,
  starts_at: startsAt,
  ends_at: endsAt,
  host_user_id: hostUserId,
  awards: JSON.stringify(awards),
})

export async function transitionEvent(
  tx: TxCtx,
  eventId: string,
  to: State,
  reason: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await own(tx)
    .updateTable('event as e')
    .from('event_transition as t')
    .set({
      state: to,
      updated_at: now,
      cancel_reason: reason,
      ...(to === 'active' ? { started_at: now } : {}),
      finished_at: to === 'finished' ? now : null,
      cancelled_at: to === 'cancelled' ? now : null,
    })
    .where('e.event_id', '=', eventId)
    .whereRef('t.from_state', '=', 'e.state')
    .where('t.to_state', '=', to)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
