// `event`: show, finish; `event-type`: archive.
import type { Ctx } from '../../context'
import { requireEvent } from '../../events/actions'
import { finishEvent, finishedEvent } from '../../events/finish/actions'
import { summarizeAwards } from '../../events/finish/queries'
import { changeEventType } from '../../events/types/actions'
import { toEvent, toEventType, toFinishMeta } from '../../events/views'
import { eventId, eventTypeId } from '../arguments'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface EventFlags {
  readonly event: string
}
interface TypeFlags {
  readonly type: string
  readonly off?: boolean
}

const eventFlag = () => required('--event <id>', 'the event; see event list', eventId)

export function addNouns(noun: AddNoun): void {
  noun('event-type').communityVerb<TypeFlags>({
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
    .communityVerb<EventFlags>({
      verb: 'show',
      summary: 'show an event and its rewards',
      flags: [eventFlag()],
      examples: ['--community cmt_… --event evt_…'],
      run: show,
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

async function show(ctx: Ctx, { event: id }: EventFlags): Promise<Answer> {
  const event = toEvent(await requireEvent(ctx, id))
  const { awards, pendingOperations } = toFinishMeta(false, await summarizeAwards(ctx, id))
  const awarded = event.state === 'finished' ? { awarded: awards, pendingOperations } : {}
  return { json: { ...event, ...awarded }, human: { fields: [...fieldsOf(event), ...fieldsOfAwards(event, awards)] } }
}

async function finish(ctx: Ctx, { event: id }: EventFlags): Promise<Answer> {
  const { event: row, replayed, summary } = await finishedEvent(ctx, await finishEvent(ctx, id, false))
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
