// Events and what they give.
import { sql } from 'kysely'
import type { Schema } from '../../src/contract/types'
import type { Answer, TestApp, TestCommunity } from '../support/app'

export type Rules = Schema<'EventAwardRule'>[]
export type Award = Schema<'EventAward'>

export const startsAt = '2026-03-06T18:00:00.000000Z'

/** The data of a response that must have the status. */
export function data(answer: Answer, status = 200): Answer['body'] {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.body.data
}

let names = 0

/** Creates an event type. @returns its id */
export async function newType({ client }: TestCommunity, body: object = {}): Promise<string> {
  const type = data(await client.post('/v2/event-types', { name: `Training ${++names}`, ...body }), 201)
  return type.eventTypeId as string
}

/** Creates an event with a new type. @returns its id */
export async function newEvent(
  community: TestCommunity,
  awards: Rules = [],
  state: Schema<'EventState'> = 'scheduled',
): Promise<string> {
  const { client } = community
  const eventTypeId = await newType(community)
  const { eventId } = data(await client.post('/v2/events', { eventTypeId, startsAt, awards }), 201)
  const path = `/v2/events/${eventId}`
  if (state === 'active' || state === 'finished') data(await client.post(`${path}/start`))
  if (state === 'finished') data(await client.post(`${path}/finish`))
  if (state === 'cancelled') data(await client.post(`${path}/cancel`))
  return eventId as string
}

/** Adds attendees with a role. */
export async function attend(
  { client }: TestCommunity,
  eventId: string,
  userIds: readonly number[],
  role: Schema<'EventRole'> = 'participant',
): Promise<void> {
  for (let from = 0; from < userIds.length; from += 100) {
    const attendees = userIds
      .slice(from, from + 100)
      .map((userId) => ({ userId: String(userId), role, attendance: 'present' }))
    data(await client.put(`/v2/events/${eventId}/attendees`, { attendees }))
  }
}

/** An active event with these accounts present. */
export async function activeEvent(
  community: TestCommunity,
  awards: Rules,
  userIds: readonly number[],
): Promise<string> {
  const eventId = await newEvent(community, awards, 'active')
  await attend(community, eventId, userIds)
  return eventId
}

export const finish = ({ client }: Pick<TestCommunity, 'client'>, eventId: string, query = ''): Promise<Answer> =>
  client.post(`/v2/events/${eventId}/finish${query}`)

/** Awards of the event, from all pages. */
export async function awardsOf({ client }: TestCommunity, eventId: string): Promise<Award[]> {
  const all: Award[] = []
  for (let cursor = ''; ;) {
    const { body } = await client.get(`/v2/events/${eventId}/awards?limit=100${cursor}`)
    all.push(...(body.data as Award[]))
    if (body.meta.nextCursor === null) return all
    cursor = `&cursor=${body.meta.nextCursor}`
  }
}

export interface Numbers {
  readonly user_id: number
  readonly experience: number
  readonly quota_points: number
  readonly medal_occurrences: number
  /** Number of medals counted in member_medal; `medal_occurrences` is the stored count. */
  readonly held: number
}

/** Points and medals of all members, by user id. */
export async function numbersOf({ app }: TestApp, { communityId }: TestCommunity): Promise<Numbers[]> {
  const { rows } = await sql<Numbers>`
    select user_id, experience, quota_points, medal_occurrences, coalesce((select sum(count) from member_medal h
      where h.community_id = m.community_id and h.user_id = m.user_id), 0)::integer as held
    from member m where community_id = ${communityId} order by user_id`.execute(app.db)
  return rows
}

/** Audit entries of the action, oldest first. */
export async function auditEntriesOf(
  { app }: TestApp,
  { communityId }: TestCommunity,
  action: string,
): Promise<{ user_id: number | null; before: unknown; after: unknown; reason: string | null }[]> {
  const { rows } = await sql<never>`select user_id, before, after, reason from audit_entry
    where community_id = ${communityId} and action = ${action} order by audit_id`.execute(app.db)
  return rows
}

/** Rank changes of the event, by user id. */
export async function operationsOf(
  { app }: TestApp,
  eventId: string,
): Promise<{ operation_id: string; kind: string }[]> {
  const { rows } = await sql<never>`select operation_id, kind from platform_operation where event_id = ${eventId}
    order by user_id`.execute(app.db)
  return rows
}
