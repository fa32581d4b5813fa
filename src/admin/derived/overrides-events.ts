// Events and their types.
import type { Schema } from '../../contract/types'
import { optional } from '../options'
import type { NamedHuman } from '../output'
import type { Overrides } from './override'

type Event = Schema<'Event'>
type Awards = Schema<'EventAwardSummary'>

const humanOfEvent = (event: Event, awards: Awards): NamedHuman => ({
  fields: {
    event: event.eventId,
    name: event.name,
    state: event.state,
    starts: event.startsAt,
    host: event.hostUserId,
    present: event.attendees.present,
    ...(event.state === 'finished' && fieldsOfAwards(awards)),
  },
})

const fieldsOfAwards = ({ members, medals, medalsWithheld, rankChanges }: Awards) => ({
  'members awarded': members,
  medals,
  'medals withheld': medalsWithheld,
  'rank changes pending': rankChanges.pending,
  'rank changes succeeded': rankChanges.succeeded,
  'rank changes failed': rankChanges.failed,
})

const presentOf = (attendees: unknown): number => (attendees as Event['attendees']).present

export const eventOverrides: Overrides = {
  listEventTypes: {
    summary: 'list the types of a community, including archived ones, newest first',
    columns: [
      ['type', ({ eventTypeId }) => eventTypeId],
      'archived',
      ['rules', ({ awards }) => (awards as unknown[]).length],
      'createdAt',
      'name',
    ],
    none: 'This community has no event types.',
  },
  updateEventType: {
    variants: [
      {
        verb: 'archive',
        summary: 'forbid new events of a type; existing events are not affected',
        only: [],
        own: [
          {
            names: ['body/archived'],
            option: optional('--off', 'allow new events again; the same as restore, and gone in the next release'),
            sets: () => ({ 'body/archived': false }),
          },
        ],
        values: { 'body/archived': true },
      },
      {
        verb: 'restore',
        summary: 'allow new events of an archived type again',
        only: [],
        values: { 'body/archived': false },
      },
    ],
  },
  createEventType: { summary: 'create a type; without --awards it has no rewards' },
  listEvents: {
    summary: 'list the events of a community by start time, latest first',
    columns: ['eventId', 'state', 'startsAt', ['present', ({ attendees }) => presentOf(attendees)], 'name'],
  },
  getEvent: {
    summary: 'show an event and its rewards',
    adds: 'awardsOfEvent',
    human: (answer) => humanOfEvent(answer as unknown as Event, answer['awarded'] as Awards),
  },
  finishEvent: {
    summary: 'finish an active event and reward the present attendees',
    only: [],
    values: { 'query/wait': 'false' },
    metaNames: { awards: 'awarded' },
    human: (answer) => ({
      ...humanOfEvent(answer as unknown as Event, answer['awarded'] as Awards),
      note: answer['replayed'] ? 'It was finished already; no rewards were given.' : undefined,
    }),
    help: 'Rank changes are queued; event show has their progress. Finishing is idempotent.',
  },
  cancelEvent: { summary: 'cancel an event that has not ended, without rewards' },
  removeEventAttendee: { confirm: 'the attendee is removed, and gets no awards of the event' },
}
