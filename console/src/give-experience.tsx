// Gives a member experience: the model of an act with fields.
import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { awardBatch as limits } from '../../generated/field-limits'
import type { Schema } from './api'
import { ActDialog } from './patterns/act-dialog'
import { DraftField, isTooLong } from './patterns/draft-field'
import { clearDrafts, useDraft } from './patterns/drafts'
import { catalogue, useTexts } from './patterns/texts'
import { undoWith, useAct } from './patterns/use-act'

const texts = catalogue('give-experience', {
  title: 'Give experience',
  act: 'Give {amount} experience to {name}',
  undo: 'Take {amount} experience from {name}',
  amount: 'Experience',
  reason: 'Reason',
  said: '{name} got {amount} experience and has {total} now.',
  saidRank: '{name} got {amount} experience and has {total} now. AutoRank changes the rank.',
})

interface Values {
  readonly amount: number
  readonly reason: string
}

type Member = Pick<Schema<'Member'>, 'userId' | 'username'>

export function GiveExperience({ member: { userId, username } }: { readonly member: Member }) {
  const t = useTexts(texts)
  const name = username ?? userId
  const drafts = { form: 'give-experience', record: userId }
  const [isOpen, setOpen] = useState(false)
  const [amount, setAmount] = useDraft(drafts, 'amount')
  const [reason] = useDraft(drafts, 'reason')
  const pointsOf = (change: number) => ({
    body: {
      entries: [
        {
          userId: Number(userId),
          experience: { op: change < 0 ? ('decrement' as const) : ('increment' as const), amount: Math.abs(change) },
          ...(reason !== '' && { reason }),
        },
      ],
    },
  })
  const act = useAct({
    name: 'awardBatch',
    on: userId,
    title: ({ amount: given }: Values) => t('act', { amount: given, name }),
    request: ({ amount: given }) => pointsOf(given),
    said: ({ data: { entries } }) => {
      const [{ experience, member, autoRank } = {}] = entries
      const values = { name, amount: experience?.change ?? 0, total: member?.experience ?? 0 }
      return t(autoRank?.outcome === 'queued' ? 'saidRank' : 'said', values)
    },
    undo: ({ data: { batchId, entries } }) => {
      const change = entries[0]?.experience?.change ?? 0
      if (change === 0) return null
      return undoWith({
        name: 'awardBatch',
        on: `undo-${batchId}`,
        title: t('undo', { amount: change, name }),
        request: pointsOf(-change),
      })
    },
    reads: [
      ['member', userId],
      ['history', userId],
    ],
    onDone: () => clearDrafts(drafts),
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('title')}</Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('title')}
        subject={name}
        values={() => {
          const given = Number(amount)
          return Number.isSafeInteger(given) && given > 0 && !isTooLong(reason, limits['entries.reason'])
            ? { amount: given, reason }
            : null
        }}
      >
        <NumberInput
          label={t('amount')}
          value={amount}
          onChange={(value) => setAmount(String(value))}
          min={1}
          max={Number.MAX_SAFE_INTEGER}
          allowDecimal={false}
          required
          data-autofocus
        />
        <DraftField of={drafts} field="reason" label={t('reason')} limit={limits['entries.reason']} />
      </ActDialog>
    </>
  )
}
