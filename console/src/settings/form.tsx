// One application form: whether it is open, what a pass gives, and what is made of it. Its questions will be edited here.
import { Button, Checkbox, Fieldset, Group, NativeSelect, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api, type Schema } from '../api'
import { ActDialog, ConfirmDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { ErrorNote } from '../patterns/error-note'
import { Page } from '../patterns/page'
import { Facts } from '../patterns/rows'
import { useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { useAct } from '../patterns/use-act'
import { isGiven, medalsQuery, qualificationsQuery, ranksQuery } from '../ranks-query'
import { sessionQuery, useMay } from '../session'
import {
  FormBadges,
  formReads,
  formTexts as texts,
  inputOf,
  NameField,
  nameIn,
  templateReads,
  type Definition,
  type Form,
} from './form-parts'
import { useForms } from './use-forms'
import { BackLink } from '../patterns/back-link'
import { NoRecord } from './record'

type Settings = Required<Pick<Definition, 'state' | 'joinRequests' | 'passAwards'>>

interface FormProps {
  readonly of: Form
}

export function FormScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const { applicationId } = useParams({ from: '/screens/settings/forms/$applicationId' })
  const forms = useForms()
  const form = forms.rows.find((one) => one.applicationId === applicationId)
  const from = <BackLink to="/settings/forms">{t('title')}</BackLink>
  if (form === undefined) return <NoRecord of={forms} title={t('title')} from={from} gone={t('gone')} />
  const { name, description, state, version, required, automaticGrading, questionCount, updatedAt } = form
  const mayWrite = may('applications.write')
  return (
    <Page
      key={applicationId}
      title={name}
      from={from}
      about={
        <Group component="span" gap="xs">
          <FormBadges of={form} />
        </Group>
      }
      acts={
        mayWrite && (
          <>
            {state === 'closed' && <SwitchForm of={form} to="openForm" />}
            {state === 'open' && !required && <SwitchForm of={form} to="closeForm" />}
          </>
        )
      }
    >
      <ErrorNote error={forms.error} onAgain={forms.again} />
      <Paper>
        <Stack gap="sm">
          <Title order={2}>{t('form')}</Title>
          {description !== '' && (
            <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {description}
            </Text>
          )}
          <Facts
            of={[
              [t('questionsLabel'), t('questions', { count: questionCount })],
              [t('grading'), t(automaticGrading ? 'graded' : 'notGraded')],
              [t('versionLabel'), String(version)],
              [t('changedLabel'), <Time key="changed" at={updatedAt} isDay />],
            ]}
          />
          <Text size="sm" c="dimmed">
            {t('byApi')}
          </Text>
        </Stack>
      </Paper>
      {mayWrite && (
        <Paper>
          <Stack gap="sm">
            <Title order={2}>{t('result')}</Title>
            <Result of={form} />
            <Group gap="xs">
              <ChangeForm of={form} />
            </Group>
          </Stack>
        </Paper>
      )}
      {mayWrite && (
        <Paper>
          <Stack gap="sm">
            <Title order={2}>{t('joining')}</Title>
            <Text size="sm" c="dimmed">
              {t(required ? 'closeRequired' : state === 'open' ? 'requireEffect' : 'requireClosed')}
            </Text>
            <Group gap="xs">{(state === 'open' || required) && <Require of={form} />}</Group>
          </Stack>
        </Paper>
      )}
      {mayWrite && (
        <Paper>
          <Stack gap="sm">
            <Title order={2}>{t('more')}</Title>
            <Group gap="xs">
              <CopyForm of={form} />
              <SaveTemplate of={form} />
              {!required && <DeleteForm of={form} />}
            </Group>
          </Stack>
        </Paper>
      )}
    </Page>
  )
}

const requiredQuery = queryOptions({
  queryKey: ['forms', 'required'],
  queryFn: async () => (await answerOf(api.GET('/v2/join-requirements'))).data,
})

/** Read anew at each opening, and what is entered stays then. @param opening number of the opening, or version of the form */
const configurationQuery = (applicationId: string, opening: number, of = 'version') =>
  queryOptions({
    queryKey: ['form', applicationId, of, opening],
    enabled: opening > 0,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const params = { path: { applicationId } }
      return (await answerOf(api.GET('/v2/applications/{applicationId}/configuration', { params }))).data
    },
  })
