// `event show`.
import type { Ctx } from '../../context'
import { requireEvent } from '../../events/actions'
import { summarizeAwards } from '../../events/finish/queries'
import { toEvent, toFinishMeta } from '../../events/views'
import { eventId } from '../arguments'
import { humanOfEvent } from '../derived/overrides-events'
import type { Answer } from '../output'
import { required } from '../options'
import type { AddNoun } from '../verbs'

interface EventFlags {
  readonly event: string
}

export function addNouns(noun: AddNoun): void {
  noun('event').communityVerb<EventFlags>({
    verb: 'show',
    summary: 'show an event and its rewards',
    flags: [required('--event <id>', 'the event; see event list', eventId)],
    examples: ['--community cmt_… --event evt_…'],
    run: show,
  })
}

async function show(ctx: Ctx, { event: id }: EventFlags): Promise<Answer> {
  const event = toEvent(await requireEvent(ctx, id))
  const { awards, pendingOperations } = toFinishMeta(false, await summarizeAwards(ctx, id))
  const awarded = event.state === 'finished' ? { awarded: awards, pendingOperations } : {}
  return { json: { ...event, ...awarded }, human: humanOfEvent(event, awards) }
}
