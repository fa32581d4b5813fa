// `event`: list, show, cancel, finish; `event-type`: create, list, archive.
import type { Ctx } from '../../context'
import { cancelEvent, requireEvent } from '../../events/actions'
import { finishEvent } from '../../events/finish/actions'
import { summarizeAwards } from '../../events/finish/queries'
import { listEvents, listEventTypes } from '../../events/queries'
import { states, type State } from '../../events/rules'
import { changeEventType, createEventType } from '../../events/types/actions'
import { toEvent, toEventType, toFinishMeta } from '../../events/views'
import { eventId, eventTypeId, name, oneOf, reason, wholeNumber } from '../arguments'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface ListFlags {
  readonly state?: State
  readonly limit: number
}
interface EventFlags {
  readonly event: string
}
type CancelFlags = EventFlags & { readonly reason?: string }
interface TypeFlags {
  readonly type: string
  readonly off?: boolean
}

const eventFlag = () => required('--event <id>', 'the event; see event list', eventId)
const limitFlag = () => optional('--limit <n>', 'maximum number', wholeNumber(1, 1_000)).default(50)

export function addNouns(noun: AddNoun): void {
  noun('event-type')
    .communityVerb<{ name: string }>({
      verb: 'create',
      summary: 'create a type; it has no rewards at first',
      flags: [required('--name <name>', 'name, unique in the community', name)],
      examples: ['--community cmt_… --name Training'],
      run: createType,
    })
    .communityVerb<{ limit: number }>({
      verb: 'list',
      csv: true,
      summary: 'list the types of a community, including archived ones, newest first',
      flags: [limitFlag()],
      examples: ['--community cmt_…'],
      run: listTypes,
    })
    .communityVerb<TypeFlags>({
      verb: 'archive',
      summary: 'forbid new events of a type; existing events are not affected',
      flags: [
        required('--type <id>', 'the type; see event-type list', eventTypeId),
        optional('--off', 'allow new events again'),
      ],
      examples: ['--community cmt_… --type ety_…', '--community cmt_… --type ety_… --off'],
      run: archiveType,
    })
  noun('event')
    .communityVerb<ListFlags>({
      verb: 'list',
      csv: true,
      summary: 'list the events of a community by start time, latest first',
      flags: [optional('--state <state>', `only one state: ${states.join(', ')}`, oneOf(states)), limitFlag()],
      examples: ['--community cmt_…', '--community cmt_… --state active --json'],
      run: listPage,
    })
    .communityVerb<EventFlags>({
      verb: 'show',
      summary: 'show an event and its rewards',
      flags: [eventFlag()],
      examples: ['--community cmt_… --event evt_…'],
      run: show,
    })
    .communityVerb<CancelFlags>({
      verb: 'cancel',
      summary: 'cancel an event that has not ended, without rewards',
      flags: [eventFlag(), optional('--reason <text>', 'the reason, visible with the event', reason)],
      examples: ['--community cmt_… --event evt_… --reason "The host is ill."'],
      run: cancel,
    })
    .communityVerb<EventFlags>({
      verb: 'finish',
      summary: 'finish an active event and reward the present attendees',
      flags: [eventFlag()],
      help: 'Rank changes are queued; event show has their progress. Finishing is idempotent.',
      examples: ['--community cmt_… --event evt_…'],
      run: finish,
    })
}

async function createType(ctx: Ctx, flags: { name: string }): Promise<Answer> {
  const type = toEventType(await createEventType(ctx, { name: flags.name }))
  return {
    json: type,
    human: {
      fields: [
        ['type', type.eventTypeId],
        ['name', type.name],
      ],
    },
  }
}

async function listTypes(ctx: Ctx, { limit }: { limit: number }): Promise<Answer> {
  const types = (await listEventTypes(ctx, { after: null, limit })).map(toEventType)
  return {
    json: { eventTypes: types },
    human: {
      table: {
        columns: ['TYPE', 'ARCHIVED', 'RULES', 'CREATED', 'NAME'],
        rows: types.map((type) => [type.eventTypeId, type.archived, type.awards.length, type.createdAt, type.name]),
      },
      ...(types.length === 0 ? { note: 'This community has no event types.' } : {}),
    },
  }
}

async function archiveType(ctx: Ctx, { type: id, off }: TypeFlags): Promise<Answer> {
  const {
    eventTypeId: type,
    archived,
    name: called,
  } = toEventType(await changeEventType(ctx, id, { archived: off !== true }))
  const fields = [
    ['type', type],
    ['name', called],
    ['archived', archived],
  ] as const
  return { json: { eventTypeId: type, archived }, human: { fields } }
}

async function listPage(ctx: Ctx, { state, limit }: ListFlags): Promise<Answer> {
  const events = (await listEvents(ctx, { state }, { after: null, limit })).map(toEvent)
  return {
    json: { events },
    human: {
      table: {
        columns: ['EVENT', 'STATE', 'STARTS', 'PRESENT', 'NAME'],
        rows: events.map((event) => [event.eventId, event.state, event.startsAt, event.attendees.present, event.name]),
      },
      ...(events.length === 0 ? { note: 'There are no events.' } : {}),
    },
  }
}

async function show(ctx: Ctx, { event: id }: EventFlags): Promise<Answer> {
  const event = toEvent(await requireEvent(ctx, id))
  const { awards, pendingOperations } = toFinishMeta(false, await summarizeAwards(ctx, id))
  const awarded = event.state === 'finished' ? { awarded: awards, pendingOperations } : {}
  return { json: { ...event, ...awarded }, human: { fields: [...fieldsOf(event), ...fieldsOfAwards(event, awards)] } }
}

async function cancel(ctx: Ctx, { event: id, reason: why }: CancelFlags): Promise<Answer> {
  const event = toEvent(await cancelEvent(ctx, id, why ?? null))
  return { json: event, human: { fields: fieldsOf(event) } }
}

async function finish(ctx: Ctx, { event: id }: EventFlags): Promise<Answer> {
  const { event: row, replayed, summary } = await finishEvent(ctx, id, false)
  const event = toEvent(row)
  const { awards, pendingOperations } = toFinishMeta(replayed, summary)
  return {
    json: { ...event, replayed, awarded: awards, pendingOperations },
    human: {
      fields: [...fieldsOf(event), ...fieldsOfAwards(event, awards)],
      ...(replayed ? { note: 'It was finished already; no rewards were given.' } : {}),
    },
  }
}

type Event = ReturnType<typeof toEvent>
type Awards = ReturnType<typeof toFinishMeta>['awards']

function fieldsOf(event: Event) {
  return [
    ['event', event.eventId],
    ['name', event.name],
    ['state', event.state],
    ['starts', event.startsAt],
    ['host', event.hostUserId],
    ['present', event.attendees.present],
  ] as const
}

function fieldsOfAwards({ state }: Event, { members, medals, medalsWithheld, rankChanges }: Awards) {
  if (state !== 'finished') return []
  return [
    ['members awarded', members],
    ['medals', medals],
    ['medals withheld', medalsWithheld],
    ['rank changes pending', rankChanges.pending],
    ['rank changes succeeded', rankChanges.succeeded],
    ['rank changes failed', rankChanges.failed],
  ] as const
}