function SwitchForm({ of: { applicationId, name }, to }: FormProps & { readonly to: 'openForm' | 'closeForm' }) {
  const t = useTexts(texts)
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const form = useQuery(configurationQuery(applicationId, opening, 'opening'))
  const isOpening = to === 'openForm'
  const act = useAct({
    name: 'updateApplication',
    on: `${to}-${applicationId}`,
    title: () => t(isOpening ? 'openAct' : 'closeAct', { name }),
    request: (body: Schema<'ApplicationUpdate'>) => ({ path: { applicationId }, body }),
    said: () => t(isOpening ? 'opened' : 'closedDone', { name }),
    reads: formReads,
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        {t(to)}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t(to)}
        subject={name}
        isReady={form.data !== undefined}
        values={
          form.data === undefined
            ? null
            : {
                version: form.data.version,
                definition: { ...inputOf(form.data.definition), state: isOpening ? 'open' : 'closed' },
              }
        }
        isDangerous={false}
        effects={[t(isOpening ? 'openEffect' : 'closeEffect')]}
      >
        <ErrorNote error={form.error} onAgain={() => void form.refetch()} />
      </ConfirmDialog>
    </>
  )
}

const settingsOf = ({ joinRequests = 'ignore', passAwards = {} }: Definition): Omit<Settings, 'state'> => ({
  joinRequests,
  passAwards,
})

/** What a pass gives now, with names. */
function Result({ of: { applicationId, version } }: FormProps) {
  const t = useTexts(texts)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const form = useQuery(configurationQuery(applicationId, version))
  if (form.data === undefined) {
    return form.error === null ? (
      <Skeleton height={96} />
    ) : (
      <ErrorNote error={form.error} onAgain={() => void form.refetch()} />
    )
  }
  const { joinRequests, passAwards } = settingsOf(form.data.definition)
  const { medals = [], qualifications = [], roleUniqueIds = [], rankUniqueId } = passAwards
  const nameOf = (id: number) => ranks.find(({ uniqueId }) => uniqueId === id)?.name ?? t('goneRank')
  const listOf = (names: readonly string[]) => (names.length === 0 ? t('noRank') : names.join(', '))
  return (
    <Facts
      of={[
        [t('joinRequests'), t(joinRequests)],
        [t('rank'), rankUniqueId === undefined ? t('noRank') : nameOf(rankUniqueId)],
        [t('medals'), listOf(medals)],
        [t('qualifications'), listOf(qualifications)],
        [t('roles'), listOf(roleUniqueIds.map(nameOf))],
      ]}
    />
  )
}

/** Equal where the settings are. */
function textOf({ joinRequests, passAwards }: Omit<Settings, 'state'>): string {
  const { medals = [], qualifications = [], roleUniqueIds = [], rankUniqueId = null } = passAwards
  const chosen = [medals, qualifications, roleUniqueIds].map((some) => [...some].sort())
  return JSON.stringify([joinRequests, rankUniqueId, ...chosen])
}

