// What a reversal is about and how far it is: for its page, and for the list.
import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schema } from '../api'
import type { Names } from '../patterns/names'
import { filled, marked, Reason } from '../patterns/sentence'
import { catalogue, textsOf, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'

type Reversal = Schema<'Reversal'>

const texts = catalogue('reversal-state', {
  of: 'The changes of {author} from {from} to {to}.',
  byHand: 'What {author} changed by hand on the platform from {from} to {to}.',
  entry: 'One change of the audit log.',
  batch: 'The awards of one batch.',
  event: 'What an event gave.',
  reversal: 'What an earlier take back did.',
  asked: 'Asked for by {author}, {at}.',
  nothing: 'There is nothing to take back.',
  working: 'Under way: {done} of {all} looked at.',
  collecting: 'Looking for the changes.',
  would_one: '{count} change would be taken back, {kept} kept, {impossible} impossible.',
  would_other: '{count} changes would be taken back, {kept} kept, {impossible} impossible.',
  did_one: '{count} change was taken back, {kept} kept, {impossible} impossible.',
  did_other: '{count} changes were taken back, {kept} kept, {impossible} impossible.',
  previewBadge: 'nothing is changed yet',
  failed: 'failed',
  running: 'under way',
  done: 'done',
})

export const isOver = ({ state }: Reversal): boolean => state === 'finished' || state === 'failed'

/** Whether the source is somebody who makes changes. */
const isActor = (source: Reversal['source']): source is 'key' | 'person' | 'operator' | 'job' =>
  ['key', 'person', 'operator', 'job'].includes(source)

export function ReversalBadge({ of }: { readonly of: Reversal }) {
  const t = useTexts(texts)
  const { state, dryRun } = of
  const badge =
    state === 'failed'
      ? (['red', 'failed'] as const)
      : !isOver(of)
        ? (['blue', 'running'] as const)
        : dryRun
          ? (['blue', 'previewBadge'] as const)
          : (['teal', 'done'] as const)
  return <Badge color={badge[0]}>{t(badge[1])}</Badge>
}

/** "1 change was taken back, 0 kept, 0 impossible." */
export function statusText({ state, dryRun, counts }: Reversal): string {
  const t = textsOf(texts)
  const { entries, pending, takenBack: count, superseded: kept, impossible } = counts
  if (state === 'failed') return ''
  if (state === 'collecting') return t('collecting')
  if (state !== 'finished') return t('working', { done: entries - pending, all: entries })
  if (entries === 0) return t('nothing')
  return t(dryRun ? 'would' : 'did', { count, kept, impossible })
}

interface SourceProps {
  readonly of: Reversal
  /** That were read with it. */
  readonly names: Names
}

/** Whose changes, when, and why. */
export function ReversalSource({ of, names }: SourceProps) {
  const t = useTexts(texts)
  const { source, sourceId, from, to, reason, createdAt, createdBy } = of
  const isAccount = source === 'account'
  const author = isAccount ? (
    <Anchor component={Link} to={`/members/${sourceId}` as string} inherit fw={600}>
      {names.account(sourceId)}
    </Anchor>
  ) : (
    <b>{isActor(source) ? names.actor({ kind: source, id: sourceId }) : sourceId}</b>
  )
  const marks = { author: marked('author'), from: marked('from'), to: marked('to') }
  const windowed = from !== null && to !== null
  const what = windowed
    ? t(isAccount ? 'byHand' : 'of', marks)
    : source === 'batch' || source === 'event' || source === 'reversal'
      ? t(source)
      : t('entry')
  return (
    <>
      <Text size="sm">
        {filled(what, { author, from: windowed && <Time at={from} />, to: windowed && <Time at={to} /> })}
        {reason !== null && <Reason of={reason} />}
      </Text>
      <Text size="xs" c="dimmed">
        {filled(t('asked', { author: marked('author'), at: marked('at') }), {
          author: names.actor(createdBy),
          at: <Time at={createdAt} />,
        })}
      </Text>
    </>
  )
}
