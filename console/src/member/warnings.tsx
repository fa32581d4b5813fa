// The warnings of a member, also those that have ended, and their end.
import { Badge, Button, NumberInput } from '@mantine/core'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { createWarning as limits, revokeWarning as revokeLimits } from '../../../generated/field-limits'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { DraftField, isTooLong } from '../patterns/draft-field'
import { useDraft } from '../patterns/drafts'
import { Field } from '../patterns/field-errors'
import type { Names } from '../patterns/names'
import { Row } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { endOfDay, Time } from '../patterns/time'
import { undoWith } from '../patterns/use-act'
import { useList } from '../patterns/use-list'
import { useMay } from '../session'
import { EndField } from './end-field'
import { keyOfMember, nameOf, useMemberAct, type Member } from './member-act'
import { Records } from './records'

type Warning = Schema<'Warning'>

const texts = catalogue('warnings', {
  title: 'Warnings',
  none: 'No warning.',
  active_one: '{count} point counts',
  active_other: '{count} points count',
  points_one: '{count} point',
  points_other: '{count} points',
  live: 'counts',
  expired: 'expired',
  revoked: 'taken back',
  noReason: 'Without a reason',
  by: 'by {name}',
  until: 'until',
  noEnd: 'without an end',
  ended: 'ended',
  revokedBy: 'taken back by {name}',
  because: '“{reason}”',
  warn: 'Warn',
  warnAct: 'Warn {name}',
  reason: 'Reason',
  pointsLabel: 'Points',
  pointsAbout: 'What a warning weighs. What points lead to, your staff decides.',
  said: '{name} was warned. Points that count: {total}.',
  undo: 'Take back the warning of {name}',
  undone: 'Taken back at once',
  revoke: 'Take back',
  revokeTitle: 'Take back the warning',
  revokeReason: 'Why it is taken back',
  revokeSaid: 'The warning was taken back. Points that count: {total}.',
  endedMeanwhile: 'Somebody else took this warning back meanwhile, or it has expired. The list shows it now.',
})

export function Warnings({ member }: { readonly member: Member }) {
  const t = useTexts(texts)
  const may = useMay()
  const { userId } = member
  const key = [...keyOfMember(userId), 'warnings']
  const list = useList({
    key,
    read: (cursor) => {
      const query = {
        userId,
        state: 'all',
        names: '1',
        total: '1',
        limit: 20,
        ...(cursor !== null && { cursor }),
      } as const
      return answerOf(api.GET('/v2/warnings', { params: { query } }))
    },
  })
  const pages = useQueryClient().getQueryData<InfiniteData<Schema<'WarningPage'>>>(key)
  const active = pages?.pages[0]?.meta.activePoints ?? 0
  return (
    <Records
      of={list}
      title={t('title')}
      mark={active > 0 && <Badge color="orange">{t('active', { count: active })}</Badge>}
      acts={may('warnings.write') && <Warn member={member} />}
      empty={t('none')}
    >
      {list.rows.map((warning) => (
        <WarningRow key={warning.warningId} warning={warning} names={list.names} />
      ))}
    </Records>
  )
}

function WarningRow({ warning, names }: { readonly warning: Warning; readonly names: Names }) {
  const t = useTexts(texts)
  const may = useMay()
  const { reason, points, state, issuedBy, createdAt, expiresAt, revokedAt, revokedBy, revokeReason } = warning
  return (
    <Row
      name={reason ?? t('noReason')}
      isText
      badges={
        <>
          <Badge color={state === 'live' ? 'orange' : 'gray'}>{t(state)}</Badge>
          <Badge color="gray">{t('points', { count: points })}</Badge>
        </>
      }
      facts={[
        <>
          <Time at={createdAt} /> {t('by', { name: names.actor(issuedBy) })}
        </>,
        expiresAt === null && state === 'live' ? t('noEnd') : null,
        expiresAt !== null && state !== 'revoked' ? (
          <>
            {t(state === 'live' ? 'until' : 'ended')} <Time at={expiresAt} />
          </>
        ) : null,
        revokedAt === null ? null : (
          <>
            {revokedBy === null ? t('revoked') : t('revokedBy', { name: names.actor(revokedBy) })}{' '}
            <Time at={revokedAt} />
            {revokeReason !== null && <> {t('because', { reason: revokeReason })}</>}
          </>
        ),
      ]}
      acts={may('warnings.write') ? <Revoke warning={warning} /> : undefined}
    />
  )
}