function ChangeForm({ of: { applicationId, name } }: FormProps) {
  const t = useTexts(texts)
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [changed, setChanged] = useState<Omit<Settings, 'state'> | null>(null)
  const form = useQuery(configurationQuery(applicationId, opening, 'opening'))
  const stored = form.data && settingsOf(form.data.definition)
  const now = changed ?? stored
  const act = useAct({
    name: 'updateApplication',
    on: `settings-${applicationId}`,
    title: () => t('changeAct', { name }),
    request: (body: Schema<'ApplicationUpdate'>) => ({ path: { applicationId }, body }),
    said: () => t('changed', { name }),
    reads: formReads,
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setChanged(null)
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        {t('change')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('change')}
        subject={name}
        isReady={form.data !== undefined}
        values={() => {
          // an update without a change would let each account submit again
          if (form.data === undefined || stored === undefined || now === undefined || textOf(now) === textOf(stored))
            return null
          return { version: form.data.version, definition: { ...inputOf(form.data.definition), ...now } }
        }}
      >
        {now === undefined ? (
          <ErrorNote error={form.error} onAgain={() => void form.refetch()} />
        ) : (
          <SettingsFields of={now} onChange={setChanged} />
        )}
        <Text size="sm" c="dimmed">
          {t('newVersion')}
        </Text>
      </ActDialog>
    </>
  )
}

interface FieldsProps {
  readonly of: Omit<Settings, 'state'>
  readonly onChange: (settings: Omit<Settings, 'state'>) => void
}

function SettingsFields({ of, onChange }: FieldsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const { data: session } = useQuery(sessionQuery)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const { data: medals = [] } = useQuery(medalsQuery)
  const { data: qualifications = [] } = useQuery(qualificationsQuery)
  const { joinRequests, passAwards } = of
  const highest = session?.highestRankGiven ?? 255
  const set = (changed: Schema<'PassAwards'>) => onChange({ ...of, passAwards: { ...passAwards, ...changed } })
  const given = ranks.filter(isGiven)
  const itemsOf = (all: readonly { readonly name: string }[], chosen: readonly string[] = [], scope: string) => [
    ...all.map(({ name }) => ({ value: name, label: name, isOffered: may(scope) })),
    ...chosen
      .filter((name) => !all.some((one) => one.name === name))
      .map((name) => ({ value: name, label: t('archived', { name }), isOffered: true })),
  ]
  const rankItems = given
    .filter(({ managed, uniqueId }) => managed || uniqueId === passAwards.rankUniqueId)
    .map(({ uniqueId, name, rankId }) => {
      const isBeyond = rankId > highest || !may('members.ranks.write')
      return { value: String(uniqueId), label: isBeyond ? t('beyond', { name }) : name, disabled: isBeyond }
    })
  const roleItems = given
    .filter(({ managed }) => !managed)
    .map(({ uniqueId, name, rankId }) => ({
      value: String(uniqueId),
      label: name,
      isOffered: may('members.roles.write') && rankId <= highest,
    }))
  return (
    <>
      <NativeSelect
        label={t('joinRequests')}
        value={joinRequests}
        data={(['ignore', 'accept', 'decide'] as const).map((value) => ({
          value,
          label: t(value),
          disabled: value !== 'ignore' && value !== joinRequests && !may('joins.write'),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...of, joinRequests: value as Settings['joinRequests'] })
        }
      />
      <Text size="sm">{t('gives')}</Text>
      <NativeSelect
        label={t('rank')}
        value={String(passAwards.rankUniqueId ?? '')}
        data={[{ value: '', label: t('noRank') }, ...rankItems]}
        onChange={({ currentTarget: { value } }) => {
          const { rankUniqueId: _, ...others } = passAwards
          onChange({ ...of, passAwards: value === '' ? others : { ...others, rankUniqueId: Number(value) } })
        }}
      />
      <Choice
        legend={t('medals')}
        items={itemsOf(medals, passAwards.medals, 'members.medals.write')}
        chosen={passAwards.medals ?? []}
        onChange={(chosen) => set({ medals: [...chosen] })}
      />
      <Choice
        legend={t('qualifications')}
        items={itemsOf(qualifications, passAwards.qualifications, 'members.qualifications.write')}
        chosen={passAwards.qualifications ?? []}
        onChange={(chosen) => set({ qualifications: [...chosen] })}
      />
      <Choice
        legend={t('roles')}
        items={roleItems}
        chosen={(passAwards.roleUniqueIds ?? []).map(String)}
        onChange={(chosen) => set({ roleUniqueIds: chosen.map(Number) })}
      />
    </>
  )
}

/** The most of each that a pass gives. */
const MOST = 10

interface ChoiceProps {
  readonly legend: string
  readonly items: readonly { readonly value: string; readonly label: string; readonly isOffered: boolean }[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function Choice({ legend, items, chosen, onChange }: ChoiceProps) {
  const t = useTexts(texts)
  if (items.length === 0) return null
  return (
    <Fieldset legend={legend} p="xs" style={{ maxHeight: 220, overflowY: 'auto' }}>
      <Stack gap={6}>
        {items.map(({ value, label, isOffered }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            disabled={!chosen.includes(value) && (!isOffered || chosen.length >= MOST)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
        {chosen.length >= MOST && (
          <Text size="xs" c="dimmed">
            {t('most')}
          </Text>
        )}
        {items.some(({ isOffered }) => !isOffered) && (
          <Text size="xs" c="dimmed">
            {t('lacks')}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
function CopyForm({ of: { applicationId, name } }: FormProps) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState('')
  const act = useAct({
    name: 'duplicateApplication',
    on: applicationId,
    title: (copy: string) => t('copyAct', { name, to: copy }),
    request: (copy) => ({ path: { applicationId }, body: { name: copy } }),
    said: ({ data }) => t('copied', { name: data.name }),
    reads: formReads,
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setTo(t('copyName', { name }))
          setOpen(true)
        }}
      >
        {t('copy')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('copy')}
        subject={name}
        values={() => nameIn(to)}
      >
        <NameField value={to} onChange={setTo} />
        <Text size="sm" c="dimmed">
          {t('copyAbout')}
        </Text>
      </ActDialog>
    </>
  )
}
function SaveTemplate({ of: { applicationId, name } }: FormProps) {
  const t = useTexts(texts)
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [as, setAs] = useState(name)
  const form = useQuery(configurationQuery(applicationId, opening, 'opening'))
  const act = useAct({
    name: 'saveTemplate',
    on: applicationId,
    title: () => t('saveAct', { name }),
    request: (body: Schema<'TemplateCreate'>) => ({ body }),
    said: ({ data }) => t('saveDone', { name: data.name }),
    reads: templateReads,
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setAs(name)
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        {t('saveAs')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('saveAs')}
        subject={name}
        isReady={form.data !== undefined}
        values={() => {
          const template = nameIn(as)
          return template === null || form.data === undefined
            ? null
            : { name: template, definition: inputOf(form.data.definition) }
        }}
      >
        <NameField value={as} onChange={setAs} />
        <ErrorNote error={form.error} onAgain={() => void form.refetch()} />
      </ActDialog>
    </>
  )
}

function DeleteForm({ of: { applicationId, name, version } }: FormProps) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const act = useAct({
    name: 'deleteApplication',
    on: applicationId,
    title: () => t('deleteAct', { name }),
    request: (seen: number) => ({ path: { applicationId }, query: { version: seen }, body: { version: seen } }),
    said: () => t('deleted', { name }),
    reads: formReads,
    onDone: () => void navigate({ to: '/settings/forms' }),
  })
  return (
    <ConfirmButton
      button={{ variant: 'light', color: 'red' }}
      act={act}
      title={t('delete')}
      subject={name}
      values={version}
      effects={[t('deleteEffect'), t('deleteBack')]}
    />
  )
}

function Require({ of: { applicationId, name, required } }: FormProps) {
  const t = useTexts(texts)
  const to = required ? 'free' : 'require'
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...requiredQuery, enabled: isOpen })
  const act = useAct({
    name: 'setJoinRequirements',
    on: `${to}-${applicationId}`,
    seen: data,
    title: () => t(`${to}Act`, { name }),
    request: (seen: NonNullable<typeof data>) => ({
      body: {
        applicationIds: required
          ? seen.applicationIds.filter((id) => id !== applicationId)
          : [...seen.applicationIds, applicationId],
      },
      // it is read again while the dialog is open
      seen,
    }),
    said: () => t(`${to}Done`, { name }),
    reads: formReads,
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          void refetch()
          setOpen(true)
        }}
      >
        {t(to)}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t(to)}
        subject={name}
        isReady={data !== undefined}
        values={data ?? null}
        isDangerous={false}
        effects={[t(`${to}Effect`)]}
      >
        <ErrorNote error={error} onAgain={() => void refetch()} />
      </ConfirmDialog>
    </>
  )
}
