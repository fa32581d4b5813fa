// The API keys of the community, and the creation of another one.
import { Anchor, Badge, Button, Checkbox, Group, Paper, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createKey as limits } from '../../../generated/field-limits'
import { presets } from '../../../generated/operations'
import type { Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { DraftField, isTooLong } from '../patterns/draft-field'
import { useDraft } from '../patterns/drafts'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { SearchField } from '../patterns/search-field'
import { catalogue, useTexts } from '../patterns/texts'
import { dateText, Time } from '../patterns/time'
import { useAct } from '../patterns/use-act'
import { ListView } from '../patterns/use-list'
import { contains, filtered } from '../patterns/use-whole-list'
import { useMay } from '../session'
import { BoundsFields, useBounds } from './bounds'
import { ExpiryField, expiryIn, NetworksField, networksIn, useExpiry } from './key-fields'
import styles from './keys.module.css'
import { ScopePicker, useLacking, useScopeText } from './scopes'
import { searchWith } from './search'
import { useIsByRank, useKeys, usePeople, type Key } from './staff'

const texts = catalogue('keys', {
  title: 'Keys',
  about:
    'With a key, a game server, a bot or a website uses the API. Each should have its own, with as little as it needs.',
  find: 'Name',
  show: 'Show',
  live: 'Live',
  ended: 'Ended',
  all: 'All',
  list: 'List of keys',
  none: 'No key yet. Create one for each game server, bot or website.',
  noMatch: 'No key matches.',
  create: 'Create a key',
  byRank: 'Your role depends on your rank in the group, so you create no keys. Ask an administrator.',
  enabled: 'live',
  disabled: 'switched off',
  expired: 'expired',
  revoked: 'revoked',
  paused: 'paused',
  rights_one: '{count} right',
  rights_other: '{count} rights',
  used: 'last used {day}',
  unused: 'never used',
  expires: 'expires',
  expiresNever: 'never expires',
  soon: 'expires soon',
  name: 'Name',
  nameAbout: 'What uses it, such as "Game server EU".',
  purpose: 'What is it for?',
  game_server: 'Game server',
  recruiting_bot: 'Recruiting bot',
  staff_bot: 'Staff bot',
  read_only: 'Reading alone',
  other: 'Something else',
  game_serverAbout: 'Awards experience, quota points and medals, opens and submits forms.',
  recruiting_botAbout: 'Decides responses and requests to join, links chat accounts.',
  staff_botAbout: 'What staff do in a chat, for the member who asks.',
  read_onlyAbout: 'Shows members, ranks, awards, forms and events. Changes nothing.',
  otherAbout: 'Choose its rights yourself.',
  lacks: 'You do not have: {rights}.',
  itsRights: 'Its rights: {rights}.',
  more: 'More: bounds, expiry and networks',
  actFor: 'May act for the member who asks',
  actForAbout: 'The bot says for whom it acts, and the bounds and the audit log are of that member, too.',
  createAct: 'Create the key {name}',
  choose: 'Choose a right at least.',
})

const shows = ['live', 'ended', 'all'] as const
type Show = (typeof shows)[number]
const isLive = ({ state }: Key): boolean => state === 'enabled' || state === 'disabled'

/** Milliseconds before the end of a key in which the list says so. */
const SOON_MS = 14 * 86_400_000

export function KeysScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const { find = '', show = 'live' } = useSearch({ from: '/screens/settings/keys' })
  const navigate = useNavigate({ from: '/settings/keys' })
  const keys = useKeys()
  const people = usePeople(may('people.read'))
  const isByRank = useIsByRank(people.rows)
  const shown = filtered(
    keys,
    (key) => contains(key.name, find) && (show === 'all' || isLive(key) === (show === 'live')),
  )
  const change = (changed: { readonly find?: string; readonly show?: Show }) => {
    void navigate({ search: searchWith({ find, show, ...changed }, 'live'), replace: true })
  }
  return (
    <Page title={t('title')} about={t('about')} acts={may('keys.write') && !isByRank && <NewKey />}>
      {may('keys.write') && isByRank && (
        <Text size="sm" c="dimmed">
          {t('byRank')}
        </Text>
      )}
      <Group align="end" gap="sm">
        <SearchField label={t('find')} value={find} onSearch={(text) => change({ find: text })} />
        <SegmentedControl
          aria-label={t('show')}
          value={show}
          onChange={(value) => change({ show: value as Show })}
          data={shows.map((value) => ({ value, label: t(value) }))}
        />
      </Group>
      <Paper>
        <ListView of={shown} empty={<Text c="dimmed">{t(keys.rows.length === 0 ? 'none' : 'noMatch')}</Text>}>
          <Rows label={t('list')}>
            {shown.rows.map((key) => (
              <KeyRow key={key.keyId} of={key} />
            ))}
          </Rows>
        </ListView>
      </Paper>
    </Page>
  )
}

function KeyRow({ of: key }: { readonly of: Key }) {
  const t = useTexts(texts)
  const { keyId, name, scopes, lastUsedOn } = key
  return (
    <Row
      name={
        <Anchor component={Link} to={`/settings/keys/${keyId}` as string} inherit>
          {name}
        </Anchor>
      }
      badges={<KeyBadges of={key} />}
      facts={[
        t('rights', { count: scopes.length }),
        lastUsedOn === null ? t('unused') : t('used', { day: usedText(lastUsedOn) }),
        isLive(key) ? <Expires key="expires" of={key} /> : null,
      ]}
    />
  )
}

/** The server tells the day in UTC, and no time. */
export const usedText = (day: string): string => dateText(`${day}T12:00:00`)

