// The entries of a member on the blacklist, also those that have ended, and their end.
import { Anchor, Badge, Button, List, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createBlacklistEntry as limits, liftBlacklistEntry as liftLimits } from '../../../generated/field-limits'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { DraftField, isTooLong } from '../patterns/draft-field'
import { useDraft } from '../patterns/drafts'
import { Field } from '../patterns/field-errors'
import type { Names } from '../patterns/names'
import { Row } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { dateTimeText, endOfDay, Time } from '../patterns/time'
import { undoWith } from '../patterns/use-act'
import { useList, type ListOf } from '../patterns/use-list'
import { useMay } from '../session'
import { EndField } from './end-field'
import { keyOfMember, nameOf, useMemberAct, type Member } from './member-act'
import { Refusal } from './refusal'
import { Records } from './records'

export type Entry = Schema<'BlacklistEntry'>

const texts = catalogue('member-blacklist', {
  title: 'Blacklist',
  none: 'Not on the blacklist.',
  live: 'on the blacklist',
  expired: 'expired',
  lifted: 'lifted',
  noReason: 'Without a reason',
  by: 'by {name}',
  somebody: 'by somebody',
  until: 'until',
  noEnd: 'without an end',
  ended: 'ended',
  liftedBy: 'lifted by {name}',
  liftedAt: 'lifted',
  because: '“{reason}”',
  evidence: 'Evidence',
  add: 'Put on the blacklist',
  addAct: 'Put {name} on the blacklist',
  reason: 'Reason',
  evidenceUrl: 'Evidence (address of a page)',
  effectApply: '{name} can neither open nor submit a form, and is not told why.',
  effectRank:
    'No promotion: AutoRank and staff are refused. The rank stays as it is; remove or demote by hand if you want that.',
  already: '{name} is on the blacklist already. Lift that entry first if it is wrong.',
  said: '{name} is on the blacklist until {until}.',
  saidEver: '{name} is on the blacklist, without an end.',
  undo: 'Take {name} off the blacklist',
  undone: 'Taken back at once',
  lift: 'Lift',
  liftTitle: 'Take off the blacklist',
  liftReason: 'Why it is lifted',
  liftEffect: 'Forms and promotions are open to {name} again. The entry stays in this list.',
  liftSaid: '{name} is not on the blacklist any more.',
  endedMeanwhile: 'Somebody else lifted this entry meanwhile, or it has expired. The list shows it now.',
})

export const isOnBlacklist = ({ state }: Entry): boolean => state === 'live'

export function useBlacklist(userId: string): ListOf<Entry> {
  const may = useMay()
  return useList({
    key: [...keyOfMember(userId), 'blacklist'],
    enabled: may('blacklists.read'),
    read: (cursor) => {
      const query = {
        userId,
        state: 'all',
        names: '1',
        total: '1',
        limit: 20,
        ...(cursor !== null && { cursor }),
      } as const
      return answerOf(api.GET('/v2/blacklist-entries', { params: { query } }))
    },
  })
}

export function Blacklist({ member, list }: { readonly member: Member; readonly list: ListOf<Entry> }) {
  const t = useTexts(texts)
  const may = useMay()
  const isOn = list.rows.some(isOnBlacklist)
  return (
    <Records
      of={list}
      title={t('title')}
      mark={isOn && <Badge color="red">{t('live')}</Badge>}
      acts={may('blacklists.write') && <Add member={member} isOn={isOn} />}
      empty={t('none')}
    >
      {list.rows.map((entry) => (
        <EntryRow key={entry.blacklistEntryId} entry={entry} names={list.names} member={member} />
      ))}
    </Records>
  )
}

interface RowProps {
  readonly entry: Entry
  readonly names: Names
  readonly member: Member
}

function EntryRow({ entry, names, member }: RowProps) {
  const t = useTexts(texts)
  const may = useMay()
  const { reason, evidenceUrl, createdBy, createdAt, expiresAt, state, liftedAt, liftedBy, liftReason } = entry
  return (
    <Row
      name={reason ?? t('noReason')}
      isText
      badges={<Badge color={state === 'live' ? 'red' : 'gray'}>{t(state)}</Badge>}
      facts={[
        <>
          <Time at={createdAt} /> {createdBy === null ? t('somebody') : t('by', { name: names.actor(createdBy) })}
        </>,
        expiresAt === null && state === 'live' ? t('noEnd') : null,
        expiresAt !== null && state !== 'lifted' ? (
          <>
            {t(state === 'live' ? 'until' : 'ended')} <Time at={expiresAt} />
          </>
        ) : null,
        liftedAt === null ? null : (
          <>
            {liftedBy === null ? t('liftedAt') : t('liftedBy', { name: names.actor(liftedBy) })} <Time at={liftedAt} />
            {liftReason !== null && <> {t('because', { reason: liftReason })}</>}
          </>
        ),
        evidenceUrl === null ? null : (
          <Anchor href={evidenceUrl} target="_blank" rel="noreferrer noopener" inherit>
            {t('evidence')}
          </Anchor>
        ),
      ]}
      acts={may('blacklists.write') ? <LiftEntry entry={entry} member={member} /> : undefined}
    />
  )
}

