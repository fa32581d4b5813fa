// The audit log, newest first: who did what, as sentences, by day. What can be taken back has a button for it.
import { Alert, Anchor, Paper, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { answerOf, api, type Schema } from '../api'
import { Filters } from '../patterns/filters'
import { ErrorNote } from '../patterns/error-note'
import { MemberPicker } from '../patterns/member-picker'
import type { Names } from '../patterns/names'
import { Page } from '../patterns/page'
import { catalogue, useTexts } from '../patterns/texts'
import { dayOfTime, dayText } from '../patterns/time'
import { ListView, useList } from '../patterns/use-list'
import { useMay } from '../session'
import { actorKinds, authorOf, authorTexts, useAccountOf, useAuthors } from './authors'
import { EntryRow } from './entry'
import { isAction, kindGroups, kindTexts } from './kinds'
import { auditSearchOf, type AuditSearch } from './search'
import { TakeBackOf } from './take-back'
import styles from './audit.module.css'

type Entry = Schema<'AuditEntry'>

const texts = catalogue('audit', {
  title: 'Audit log',
  about: 'Every change, and who made it. What somebody should not have done can be taken back from here.',
  takenBack: 'Changes taken back',
  whom: 'About whom',
  who: 'Who did it',
  what: 'What',
  anybody: 'anybody',
  anything: 'anything',
  follow: 'Follow new entries',
  none: 'Nothing has happened yet.',
  noMatch: 'No entry matches these filters.',
  unknownMember: 'Nobody is called {name}, so no entries are shown. Choose a name from the list, or clear the filter.',
  unknownMemberShort: 'Nobody is called {name}',
  wrongKind:
    'There is nothing of the kind “{what}”, so no entries are shown. Choose another kind, or clear the filter.',
  wrongAuthor:
    'The address names nobody who makes changes: “{who}”. So no entries are shown. Choose somebody, or clear the filter.',
  today: 'Today',
  yesterday: 'Yesterday',
  entries: 'Entries of {day}',
})

const FOLLOW_MS = 3_000
/** Of one author the server has no list: the pages are read and searched here, this many rows at once. */
const AUTHOR_ROWS = 20
const AUTHOR_READ = 1_000
const DAY_MS = 86_400_000

export function AuditScreen() {
  const t = useTexts(texts)
  const may = useMay()
  // the router leaves what the check leaves out
  const search = auditSearchOf(useSearch({ from: '/screens/audit' }))
  const { action, by, follow = false } = search
  const navigate = useNavigate({ from: '/audit' })
  const change = (changed: Partial<Record<keyof AuditSearch, unknown>>) =>
    void navigate({ search: auditSearchOf({ ...search, ...changed }), replace: true })
  const clear = () => void navigate({ search: {}, replace: true })
  const about = useAccountOf(search.userId ?? '')
  const author = by === undefined ? null : authorOf(by)
  const wrong =
    about.isUnknown && search.userId !== undefined
      ? t('unknownMember', { name: search.userId })
      : action !== undefined && !isAction(action)
        ? t('wrongKind', { what: action })
        : by !== undefined && author === null
          ? t('wrongAuthor', { who: by })
          : null
  const userId = search.userId === undefined ? undefined : about.member?.userId
  const isReady = wrong === null && (search.userId === undefined || userId !== undefined)
  const isOfOne = author !== null && author.id !== null
  const all = useList<Entry>({
    key: ['audit', { userId, action, kind: author?.kind, isOfOne }],
    enabled: isReady,
    everyMs: follow ? (isOfOne ? 5 * FOLLOW_MS : FOLLOW_MS) : undefined,
    read: (cursor) => {
      const query = {
        order: 'newest',
        names: '1',
        limit: isOfOne ? 100 : 50,
        ...(userId !== undefined && { userId }),
        ...(action !== undefined && { action }),
        ...(author !== null && { actorKind: author.kind }),
        ...(cursor !== null && { cursor }),
      } as const
      return answerOf(api.GET('/v2/audit-entries', { params: { query } }))
    },
  })
  const rows = isOfOne ? all.rows.filter(({ actor }) => actor.id === author.id) : all.rows
  const isSearching =
    isOfOne && rows.length < AUTHOR_ROWS && all.rows.length < AUTHOR_READ && all.hasMore && all.error === null
  useEffect(() => {
    if (isSearching && !all.isReadingMore) all.more()
  })
  const state = all.state === 'rows' && rows.length === 0 ? (isSearching ? 'loading' : 'empty') : all.state
  const list = { ...all, rows, state } as const
  const isFiltered = Object.keys(search).some((name) => name !== 'follow')
  return (
    <Page
      title={t('title')}
      about={
        <>
          {t('about')}{' '}
          <Anchor component={Link} to={'/audit/reversals' as string} inherit underline="always">
            {t('takenBack')}
          </Anchor>
        </>
      }
      acts={may('reversals.write') && <TakeBackOf />}
    >
      <Filters
        first={
          <MemberPicker
            label={t('whom')}
            value={about.member}
            onChange={(member) => change({ userId: member?.userId ?? '' })}
            onTyped={(text) => change({ userId: text })}
            error={
              about.isUnknown && search.userId !== undefined
                ? t('unknownMemberShort', { name: search.userId })
                : undefined
            }
          />
        }
        set={[by, action].filter((one) => one !== undefined).length}
        onClear={isFiltered ? clear : null}
      >
        <WhoField
          value={by ?? null}
          rows={all.rows}
          names={all.names}
          onChange={(value) => change({ by: value ?? '' })}
        />
        <WhatField value={action ?? null} onChange={(value) => change({ action: value ?? '' })} />
      </Filters>
      <Switch
        label={t('follow')}
        checked={follow}
        onChange={({ currentTarget: { checked } }) => change({ follow: checked })}
      />
      {wrong !== null && (
        <Alert color="red" role="alert" variant="light">
          {wrong}
        </Alert>
      )}
      <ErrorNote error={about.error} onAgain={about.again} />
      {wrong === null && about.error === null && (
        <ListView of={list} empty={<Text c="dimmed">{t(isFiltered ? 'noMatch' : 'none')}</Text>}>
          <Stack gap="md">
            {daysOf(rows).map(([day, entries]) => (
              <Day key={day} day={day} entries={entries} names={all.names} />
            ))}
          </Stack>
        </ListView>
      )}
    </Page>
  )
}

/** By the day where the person is. */
function daysOf(rows: readonly Entry[]): [string, Entry[]][] {
  const days = new Map<string, Entry[]>()
  for (const entry of rows) {
    const day = dayOfTime(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}

interface DayProps {
  readonly day: string
  readonly entries: readonly Entry[]
  readonly names: Names
}

function Day({ day, entries, names }: DayProps) {
  const t = useTexts(texts)
  const id = useId()
  const now = Date.now()
  const text =
    day === dayOfTime(new Date(now).toISOString())
      ? t('today')
      : day === dayOfTime(new Date(now - DAY_MS).toISOString())
        ? t('yesterday')
        : dayText(day)
  return (
    <Paper component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {text}
      </Title>
      <ol className={styles.entries} aria-label={t('entries', { day: text })}>
        {entries.map((entry) => (
          <EntryRow key={entry.auditId} entry={entry} names={names} />
        ))}
      </ol>
    </Paper>
  )
}

interface WhoProps {
  readonly value: string | null
  readonly rows: readonly Entry[]
  readonly names: Names
  readonly onChange: (value: string | null) => void
}

function WhoField({ value, rows, names, onChange }: WhoProps) {
  const t = useTexts(texts)
  const words = useTexts(authorTexts)
  const { people, keys } = useAuthors(rows, names)
  const kinds = actorKinds.map((kind) => ({ value: kind as string, label: words(kind) }))
  const isKnown = value === null || [...kinds, ...people, ...keys].some((one) => one.value === value)
  const chosen = value === null ? null : authorOf(value)
  const groups = [
    { group: words('kinds'), items: kinds },
    { group: words('people'), items: people },
    { group: words('keys'), items: keys },
    // what is in the address stays applied, and is shown
    ...(isKnown ? [] : [{ group: words('kinds'), items: [{ value, label: chosen?.id ?? value }] }]),
  ]
  return (
    <Select
      label={t('who')}
      placeholder={t('anybody')}
      clearable
      searchable
      openOnFocus={false}
      data={groups.filter(({ items }) => items.length > 0)}
      value={value}
      onChange={onChange}
    />
  )
}

interface WhatProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

function WhatField({ value, onChange }: WhatProps) {
  const t = useTexts(texts)
  const words = useTexts(kindTexts)
  const groups = Object.entries(kindGroups).map(([group, actions]) => ({
    group: words(group as keyof typeof kindGroups),
    items: actions.map((action): { value: string; label: string } => ({ value: action, label: words(action) })),
  }))
  const isKnown = value === null || groups.some(({ items }) => items.some((one) => one.value === value))
  return (
    <Select
      label={t('what')}
      placeholder={t('anything')}
      clearable
      searchable
      openOnFocus={false}
      data={isKnown ? groups : [...groups, { group: t('what'), items: [{ value, label: value }] }]}
      value={value}
      onChange={onChange}
    />
  )
}
