// One API key: what it may do, and how that is changed and ended.
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { updateKey as limits } from '../../../generated/field-limits'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { isTooLong } from '../patterns/draft-field'
import { ErrorNote } from '../patterns/error-note'
import { Field } from '../patterns/field-errors'
import { Page } from '../patterns/page'
import { Facts } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { useAct } from '../patterns/use-act'
import { useMay } from '../session'
import { BoundsFields, useBounds, useBoundsText, useWithinOwn } from './bounds'
import { DependantsField, useDependantsText } from './dependants'
import { ExpiryField, expiryIn, NetworksField, networksIn, useExpiry } from './key-fields'
import { KeyBadges, usedText } from './keys'
import { ScopeList, ScopePicker, useHas } from './scopes'
import { useIsByRank, useKeys, usePeople, type Key } from './staff'
import { BackLink } from '../patterns/back-link'

const texts = catalogue('key', {
  keys: 'Keys',
  paused: 'Every change by this key is refused since',
  pausedWhy:
    'After too many changes in a minute, or by hand. Look at the audit log before you resume: somebody may have got the key.',
  lacks: 'It has rights that you do not have, so you cannot change it. Ask somebody who has them.',
  wider: 'It has wider bounds or more takes than you, so you can give it less, and nothing more.',
  byRank: 'Your role depends on your rank in the group, so you can give a key less, and nothing more.',
  revokedNote: 'It is never valid again. Create another one.',
  expiredNote: 'It has expired. Change the day on which it expires to use it again, or create another one.',

  rights: 'Rights and bounds',
  changeRights: 'Change the rights',
  rightsDone: 'The rights of {name} were changed.',
  choose: 'Choose a right at least.',
  actFor: 'May act for the member who asks',
  yes: 'yes',
  no: 'no',
  bounds: 'Bounds',
  changeBounds: 'Change the bounds',
  boundsDone: 'The bounds of {name} were changed.',

  use: 'Use',
  lastUsed: 'Last used',
  never: 'never',
  networks: 'Networks',
  anywhere: 'from everywhere',
  expires: 'Expires',
  created: 'Created',
  by: 'Created by',
  operator: 'whoever runs the server',
  somebody: 'somebody who is gone',
  keyId: 'Begins with',
  changeUse: 'Change name, expiry and networks',
  useDone: '{name} was changed.',
  name: 'Name',
  changeAct: 'Change the key {name}',

  end: 'Rotate, pause and revoke',
  rotate: 'Rotate',
  rotateAct: 'Rotate the key {name}',
  rotateAbout:
    'Makes another key with the same name, rights and bounds. The old one ends after the time that you choose, so that you can replace it where it is used.',
  rotateLost: 'Also for a key whose secret was lost: no secret is shown twice.',
  overlap: 'The old key works for',
  o0: 'no longer: it ends at once',
  o3600: 'an hour',
  o86400: 'a day',
  o604800: 'a week',
  pause: 'Pause',
  pauseAct: 'Pause the key {name}',
  pauseEffect: 'It may still read, and every change is refused until somebody resumes it.',
  pauseDone: '{name} is paused.',
  resume: 'Resume',
  resumeAct: 'Resume the key {name}',
  resumeEffect: 'It may change things again.',
  resumeDone: '{name} may change things again.',
  off: 'Switch off',
  offAct: 'Switch the key {name} off',
  offEffect: 'Every request with it is refused within a second, until somebody switches it on again.',
  offDone: '{name} is switched off.',
  on: 'Switch on',
  onAct: 'Switch the key {name} on',
  onEffect: 'It may be used again.',
  onDone: '{name} may be used again.',
  revoke: 'Revoke',
  revokeAct: 'Revoke the key {name}',
  revokeEffect: 'Every request with it is refused within a second.',
  revokeNever: 'This cannot be undone: a revoked key is never valid again.',
  revokeDone: 'The key {name} was revoked.',
})

export function KeyScreen() {
  const t = useTexts(texts)
  const { keyId } = useParams({ from: '/screens/settings/keys/$keyId' })
  const query = useQuery({
    queryKey: ['keys', keyId],
    queryFn: async () => (await answerOf(api.GET('/v2/keys/{keyId}', { params: { path: { keyId } } }))).data,
  })
  const { data: key, error } = query
  const from = <BackLink to="/settings/keys">{t('keys')}</BackLink>
  if (key === undefined) {
    return (
      <Page title={t('keys')} from={from}>
        {error === null ? <Skeleton height={160} /> : <ErrorNote error={error} onAgain={() => void query.refetch()} />}
      </Page>
    )
  }
  return (
    <Page
      title={key.name}
      from={from}
      about={
        <Group component="span" gap="xs">
          <KeyBadges of={key} />
        </Group>
      }
    >
      <ErrorNote error={error} onAgain={() => void query.refetch()} />
      <KeySections key={keyId} of={key} />
    </Page>
  )
}