function Expires({ of: { expiresAt } }: { readonly of: Key }) {
  const t = useTexts(texts)
  return expiresAt === null ? (
    <>{t('expiresNever')}</>
  ) : (
    <>
      {t('expires')} <Time at={expiresAt} isDay />
    </>
  )
}

export function KeyBadges({ of: key }: { readonly of: Key }) {
  const t = useTexts(texts)
  const { state, pausedAt, expiresAt } = key
  const isSoon = state === 'enabled' && expiresAt !== null && Date.parse(expiresAt) - Date.now() < SOON_MS
  return (
    <>
      <Badge color={state === 'enabled' ? 'teal' : 'gray'}>{t(state)}</Badge>
      {isLive(key) && pausedAt !== null && <Badge color="orange">{t('paused')}</Badge>}
      {isSoon && <Badge color="yellow">{t('soon')}</Badge>}
    </>
  )
}

type Preset = keyof typeof presets
type Purpose = Preset | 'other'
const drafts = { form: 'new-key', record: '' }

interface Fields {
  readonly purpose: Purpose
  readonly scopes: readonly string[]
  readonly actFor: boolean
  readonly networks: string
}
const begun: Fields = { purpose: 'game_server', scopes: [], actFor: false, networks: '' }

function NewKey() {
  const t = useTexts(texts)
  const lacking = useLacking()
  const isOffered = (purpose: Purpose) => purpose === 'other' || lacking(presets[purpose].scopes).length === 0
  const [isOpen, setOpen] = useState(false)
  const [name] = useDraft(drafts, 'name')
  const [fields, setFields] = useState(begun)
  const [isWrong, setWrong] = useState(false)
  const bounds = useBounds()
  const expiry = useExpiry()
  const { scopes, actFor, networks } = fields
  const purpose = isOffered(fields.purpose) ? fields.purpose : 'other'
  const set = (changed: Partial<Fields>) => {
    setWrong(false)
    setFields({ ...fields, ...changed })
  }
  const act = useAct({
    name: 'createKey',
    on: 'new',
    title: (body: Schema<'ApiKeyCreate'>) => t('createAct', { name: body.name }),
    request: (body) => ({ body }),
    said: () => null,
    reads: [['keys']],
    drafts,
    onDone: () => {
      setFields(begun)
      bounds.reset()
      expiry.reset()
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('create')}</Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('create')}
        size="lg"
        values={() => {
          const [chosen, ends, from] = [bounds.changes(), expiryIn(expiry.expiry), networksIn(networks)]
          const isEmpty = purpose === 'other' && scopes.length === 0
          setWrong(isEmpty)
          if (chosen === null || ends === null || isEmpty || name.trim() === '' || isTooLong(name, limits.name))
            return null
          return {
            name,
            ...(purpose === 'other' ? { scopes: [...scopes] as Key['scopes'], actFor } : { preset: purpose }),
            ...chosen,
            ...ends,
            ...(from.length > 0 && { allowedAddresses: from }),
          }
        }}
      >
        <DraftField
          of={drafts}
          field="name"
          label={t('name')}
          description={t('nameAbout')}
          limit={limits.name}
          required
          autoFocus
        />
        <Purposes value={purpose} onChange={(chosen) => set({ purpose: chosen })} />
        {purpose === 'other' && (
          <>
            <ScopePicker
              value={scopes}
              onChange={(chosen) => set({ scopes: chosen })}
              error={isWrong ? t('choose') : undefined}
            />
            <Checkbox
              label={t('actFor')}
              description={t('actForAbout')}
              checked={actFor}
              onChange={({ currentTarget: { checked } }) => set({ actFor: checked })}
            />
          </>
        )}
        <details>
          <Text component="summary" size="sm" fw={500}>
            {t('more')}
          </Text>
          <Stack gap="sm" mt="xs">
            <ExpiryField form={expiry} />
            <BoundsFields form={bounds} {...(purpose !== 'other' && { usual: presets[purpose].takesPerHourLimit })} />
            <NetworksField value={networks} onChange={(text) => set({ networks: text })} />
          </Stack>
        </details>
      </ActDialog>
    </>
  )
}

const purposes = [...(Object.keys(presets) as Preset[]), 'other'] as const

function Purposes({ value, onChange }: { readonly value: Purpose; readonly onChange: (purpose: Purpose) => void }) {
  const t = useTexts(texts)
  const lacking = useLacking()
  const scopeText = useScopeText()
  const rightsText = (scopes: readonly string[]) => scopes.map(scopeText).join(', ')
  return (
    <Radio.Group label={t('purpose')} value={value} onChange={(chosen) => onChange(chosen as Purpose)}>
      <div className={styles.cards}>
        {purposes.map((purpose) => {
          const lacks = purpose === 'other' ? [] : lacking(presets[purpose].scopes)
          return (
            <label
              key={purpose}
              className={styles.card}
              data-chosen={purpose === value}
              data-disabled={lacks.length > 0}
            >
              <Radio value={purpose} disabled={lacks.length > 0} aria-label={t(purpose)} />
              <span>
                <Text size="sm" fw={600} component="span" display="block">
                  {t(purpose)}
                </Text>
                <Text size="xs" c="dimmed" component="span" display="block">
                  {lacks.length > 0 ? t('lacks', { rights: rightsText(lacks) }) : t(`${purpose}About`)}
                </Text>
              </span>
            </label>
          )
        })}
      </div>
      {value !== 'other' && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('itsRights', { rights: rightsText(presets[value].scopes) })}
        </Text>
      )}
    </Radio.Group>
  )
}
