// The dialogs that make a preview of taking changes back. A preview changes nothing; its page has the button that takes back.
import { Button, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createReversal as limits } from '../../../generated/field-limits'
import type { Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { DraftField, isTooLong } from '../patterns/draft-field'
import { useDraft, type DraftOf } from '../patterns/drafts'
import { Field } from '../patterns/field-errors'
import { nameOfMember } from '../patterns/find-members'
import { MemberPicker } from '../patterns/member-picker'
import { namesOf, type Names } from '../patterns/names'
import { catalogue, useTexts } from '../patterns/texts'
import { useAct, type Act } from '../patterns/use-act'
import { authorOf, useAccountOf, useAuthors } from './authors'

type Request = Schema<'ReversalRequest'>

const texts = catalogue('take-back', {
  title: 'Take back',
  titleOf: 'Take back changes',
  preview: 'Preview',
  previewAbout: 'First you see what would be taken back, and what would not. Nothing is changed yet.',
  what: 'What',
  thisOne: 'Only this change',
  allOf: 'All changes of {name}',
  whose: 'Whose changes',
  byHand: 'By hand, on the platform',
  here: 'Through this server',
  handAbout:
    'Finds the ranks and roles that the account changed on the platform itself, in the audit log of the group. Take the role of the account there first.',
  hereAbout: 'Lock the person out, or revoke the key first: what is changed meanwhile may be left out.',
  account: 'Account',
  author: 'Person or key',
  from: 'From',
  to: 'To',
  reason: 'Reason',
  unknown: 'Nobody is called {name}. Check the spelling, or enter the id of the account.',
  early: 'The window begins at most 31 days ago, before it ends.',
  title_by: '{title}: {name}',
  people: 'People',
  keys: 'Keys',
})

const HOUR_MS = 3_600_000
const MAX_AGE_MS = 31 * 24 * HOUR_MS
const reversible =
  /^(member\.(experience$|quotaPoints$|rank$|role$|medal\.|qualification\.)|(warning|blacklist)\.|suspension\.(add|update|lift)$|application\.(create|update|delete|restore|rollback)$)/

/** An applicant changes nothing that can be taken back; what was made on the platform is found there. */
export const canTakeBack = ({ action, actor }: Schema<'AuditEntry'>): boolean =>
  actor.kind !== 'applicant' && actor.kind !== 'platform' && reversible.test(action)

interface Window {
  readonly from: string
  readonly to: string
}

interface Values {
  readonly source: Request['source']
  readonly sourceId: string
  readonly window: Window | null
  readonly reason: string
}

/** @param on id of what the dialog is about */
function usePreview(on: string, title: string, drafts: DraftOf): Act<Values> {
  const navigate = useNavigate()
  return useAct({
    name: 'createReversal',
    on: `preview.${on}`,
    title: (_: Values) => title,
    request: ({ source, sourceId, window, reason }) => ({
      body: {
        source,
        sourceId,
        ...(window !== null && { from: timeOf(window.from), to: timeOf(window.to) }),
        ...(reason !== '' && { reason }),
        dryRun: true,
      },
    }),
    said: () => null,
    drafts,
    onDone: ({ data: { reversalId } }) => void navigate({ to: `/audit/reversals/${reversalId}` as string }),
  })
}

interface EntryProps {
  readonly entry: Schema<'AuditEntry'>
  readonly names: Names
}

/** Takes back a change in the log, or all changes of its author. */
export function TakeBackEntry({ entry: { auditId, at, actor, userId }, names }: EntryProps) {
  const t = useTexts(texts)
  const drafts = { form: 'take-back', record: auditId }
  const [isOpen, setOpen] = useState(false)
  const [isOfAuthor, setOfAuthor] = useState(false)
  const [window, setWindow] = useState(() => windowAround(Date.parse(at)))
  const [reason] = useDraft(drafts, 'reason')
  const author = names.actor(actor)
  const subject = userId === null ? author : names.account(userId)
  const act = usePreview(auditId, t('title_by', { title: t('title'), name: subject }), drafts)
  const early = isOfAuthor && !isInTime(window) ? t('early') : undefined
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('title_by', { title: t('title'), name: subject })}
        onClick={() => setOpen(true)}
      >
        {t('title')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('title')}
        subject={subject}
        confirm={t('preview')}
        values={(): Values | null => {
          if (isTooLong(reason, limits.reason) || early !== undefined) return null
          return isOfAuthor
            ? { source: actor.kind as Request['source'], sourceId: actor.id, window, reason }
            : { source: 'entry', sourceId: auditId, window: null, reason }
        }}
      >
        <Text size="sm">{t('previewAbout')}</Text>
        <Radio.Group
          label={t('what')}
          value={isOfAuthor ? 'author' : 'entry'}
          onChange={(value) => setOfAuthor(value === 'author')}
        >
          <Stack gap={6} mt={4}>
            <Radio value="entry" label={t('thisOne')} data-autofocus />
            <Radio value="author" label={t('allOf', { name: author })} />
          </Stack>
        </Radio.Group>
        {isOfAuthor && <WindowFields value={window} onChange={setWindow} error={early} />}
        <DraftField of={drafts} field="reason" label={t('reason')} limit={limits.reason} />
      </ActDialog>
    </>
  )
}

