// Gives a member experience or quota points, or takes them away: the model of an act with fields.
import { Button, NumberInput, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { awardBatch as limits } from '../../generated/field-limits'
import { nameOf, useMemberAct, type Member } from './member/member-act'
import { follow } from './member/rank-changes'
import { ActDialog } from './patterns/act-dialog'
import type { AnswerOf } from './patterns/acts'
import { DraftField, isTooLong } from './patterns/draft-field'
import { useDraft } from './patterns/drafts'
import { Field } from './patterns/field-errors'
import { catalogue, useTexts } from './patterns/texts'
import { undoWith } from './patterns/use-act'
import { reasonOf } from './auto-rank'

const texts = catalogue('give-points', {
  experience: 'Give experience',
  quotaPoints: 'Give quota points',
  takeExperience: 'Take experience',
  takeQuotaPoints: 'Take quota points',
  amountExperience: 'Experience',
  amountQuotaPoints: 'Quota points',
  direction: 'Give or take',
  give: 'Give',
  take: 'Take away',
  giveExperienceAct: 'Give {amount} experience to {name}',
  takeExperienceAct: 'Take {amount} experience from {name}',
  giveQuotaPointsAct: 'Give {amount} quota points to {name}',
  takeQuotaPointsAct: 'Take {amount} quota points from {name}',
  reason: 'Reason',
  gotExperience: '{name} got {amount} experience and has {total} now.',
  lostExperience: '{name} lost {amount} experience and has {total} now.',
  gotQuotaPoints: '{name} got {amount} quota points and has {total} now.',
  lostQuotaPoints: '{name} lost {amount} quota points and has {total} now.',
  clamped: 'That is as far as the limit allows.',
  autoRank: 'AutoRank changes the rank.',
  skipped: 'AutoRank does not change the rank: {why}.',
})

export type PointsKind = 'experience' | 'quotaPoints'
type Outcome = AnswerOf<'awardBatch'>['data']['entries'][number]

const upper = { experience: 'Experience', quotaPoints: 'QuotaPoints' } as const
/** Of the reasons why AutoRank did nothing, those that nobody has to be told of. */
const usualReasons = ['disabled', 'no_ladder', 'not_connected', 'not_in_group']

interface Values {
  /** Negative: taken away. */
  readonly change: number
  readonly reason: string
}

/** What was done, and what came of it. */
function useSaid(name: string, kind: PointsKind): (entry: Outcome | undefined) => string {
  const t = useTexts(texts)
  return (entry) => {
    const { [kind]: points, member, autoRank } = entry ?? {}
    const change = points?.change ?? 0
    const values = { name, amount: Math.abs(change), total: member?.[kind] ?? 0 }
    const why = autoRank?.outcome === 'skipped' ? (autoRank.reason ?? '') : ''
    return [
      t(`${change < 0 ? 'lost' : 'got'}${upper[kind]}`, values),
      points?.clamped ? t('clamped') : '',
      autoRank?.outcome === 'queued' ? t('autoRank') : '',
      why === '' || usualReasons.includes(why) ? '' : t('skipped', { why: reasonOf(why) }),
    ]
      .filter((text) => text !== '')
      .join(' ')
  }
}

export function GivePoints({ member, kind }: { readonly member: Member; readonly kind: PointsKind }) {
  const t = useTexts(texts)
  const { userId, rank } = member
  const name = nameOf(member)
  const said = useSaid(name, kind)
  const drafts = { form: `give-${kind}`, record: userId }
  const [isOpen, setOpen] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const [amount, setAmount] = useDraft(drafts, 'amount')
  const [reason] = useDraft(drafts, 'reason')
  const titleOf = (change: number) =>
    t(`${change < 0 ? 'take' : 'give'}${upper[kind]}Act`, { amount: Math.abs(change), name })
  const requestOf = (change: number, why: string) => {
    const points = { op: change < 0 ? ('decrement' as const) : ('increment' as const), amount: Math.abs(change) }
    return { body: { entries: [{ userId: Number(userId), [kind]: points, ...(why !== '' && { reason: why }) }] } }
  }
  const act = useMemberAct(userId, {
    name: 'awardBatch',
    on: `${kind}-${userId}`,
    title: ({ change }: Values) => titleOf(change),
    request: ({ change, reason: why }) => requestOf(change, why),
    said: ({ data: { entries } }) => said(entries[0]),
    undo: ({ data: { batchId, entries } }) => {
      const change = entries[0]?.[kind]?.change ?? 0
      if (change === 0) return null
      const request = requestOf(-change, reason)
      return undoWith({ name: 'awardBatch', on: `undo-${batchId}`, title: titleOf(-change), request })
    },
    drafts,
    onDone: ({ data: { entries } }) => {
      const { operationId } = entries[0]?.autoRank ?? {}
      if (operationId !== undefined) follow(operationId, rank?.name ?? null)
    },
  })
  const title = t(kind)
  return (
    <>
      <Button variant={kind === 'experience' ? undefined : 'default'} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={isTaking ? t(`take${upper[kind]}`) : title}
        subject={name}
        isDangerous={isTaking}
        values={() => {
          const given = Number(amount)
          return Number.isSafeInteger(given) && given > 0 && !isTooLong(reason, limits['entries.reason'])
            ? { change: isTaking ? -given : given, reason }
            : null
        }}
      >
        <SegmentedControl
          aria-label={t('direction')}
          value={isTaking ? 'take' : 'give'}
          onChange={(value) => setTaking(value === 'take')}
          data={(['give', 'take'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <Field of="amount">
          <NumberInput
            label={t(`amount${upper[kind]}`)}
            value={amount}
            onChange={(value) => setAmount(String(value))}
            min={1}
            max={Number.MAX_SAFE_INTEGER}
            allowDecimal={false}
            required
            data-autofocus
          />
        </Field>
        <DraftField of={drafts} field="reason" label={t('reason')} limit={limits['entries.reason']} />
      </ActDialog>
    </>
  )
}