interface AddValues {
  readonly reason: string
  readonly evidenceUrl: string
  readonly day: string
}

function Add({ member, isOn }: { readonly member: Member; readonly isOn: boolean }) {
  const t = useTexts(texts)
  const { userId } = member
  const name = nameOf(member)
  const drafts = { form: 'blacklist', record: userId }
  const [isOpen, setOpen] = useState(false)
  const [reason] = useDraft(drafts, 'reason')
  const [evidenceUrl, setEvidenceUrl] = useDraft(drafts, 'evidenceUrl')
  const [day, setDay] = useDraft(drafts, 'day')
  const act = useMemberAct(userId, {
    name: 'createBlacklistEntry',
    on: userId,
    title: (_: AddValues) => t('addAct', { name }),
    request: (given) => ({
      body: {
        userId: Number(userId),
        reason: given.reason,
        ...(given.evidenceUrl !== '' && { evidenceUrl: given.evidenceUrl }),
        ...(given.day !== '' && { expiresAt: endOfDay(given.day) }),
      },
    }),
    said: ({ data: { expiresAt } }) =>
      expiresAt === null ? t('saidEver', { name }) : t('said', { name, until: dateTimeText(expiresAt) }),
    undo: ({ data: { blacklistEntryId } }) =>
      undoWith({
        name: 'liftBlacklistEntry',
        on: blacklistEntryId,
        title: t('undo', { name }),
        request: { path: { blacklistEntryId }, body: { reason: t('undone') } },
      }),
    drafts,
  })
  return (
    <>
      <Button size="xs" variant="danger" onClick={() => setOpen(true)}>
        {t('add')}
      </Button>
      {isOn && (
        <Refusal
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={t('add')}
          name={name}
          why={t('already', { name })}
        />
      )}
      <ActDialog
        opened={isOpen && !isOn}
        onClose={() => setOpen(false)}
        act={act}
        title={t('add')}
        subject={name}
        isDangerous
        values={() => {
          const isGood = reason.trim() !== '' && !isTooLong(reason, limits.reason)
          return isGood && !isTooLong(evidenceUrl, limits.evidenceUrl) ? { reason, evidenceUrl, day } : null
        }}
      >
        <>
          <DraftField
            of={drafts}
            field="reason"
            label={t('reason')}
            limit={limits.reason}
            rows={2}
            required
            autoFocus
          />
          <Field of="evidenceUrl">
            <TextInput
              type="url"
              label={t('evidenceUrl')}
              placeholder="https://"
              value={evidenceUrl}
              onChange={({ currentTarget: { value } }) => setEvidenceUrl(value)}
            />
          </Field>
          <EndField value={day} onChange={setDay} />
          <List size="sm" spacing={4}>
            <List.Item>{t('effectApply', { name })}</List.Item>
            <List.Item>{t('effectRank')}</List.Item>
          </List>
        </>
      </ActDialog>
    </>
  )
}

interface LiftProps {
  readonly entry: Entry
  readonly member: Pick<Member, 'userId' | 'username'>
}

/** Stays while its dialog is open, also when the entry has ended meanwhile. */
export function LiftEntry({ entry: { blacklistEntryId, reason: reasonOf, state }, member }: LiftProps) {
  const t = useTexts(texts)
  const name = nameOf(member)
  const drafts = { form: 'lift-blacklist', record: blacklistEntryId }
  const [isOpen, setOpen] = useState(false)
  const [reason] = useDraft(drafts, 'reason')
  const act = useMemberAct(
    member.userId,
    {
      name: 'liftBlacklistEntry',
      on: blacklistEntryId,
      title: (_: string) => `${t('liftTitle')}: ${name}`,
      request: (given) => ({ path: { blacklistEntryId }, body: given === '' ? {} : { reason: given } }),
      said: () => t('liftSaid', { name }),
      drafts,
    },
    { blacklist_entry_ended: t('endedMeanwhile') },
  )
  return (
    <>
      {state === 'live' && (
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('lift')}: ${reasonOf ?? t('noReason')}`}
          onClick={() => setOpen(true)}
        >
          {t('lift')}
        </Button>
      )}
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('liftTitle')}
        subject={name}
        values={() => (isTooLong(reason, liftLimits.reason) ? null : reason)}
      >
        {t('liftEffect', { name })}
        <DraftField of={drafts} field="reason" label={t('liftReason')} limit={liftLimits.reason} autoFocus />
      </ActDialog>
    </>
  )
}
