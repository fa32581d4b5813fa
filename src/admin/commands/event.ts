// `event`: list, show, cancel, finish; `event-type`: create, list, archive.
import type { Ctx } from '../../context'
import { cancelEvent, changeEventType, createEventType, requireEvent } from '../../events/actions'
import { finishEvent } from '../../events/finish/actions'
import { summarizeAwards } from '../../events/finish/queries'
import { listEvents, listEventTypes } from '../../events/queries'
import { states, type State } from '../../events/rules'
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

const eventFlag = () => required('--event <id>', 'the event, as event list shows it', eventId)
const limitFlag = () => optional('--limit <n>', 'how many', wholeNumber(1, 1_000)).default(50)

/** Adds both nouns. */
export function addEvents(noun: AddNoun): void {
  noun('event-type', 'kinds of events that a community holds')
    .communityVerb<{ name: string }>({
      verb: 'create',
      says: 'a type of that name, which awards nothing until somebody says what',
      flags: [required('--name <name>', 'its name, unique in the community', name)],
      examples: ['--community cmt_… --name Training'],
      run: createType,
    })
    .communityVerb<{ limit: number }>({
      verb: 'list',
      says: 'the types of a community, newest first, archived ones among them',
      flags: [limitFlag()],
      examples: ['--community cmt_…'],
      run: listTypes,
    })
    .communityVerb<TypeFlags>({
      verb: 'archive',
      says: 'let no new event be of a type; those there are go on',
      flags: [
        required('--type <id>', 'the type, as event-type list shows it', eventTypeId),
        optional('--off', 'new events may be of it again'),
      ],
      examples: ['--community cmt_… --type ety_…', '--community cmt_… --type ety_… --off'],
      run: archiveType,
    })
  noun('event', 'events of a community, and ending those that nobody else ends')
    .communityVerb<ListFlags>({
      verb: 'list',
      says: 'the events of a community, the latest start first',
      flags: [optional('--state <state>', `only those that are ${states.join(', ')}`, oneOf(states)), limitFlag()],
      examples: ['--community cmt_…', '--community cmt_… --state active --json'],
      run: listPage,
    })
    .communityVerb<EventFlags>({
      verb: 'show',
      says: 'one event, and what it awarded once it is finished',
      flags: [eventFlag()],
      examples: ['--community cmt_… --event evt_…'],
      run: show,
    })
    .communityVerb<CancelFlags>({
      verb: 'cancel',
      says: 'cancel an event that has not ended; nothing is awarded',
      flags: [eventFlag(), optional('--reason <text>', 'why; whoever reads the event sees it', reason)],
      examples: ['--community cmt_… --event evt_… --reason "The host is ill."'],
      run: cancel,
    })
    .communityVerb<EventFlags>({
      verb: 'finish',
      says: 'finish an active event and award whoever is present, once',
      flags: [eventFlag()],
      help: 'Rank changes are accepted and left to the server; event show says how they stand. Again changes nothing.',
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
      ...(types.length === 0 ? { note: 'This community has no event type yet.' } : {}),
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
      ...(events.length === 0 ? { note: 'There is no such event.' } : {}),
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
      ...(replayed ? { note: 'It was finished before; nothing was awarded now.' } : {}),
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