interface SectionProps {
  readonly of: Key
  /** Whether the person here can change it at all. */
  readonly canChange: boolean
  /** Whether it can be given more. */
  readonly canGive: boolean
}

function KeySections({ of: key }: { readonly of: Key }) {
  const t = useTexts(texts)
  const may = useMay()
  const has = useHas()
  const isWithin = useWithinOwn()
  const people = usePeople(may('people.read'))
  const isByRank = useIsByRank(people.rows)
  const { state, pausedAt, scopes } = key
  const isRevoked = state === 'revoked'
  const mayWrite = may('keys.write') && !isRevoked
  const refusal = !has(scopes) ? 'lacks' : isByRank ? 'byRank' : isWithin(key) ? null : 'wider'
  const rights = { of: key, canChange: mayWrite && refusal !== 'lacks', canGive: mayWrite && refusal === null }
  return (
    <>
      {isRevoked && <Alert color="gray">{t('revokedNote')}</Alert>}
      {state === 'expired' && <Alert color="yellow">{t('expiredNote')}</Alert>}
      {pausedAt !== null && !isRevoked && (
        <Alert color="orange">
          {t('paused')} <Time at={pausedAt} />. {t('pausedWhy')}
        </Alert>
      )}
      {mayWrite && refusal !== null && <Alert color="blue">{t(refusal)}</Alert>}
      <RightsSection {...rights} />
      <UseSection {...rights} />
      {rights.canChange && <EndSection {...rights} />}
    </>
  )
}

function RightsSection({ of: key, canChange }: SectionProps) {
  const t = useTexts(texts)
  const boundsText = useBoundsText()
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('rights')}</Title>
        <ScopeList scopes={key.scopes} />
        <Facts
          of={[
            [t('bounds'), boundsText(key).join(', ')],
            [t('actFor'), t(key.actFor ? 'yes' : 'no')],
          ]}
        />
        {canChange && (
          <Group gap="xs">
            <ChangeRights of={key} />
            <ChangeBounds of={key} />
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

/** The change of a key by a dialog. @param part of it that the dialog changes */
function useKeyChange(key: Key, part: string, said: (name: string) => string) {
  const t = useTexts(texts)
  const { keyId, name } = key
  return useAct({
    name: 'updateKey',
    on: `${part}-${keyId}`,
    seen: key,
    title: () => t('changeAct', { name }),
    request: (body: Schema<'ApiKeyUpdate'>) => ({ path: { keyId }, body }),
    said: ({ data }) => said(data.name),
    reads: [['keys']],
  })
}

function ChangeRights({ of: key }: { readonly of: Key }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const [scopes, setScopes] = useState<readonly string[]>(key.scopes)
  const [actFor, setActFor] = useState(key.actFor)
  const act = useKeyChange(key, 'rights', (name) => t('rightsDone', { name }))
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setScopes(key.scopes)
          setActFor(key.actFor)
          setOpen(true)
        }}
      >
        {t('changeRights')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('changeRights')}
        subject={key.name}
        size="lg"
        values={() => (scopes.length === 0 ? null : { scopes: [...scopes] as Key['scopes'], actFor })}
      >
        <ScopePicker value={scopes} onChange={setScopes} error={scopes.length === 0 ? t('choose') : undefined} />
        <Checkbox
          label={t('actFor')}
          checked={actFor}
          onChange={({ currentTarget: { checked } }) => setActFor(checked)}
        />
      </ActDialog>
    </>
  )
}

function ChangeBounds({ of: key }: { readonly of: Key }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const bounds = useBounds(key)
  const act = useKeyChange(key, 'bounds', (name) => t('boundsDone', { name }))
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          bounds.reset()
          setOpen(true)
        }}
      >
        {t('changeBounds')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('changeBounds')}
        subject={key.name}
        values={() => {
          const changes = bounds.changes()
          return changes === null || Object.keys(changes).length === 0 ? null : changes
        }}
      >
        <BoundsFields form={bounds} of={key} />
      </ActDialog>
    </>
  )
}

