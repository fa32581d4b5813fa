// The medals or the qualifications of the community.
import { Badge, Button, Group, NativeSelect, Paper, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createMedal as limits } from '../../../generated/field-limits'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { DraftField, isTooLong } from '../patterns/draft-field'
import { useDraft } from '../patterns/drafts'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { SearchField } from '../patterns/search-field'
import { catalogue, useTexts } from '../patterns/texts'
import { useAct } from '../patterns/use-act'
import { ListView } from '../patterns/use-list'
import { contains, filtered, useWholeList } from '../patterns/use-whole-list'
import { isGiven, ranksQuery } from '../ranks-query'
import { sessionQuery, useMay } from '../session'
import { searchWith } from './search'

type Award = Schema<'Award'>
export type Kind = 'medals' | 'qualifications'

const texts = catalogue('awards', {
  medals: 'Medals',
  qualifications: 'Qualifications',
  medalsAbout: 'For what a member did. A member may hold a medal several times.',
  qualificationsAbout: 'For what a member may do or has learned. A member holds one or does not.',
  find: 'Name or description',
  show: 'Show',
  active: 'Active',
  archived: 'Archived',
  all: 'All',
  list: 'List',
  none: 'None yet.',
  noMatch: 'None matches.',
  isArchived: 'archived',
  role: 'gives the role {role}',
  roleGone: 'gives a role that the group no longer has',
  medalsCreate: 'Create a medal',
  qualificationsCreate: 'Create a qualification',
  createAct: 'Create {name}',
  created: '{name} was created.',
  change: 'Change',
  changeOf: 'Change: {name}',
  changeAct: 'Change {name}',
  changed: '{name} was changed.',
  changeAbout: 'Who holds it keeps it. A new name applies everywhere at once.',
  archive: 'Archive',
  archiveOf: 'Archive: {name}',
  archiveAct: 'Archive {name}',
  archiveEffect: 'Nobody is awarded it any more, also not by a form or an event. Who holds it keeps it.',
  archiveDone: '{name} is archived.',
  restore: 'Restore',
  restoreOf: 'Restore: {name}',
  restoreAct: 'Restore {name}',
  restoreEffect: 'It can be awarded again.',
  restoreDone: '{name} can be awarded again.',
  name: 'Name',
  description: 'Description',
  bound: 'Role of the group that is given with it',
  boundAbout: 'Taken again when it is removed. Only roles that are no ranks can be given.',
  noRole: 'none',
  noRights: 'You may not give roles of the group, so you cannot change this.',
  beyond: '{name}: beyond your own bounds',
})

const shows = ['active', 'archived', 'all'] as const
type Show = (typeof shows)[number]
const LIMIT = 100

const useAwards = (kind: Kind) =>
  useWholeList<Award>({
    key: [kind, 'list'],
    read: (cursor) => {
      const query = { archived: 'all', limit: LIMIT, ...(cursor !== null && { cursor }) } as const
      return kind === 'medals'
        ? answerOf(api.GET('/v2/medals', { params: { query } }))
        : answerOf(api.GET('/v2/qualifications', { params: { query } }))
    },
  })

export const MedalsScreen = () => <Awards kind="medals" />
export const QualificationsScreen = () => <Awards kind="qualifications" />

export interface AwardsSearch {
  readonly find?: string
  readonly show?: Show
}

function Awards({ kind }: { readonly kind: Kind }) {
  const t = useTexts(texts)
  const may = useMay()
  const { find = '', show = 'active' } = useSearch({ from: `/screens/settings/${kind}` })
  const navigate = useNavigate()
  const awards = useAwards(kind)
  const shown = filtered(
    awards,
    ({ name, description, archived }) =>
      (contains(name, find) || contains(description, find)) && (show === 'all' || archived === (show === 'archived')),
  )
  const change = (changed: AwardsSearch) => {
    void navigate({ to: `/settings/${kind}`, search: searchWith({ find, show, ...changed }, 'active'), replace: true })
  }
  const mayWrite = may(`${kind}.write`)
  return (
    <Page title={t(kind)} about={t(`${kind}About`)} acts={mayWrite && <CreateAward kind={kind} />}>
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
        <ListView of={shown} empty={<Text c="dimmed">{t(awards.rows.length === 0 ? 'none' : 'noMatch')}</Text>}>
          <Rows label={t('list')}>
            {shown.rows.map((award) => (
              <AwardRow key={award.name} kind={kind} of={award} mayWrite={mayWrite} />
            ))}
          </Rows>
        </ListView>
      </Paper>
    </Page>
  )
}

interface AwardProps {
  readonly kind: Kind
  readonly of: Award
}

function AwardRow({ kind, of, mayWrite }: AwardProps & { readonly mayWrite: boolean }) {
  const t = useTexts(texts)
  const { data: ranks } = useQuery(ranksQuery)
  const { name, description, archived, roleUniqueId } = of
  const role = ranks?.find(({ uniqueId }) => uniqueId === roleUniqueId)
  return (
    <Row
      name={name}
      badges={archived && <Badge color="gray">{t('isArchived')}</Badge>}
      facts={[
        description === '' ? null : (
          <span key="about" dir="auto">
            {description}
          </span>
        ),
        roleUniqueId === null || ranks === undefined
          ? null
          : role === undefined
            ? t('roleGone')
            : t('role', { role: role.name }),
      ]}
      acts={
        mayWrite && (
          <>
            <ChangeAward kind={kind} of={of} />
            <Archive kind={kind} of={of} />
          </>
        )
      }
    />
  )
}

