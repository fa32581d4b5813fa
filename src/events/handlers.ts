// Operations tagged `events`.
import type { Ctx } from '../context'
import type { Handlers, Schema } from '../contract/types'
import { readPage, type Page } from '../db/paging'
import { invalid } from '../base/errors'
import { once, onceFinished } from '../idempotency/actions'
import { resolveUserId } from '../members/actions'
import { cancelEvent, changeEvent, createEvent, requireEvent, startEvent, type EventChange } from './actions'
import { dropAttendee, setAttendees } from './attendees/actions'
import { listAttendees, positionOfUser, type AttendeeEntry } from './attendees/queries'
import { finishEvent, finishedEvent, type FinishBegun } from './finish/actions'
import { listAwards } from './finish/queries'
import { listEvents, listEventTypes, positionOfEvent, positionOfType } from './queries'
import { changeEventType, createEventType, requireEventType } from './types/actions'
import { toAttendee, toAward, toEvent, toEventType, toFinishMeta } from './views'

export const events = {
  async listEventTypes(ctx, { query }) {
    const read = (page: Page) => listEventTypes(ctx, page)
    const body = await readPage(ctx, 'event types', query, { read, positionOf: positionOfType, show: toEventType })
    return { status: 200, body }
  },

  async createEventType(ctx, { body }) {
    const act = (ctx: Ctx) => createEventType(ctx, body)
    return once(ctx, act, (row) => ({ status: 201, body: { data: toEventType(row) } }))
  },

  async getEventType(ctx, { path }) {
    return { status: 200, body: { data: toEventType(await requireEventType(ctx, path.eventTypeId)) } }
  },

  async updateEventType(ctx, { path, body }) {
    return { status: 200, body: { data: toEventType(await changeEventType(ctx, path.eventTypeId, body)) } }
  },

  async listEvents(ctx, { query }) {
    const { state, eventTypeId, from, to } = query
    const filter = { state, eventTypeId, from, to }
    const read = (page: Page) => listEvents(ctx, filter, page)
    const list = `events ${JSON.stringify(filter)}`
    return { status: 200, body: await readPage(ctx, list, query, { read, positionOf: positionOfEvent, show: toEvent }) }
  },

  async createEvent(ctx, { body }) {
    const act = (ctx: Ctx) => createEvent(ctx, body.eventTypeId, { ...toChange(body), startsAt: body.startsAt })
    return once(ctx, act, (row) => ({ status: 201, body: { data: toEvent(row) } }))
  },

  async getEvent(ctx, { path }) {
    return { status: 200, body: { data: toEvent(await requireEvent(ctx, path.eventId)) } }
  },

  async updateEvent(ctx, { path, body }) {
    return { status: 200, body: { data: toEvent(await changeEvent(ctx, path.eventId, toChange(body))) } }
  },

  async startEvent(ctx, { path }) {
    const act = (ctx: Ctx) => startEvent(ctx, path.eventId)
    return once(ctx, act, (row) => ({ status: 200, body: { data: toEvent(row) } }))
  },

  async finishEvent(ctx, { path, query }) {
    const act = (ctx: Ctx) => finishEvent(ctx, path.eventId, query.wait !== false)
    const finish = (begun: FinishBegun) => finishedEvent(ctx, begun)
    return onceFinished(ctx, act, finish, ({ event, replayed, summary }) => ({
      status: 200,
      body: { data: toEvent(event), meta: toFinishMeta(replayed, summary) },
    }))
  },

  async cancelEvent(ctx, { path, body }) {
    const act = (ctx: Ctx) => cancelEvent(ctx, path.eventId, body?.reason ?? null)
    return once(ctx, act, (row) => ({ status: 200, body: { data: toEvent(row) } }))
  },

  async listEventAttendees(ctx, { path: { eventId }, query }) {
    const { attendance = null } = query
    await requireEvent(ctx, eventId)
    const read = (page: Page) => listAttendees(ctx, eventId, attendance, page)
    const list = `attendees ${eventId} ${attendance ?? ''}`
    const body = await readPage(ctx, list, query, { read, positionOf: positionOfUser, show: toAttendee })
    return { status: 200, body }
  },

  async setEventAttendees(ctx, { path, body }) {
    const entries = body.attendees.map((entry) => toAttendeeEntry(entry.userId, entry))
    const rows = await setAttendees(ctx, path.eventId, entries)
    const meta = { changed: rows.filter(({ changed }) => changed).length }
    return { status: 200, body: { data: rows.map(toAttendee), meta } }
  },

  async setEventAttendee(ctx, { path, query, body }) {
    const userId = await resolveUserId(ctx, { ...path, ...query }, 'write')
    const [row] = await setAttendees(ctx, path.eventId, [toAttendeeEntry(userId, body)])
    if (!row) throw new Error('put_event_attendees returned no row')
    return { status: 200, body: { data: toAttendee(row), meta: { changed: row.changed } } }
  },

  async removeEventAttendee(ctx, { path, query }) {
    const userId = await resolveUserId(ctx, { ...path, ...query }, 'write')
    await dropAttendee(ctx, path.eventId, userId)
    return { status: 204 }
  },

  async listEventAwards(ctx, { path: { eventId }, query }) {
    await requireEvent(ctx, eventId)
    const read = (page: Page) => listAwards(ctx, eventId, page)
    const body = await readPage(ctx, `awards ${eventId}`, query, { read, positionOf: positionOfUser, show: toAward })
    return { status: 200, body }
  },
} satisfies Handlers

const toAttendeeEntry = (
  userId: number,
  { role = null, attendance = null }: Partial<Nullable<Schema<'EventAttendeeSet'>>>,
): AttendeeEntry => ({
  userId,
  role,
  attendance,
})
type Nullable<T> = { [Name in keyof T]: T[Name] | null }

/** The `remove…` flags are for clients that cannot send null. */
function toChange(body: Partial<Schema<'EventUpdate'>>): EventChange {
  const { name, description, startsAt, endsAt, removeEndsAt, hostUserId, removeHost, awards } = body
  if (removeEndsAt === true && endsAt !== undefined) throw contradiction('removeEndsAt', 'endsAt')
  if (removeHost === true && hostUserId !== undefined) throw contradiction('removeHost', 'hostUserId')
  return {
    name,
    description,
    awards,
    startsAt,
    endsAt: removeEndsAt === true ? null : endsAt,
    hostUserId: removeHost === true ? null : hostUserId,
  }
}

const contradiction = (flag: string, field: string) =>
  invalid(`/body/${flag}`, 'not', `must not be true together with ${field}`)