function UseSection({ of: key, canGive }: SectionProps) {
  const t = useTexts(texts)
  const may = useMay()
  const people = usePeople(may('people.read'))
  const keys = useKeys()
  const { lastUsedOn, allowedAddresses, expiresAt, createdAt, createdBy } = key
  const author =
    people.rows.find(({ personId }) => personId === createdBy.id)?.name ??
    keys.rows.find(({ keyId }) => keyId === createdBy.id)?.name ??
    t(createdBy.kind === 'operator' ? 'operator' : 'somebody')
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('use')}</Title>
        <Facts
          of={[
            [t('lastUsed'), lastUsedOn === null ? t('never') : usedText(lastUsedOn)],
            [t('networks'), allowedAddresses?.join(', ') ?? t('anywhere')],
            [t('expires'), expiresAt === null ? t('never') : <Time key="expires" at={expiresAt} isDay />],
            [t('created'), <Time key="created" at={createdAt} isDay />],
            [t('by'), author],
            [t('keyId'), `cmk_${key.keyId}_…`],
          ]}
        />
        {canGive && (
          <Group gap="xs">
            <ChangeUse of={key} />
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function ChangeUse({ of: key }: { readonly of: Key }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const stored = key.allowedAddresses?.join('\n') ?? ''
  const [name, setName] = useState(key.name)
  const [networks, setNetworks] = useState(stored)
  const expiry = useExpiry(key.expiresAt)
  const act = useKeyChange(key, 'use', (to) => t('useDone', { name: to }))
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setName(key.name)
          setNetworks(stored)
          expiry.reset()
          setOpen(true)
        }}
      >
        {t('changeUse')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('changeUse')}
        subject={key.name}
        values={() => {
          const [ends, from] = [expiryIn(expiry.expiry), networksIn(networks)]
          if (ends === null || name.trim() === '' || isTooLong(name, limits.name)) return null
          const isSame = from.join('\n') === stored
          return {
            name,
            ...ends,
            ...(!isSame && (from.length === 0 ? { anyAddress: true } : { allowedAddresses: from })),
          }
        }}
      >
        <Field of="name">
          <TextInput
            label={t('name')}
            value={name}
            required
            data-autofocus
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        </Field>
        <ExpiryField form={expiry} />
        <NetworksField value={networks} onChange={setNetworks} />
      </ActDialog>
    </>
  )
}

function EndSection({ of: key, canGive }: SectionProps) {
  const t = useTexts(texts)
  const { state, pausedAt } = key
  const isLive = state === 'enabled' || state === 'disabled'
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('end')}</Title>
        <Group gap="xs">
          {canGive && isLive && <Rotate of={key} />}
          {isLive && pausedAt === null && <Switch of={key} to="pause" body={{ paused: true }} />}
          {canGive && isLive && pausedAt !== null && <Switch of={key} to="resume" body={{ paused: false }} />}
          {state === 'enabled' && <Switch of={key} to="off" body={{ enabled: false }} />}
          {canGive && state === 'disabled' && <Switch of={key} to="on" body={{ enabled: true }} />}
          <Revoke of={key} />
        </Group>
      </Stack>
    </Paper>
  )
}

const overlaps = ['0', '3600', '86400', '604800'] as const

function Rotate({ of: { keyId, name } }: { readonly of: Key }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('3600')
  const act = useAct({
    name: 'rotateKey',
    on: keyId,
    title: () => t('rotateAct', { name }),
    request: (overlapSeconds: number) => ({ path: { keyId }, body: { overlapSeconds } }),
    said: () => null,
    reads: [['keys']],
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('rotate')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('rotate')}
        subject={name}
        values={() => Number(overlap)}
      >
        <Text size="sm">{t('rotateAbout')}</Text>
        <Text size="sm" c="dimmed">
          {t('rotateLost')}
        </Text>
        <NativeSelect
          label={t('overlap')}
          value={overlap}
          data={overlaps.map((value) => ({ value, label: t(`o${value}`) }))}
          onChange={({ currentTarget: { value } }) => setOverlap(value as typeof overlap)}
        />
      </ActDialog>
    </>
  )
}

interface SwitchProps {
  readonly of: Key
  readonly to: 'pause' | 'resume' | 'off' | 'on'
  readonly body: Schema<'ApiKeyUpdate'>
}

function Switch({ of: key, to, body }: SwitchProps) {
  const t = useTexts(texts)
  const { keyId, name } = key
  const dependantsText = useDependantsText()
  const act = useAct({
    name: 'updateKey',
    on: `${to}-${keyId}`,
    seen: key,
    title: () => t(`${to}Act`, { name }),
    request: () => ({ path: { keyId }, body }),
    said: ({ meta: { dependants } }) => t(`${to}Done`, { name }) + (to === 'off' ? dependantsText(dependants) : ''),
    reads: [['keys']],
  })
  return (
    <ConfirmButton
      button={{ variant: 'default' }}
      act={act}
      title={t(to)}
      subject={name}
      values={undefined}
      isDangerous={false}
      effects={[t(`${to}Effect`)]}
    />
  )
}

function Revoke({ of: { keyId, name } }: { readonly of: Key }) {
  const t = useTexts(texts)
  const dependantsText = useDependantsText()
  const [isEnd, setEnd] = useState(false)
  const act = useAct({
    name: 'revokeKey',
    on: keyId,
    title: () => t('revokeAct', { name }),
    request: (end: boolean) => ({ path: { keyId }, query: { dependants: end ? 'end' : 'keep' } }),
    said: ({ meta: { dependants } }) => t('revokeDone', { name }) + dependantsText(dependants),
    reads: [['keys'], ['people']],
  })
  return (
    <ConfirmButton
      button={{ variant: 'light', color: 'red' }}
      act={act}
      title={t('revoke')}
      subject={name}
      values={isEnd}
      effects={[t('revokeEffect'), t('revokeNever')]}
    >
      <DependantsField checked={isEnd} onChange={setEnd} />
    </ConfirmButton>
  )
}