interface WarnValues {
  readonly reason: string
  readonly points: number
  readonly day: string
}

function Warn({ member }: { readonly member: Member }) {
  const t = useTexts(texts)
  const { userId } = member
  const name = nameOf(member)
  const drafts = { form: 'warn', record: userId }
  const [isOpen, setOpen] = useState(false)
  const [reason] = useDraft(drafts, 'reason')
  const [points, setPoints] = useDraft(drafts, 'points', '1')
  const [day, setDay] = useDraft(drafts, 'day')
  const act = useMemberAct(userId, {
    name: 'createWarning',
    on: userId,
    title: (_: WarnValues) => t('warnAct', { name }),
    request: (given) => ({
      body: {
        userId: Number(userId),
        reason: given.reason,
        points: given.points,
        ...(given.day !== '' && { expiresAt: endOfDay(given.day) }),
      },
    }),
    said: ({ meta }) => t('said', { name, total: meta.activePoints }),
    undo: ({ data: { warningId } }) =>
      undoWith({
        name: 'revokeWarning',
        on: warningId,
        title: t('undo', { name }),
        request: { path: { warningId }, body: { reason: t('undone') } },
      }),
    drafts,
  })
  return (
    <>
      <Button size="xs" variant="danger" onClick={() => setOpen(true)}>
        {t('warn')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('warn')}
        subject={name}
        isDangerous
        values={() => {
          const given = Number(points)
          const isGood = reason.trim() !== '' && !isTooLong(reason, limits.reason) && given >= 1
          return isGood ? { reason, points: given, day } : null
        }}
      >
        <DraftField of={drafts} field="reason" label={t('reason')} limit={limits.reason} rows={2} required autoFocus />
        <Field of="points">
          <NumberInput
            label={t('pointsLabel')}
            description={t('pointsAbout')}
            value={points}
            onChange={(value) => setPoints(String(value))}
            min={1}
            max={100}
            allowDecimal={false}
            required
          />
        </Field>
        <EndField value={day} onChange={setDay} />
      </ActDialog>
    </>
  )
}

/** Stays while its dialog is open, also when the warning has ended meanwhile. */
function Revoke({ warning: { warningId, userId, reason: of, state } }: { readonly warning: Warning }) {
  const t = useTexts(texts)
  const drafts = { form: 'revoke-warning', record: warningId }
  const [isOpen, setOpen] = useState(false)
  const [reason] = useDraft(drafts, 'reason')
  const subject = of ?? t('noReason')
  const act = useMemberAct(
    userId,
    {
      name: 'revokeWarning',
      on: warningId,
      title: (_: string) => `${t('revokeTitle')}: ${subject}`,
      request: (given) => ({ path: { warningId }, body: { reason: given } }),
      said: ({ meta }) => t('revokeSaid', { total: meta.activePoints }),
      drafts,
    },
    { warning_ended: t('endedMeanwhile') },
  )
  return (
    <>
      {state === 'live' && (
        <Button size="xs" variant="default" aria-label={`${t('revoke')}: ${subject}`} onClick={() => setOpen(true)}>
          {t('revoke')}
        </Button>
      )}
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('revokeTitle')}
        subject={subject}
        values={() => (reason.trim() === '' || isTooLong(reason, revokeLimits.reason) ? null : reason)}
      >
        <DraftField
          of={drafts}
          field="reason"
          label={t('revokeReason')}
          limit={revokeLimits.reason}
          required
          autoFocus
        />
      </ActDialog>
    </>
  )
}