/** Takes back what an account changed on the platform itself, of which the log has no entry, or the changes of a person or a key. */
export function TakeBackOf() {
  const t = useTexts(texts)
  const drafts = { form: 'take-back', record: 'somebody' }
  const [isOpen, setOpen] = useState(false)
  const [isByHand, setByHand] = useState(true)
  const [account, setAccount] = useState('')
  const [author, setAuthor] = useState<string | null>(null)
  const [window, setWindow] = useState(() => windowAround(Date.now()))
  const [reason] = useDraft(drafts, 'reason')
  const found = useAccountOf(account)
  const authors = useAuthors([], noNames)
  const chosen = author === null ? null : authorOf(author)
  const of = [...authors.people, ...authors.keys].find(({ value }) => value === author)
  const name = isByHand ? (found.member === null ? account : nameOfMember(found.member)) : (of?.label ?? '')
  const act = usePreview('somebody', t('title_by', { title: t('title'), name }), drafts)
  const early = isInTime(window) ? undefined : t('early')
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setWindow(windowAround(Date.now()))
          setOpen(true)
        }}
      >
        {t('titleOf')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('titleOf')}
        confirm={t('preview')}
        values={(): Values | null => {
          if (isTooLong(reason, limits.reason) || early !== undefined) return null
          if (isByHand) return found.member && { source: 'account', sourceId: found.member.userId, window, reason }
          if (chosen?.id == null) return null
          return { source: chosen.kind as Request['source'], sourceId: chosen.id, window, reason }
        }}
      >
        <Radio.Group
          label={t('whose')}
          value={isByHand ? 'hand' : 'here'}
          onChange={(value) => setByHand(value === 'hand')}
        >
          <Stack gap={6} mt={4}>
            <Radio value="hand" label={t('byHand')} data-autofocus />
            <Radio value="here" label={t('here')} />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {t(isByHand ? 'handAbout' : 'hereAbout')}
        </Text>
        {isByHand ? (
          <Field of="sourceId">
            <MemberPicker
              label={t('account')}
              required
              value={found.member}
              onChange={(member) => setAccount(member?.userId ?? '')}
              onTyped={setAccount}
              error={found.isUnknown ? t('unknown', { name: account }) : undefined}
            />
          </Field>
        ) : (
          <Field of="sourceId">
            <Select
              label={t('author')}
              required
              searchable
              openOnFocus={false}
              data={[
                { group: t('people'), items: authors.people },
                { group: t('keys'), items: authors.keys },
              ].filter(({ items }) => items.length > 0)}
              value={author}
              onChange={setAuthor}
            />
          </Field>
        )}
        <WindowFields value={window} onChange={setWindow} error={early} />
        <DraftField of={drafts} field="reason" label={t('reason')} limit={limits.reason} />
        <Text size="sm">{t('previewAbout')}</Text>
      </ActDialog>
    </>
  )
}

const noNames = namesOf([])

interface WindowProps {
  readonly value: Window
  readonly onChange: (window: Window) => void
  readonly error: string | undefined
}

function WindowFields({ value, onChange, error }: WindowProps) {
  const t = useTexts(texts)
  return (
    <Group gap="sm" grow align="start" preventGrowOverflow={false}>
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} of={end}>
          <TextInput
            type="datetime-local"
            step={1}
            required
            miw={190}
            label={t(end)}
            value={value[end]}
            error={end === 'from' ? error : undefined}
            onChange={({ currentTarget }) => onChange({ ...value, [end]: currentTarget.value })}
          />
        </Field>
      ))}
    </Group>
  )
}

const windowAround = (time: number): Window => ({ from: localTime(time - HOUR_MS), to: localTime(time + HOUR_MS) })

const isInTime = ({ from, to }: Window): boolean => {
  const [begin, end] = [Date.parse(from), Math.min(Date.now(), Date.parse(to))]
  return begin <= end && begin >= Date.now() - MAX_AGE_MS
}

/** The value of a field, which has the time of the place where the person is. */
function localTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 19)
}

/** The time of a field; not in the future. */
const timeOf = (value: string): string => new Date(Math.min(Date.now(), Date.parse(value))).toISOString()