/** What cannot be given is shown, and why. */
function RoleChoice({ value, onChange }: { readonly value: string; readonly onChange: (role: string) => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const { data: session } = useQuery(sessionQuery)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const isAllowed = may('members.roles.write')
  const roles = ranks.filter((rank) => isGiven(rank) && (!rank.managed || String(rank.uniqueId) === value))
  return (
    <NativeSelect
      label={t('bound')}
      description={isAllowed ? t('boundAbout') : t('noRights')}
      disabled={!isAllowed}
      value={value}
      data={[
        { value: '', label: t('noRole') },
        ...roles.map(({ uniqueId, name, rankId }) => {
          const isBeyond = rankId > (session?.highestRankGiven ?? 255)
          return { value: String(uniqueId), label: isBeyond ? t('beyond', { name }) : name, disabled: isBeyond }
        }),
      ]}
      onChange={({ currentTarget: { value: role } }) => onChange(role)}
    />
  )
}

const readsOf = (kind: Kind) => [[kind]]

function CreateAward({ kind }: { readonly kind: Kind }) {
  const t = useTexts(texts)
  const drafts = { form: `new-${kind}`, record: '' }
  const [isOpen, setOpen] = useState(false)
  const [name] = useDraft(drafts, 'name')
  const [description] = useDraft(drafts, 'description')
  const [role, setRole] = useState('')
  const act = useAct({
    name: kind === 'medals' ? 'createMedal' : 'createQualification',
    on: 'new',
    title: (body: Schema<'AwardCreate'>) => t('createAct', { name: body.name }),
    request: (body) => ({ body }),
    said: ({ data }) => t('created', { name: data.name }),
    reads: readsOf(kind),
    drafts,
    onDone: () => setRole(''),
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(`${kind}Create`)}</Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t(`${kind}Create`)}
        values={() => {
          if (name.trim() === '' || isTooLong(name, limits.name) || isTooLong(description, limits.description))
            return null
          return {
            name,
            ...(description !== '' && { description }),
            ...(role !== '' && { roleUniqueId: Number(role) }),
          }
        }}
      >
        <DraftField of={drafts} field="name" label={t('name')} limit={limits.name} required autoFocus />
        <DraftField of={drafts} field="description" label={t('description')} limit={limits.description} rows={2} />
        <RoleChoice value={role} onChange={setRole} />
      </ActDialog>
    </>
  )
}

const actOf = (kind: Kind) => (kind === 'medals' ? 'updateMedal' : 'updateQualification')

function ChangeAward({ kind, of }: AwardProps) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const storedRole = String(of.roleUniqueId ?? '')
  const drafts = { form: `change-${kind}`, record: of.name }
  const [name] = useDraft(drafts, 'name', of.name)
  const [description] = useDraft(drafts, 'description', of.description)
  const [role, setRole] = useState(storedRole)
  const act = useAct({
    name: actOf(kind),
    on: `change-${of.name}`,
    seen: of,
    title: () => t('changeAct', { name: of.name }),
    request: (body: Schema<'AwardUpdate'>) => ({ path: { name: of.name }, body }),
    said: ({ data }) => t('changed', { name: data.name }),
    reads: readsOf(kind),
    drafts,
  })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('changeOf', { name: of.name })}
        onClick={() => {
          setRole(storedRole)
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
        subject={of.name}
        values={() => {
          if (name.trim() === '' || isTooLong(name, limits.name) || isTooLong(description, limits.description))
            return null
          const changes = {
            ...(name !== of.name && { name }),
            ...(description !== of.description && { description }),
            ...(role !== storedRole && (role === '' ? { removeRole: true } : { roleUniqueId: Number(role) })),
          }
          return Object.keys(changes).length === 0 ? null : changes
        }}
      >
        <Text size="sm" c="dimmed">
          {t('changeAbout')}
        </Text>
        <DraftField
          of={drafts}
          field="name"
          label={t('name')}
          limit={limits.name}
          stored={of.name}
          required
          autoFocus
        />
        <DraftField
          of={drafts}
          field="description"
          label={t('description')}
          limit={limits.description}
          stored={of.description}
          rows={2}
        />
        <RoleChoice value={role} onChange={setRole} />
      </ActDialog>
    </>
  )
}

function Archive({ kind, of }: AwardProps) {
  const t = useTexts(texts)
  const { name, archived } = of
  const to = archived ? 'restore' : 'archive'
  const act = useAct({
    name: actOf(kind),
    on: `archived-${name}`,
    seen: of,
    title: () => t(`${to}Act`, { name }),
    request: () => ({ path: { name }, body: { archived: !archived } }),
    said: ({ data }) => t(data.archived ? 'archiveDone' : 'restoreDone', { name }),
    reads: readsOf(kind),
  })
  return (
    <ConfirmButton
      button={{ size: 'xs', variant: 'default', 'aria-label': t(`${to}Of`, { name }) }}
      act={act}
      title={t(to)}
      subject={name}
      values={undefined}
      isDangerous={false}
      effects={[t(`${to}Effect`)]}
    />
  )
}
