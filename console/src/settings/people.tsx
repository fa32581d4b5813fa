// The people of the staff, and the invitation of another one.
import { Anchor, Badge, Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createPerson as limits } from '../../../generated/field-limits'
import type { Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { DraftField, isTooLong } from '../patterns/draft-field'
import { useDraft } from '../patterns/drafts'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { SearchField } from '../patterns/search-field'
import { catalogue, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { useAct } from '../patterns/use-act'
import { ListView } from '../patterns/use-list'
import { contains, filtered } from '../patterns/use-whole-list'
import { sessionQuery, useMay } from '../session'
import { BoundsFields, useBounds } from './bounds'
import { RoleField, useRoleText } from './role-field'
import { builtIn, rolesQuery, useIsByRank, usePeople, type Person } from './staff'

const texts = catalogue('people', {
  title: 'People',
  about: 'Who signs in here, with a role. Members of the group need nothing here.',
  find: 'Name',
  invite: 'Invite a person',
  byRank: 'Your role depends on your rank in the group, so you invite nobody. Ask an administrator.',
  list: 'List of people',
  none: 'Nobody yet.',
  noMatch: 'Nobody has this name.',
  you: 'you',
  invited: 'invited',
  disabled: 'locked out',
  paused: 'paused',
  noSignIn: 'never signed in',
  lastSignIn: 'last sign-in',
  until: 'the invitation ends',
  roleOff: 'the role does not count now',
  name: 'Name',
  inviteAct: 'Invite {name} as {role}',
})

export function PeopleScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const people = usePeople()
  const { find = '' } = useSearch({ from: '/screens/settings/people' })
  const navigate = useNavigate({ from: '/settings/people' })
  const isByRank = useIsByRank(people.rows)
  const shown = filtered(people, ({ name }) => contains(name, find))
  return (
    <Page title={t('title')} about={t('about')} acts={may('people.write') && <Invite isRefused={isByRank} />}>
      {may('people.write') && isByRank && (
        <Text size="sm" c="dimmed">
          {t('byRank')}
        </Text>
      )}
      <Group>
        <SearchField
          label={t('find')}
          value={find}
          onSearch={(text) => void navigate({ search: text === '' ? {} : { find: text }, replace: true })}
        />
      </Group>
      <Paper>
        <ListView of={shown} empty={<Text c="dimmed">{t(find === '' ? 'none' : 'noMatch')}</Text>}>
          <Rows label={t('list')}>
            {shown.rows.map((person) => (
              <PersonRow key={person.personId} person={person} />
            ))}
          </Rows>
        </ListView>
      </Paper>
    </Page>
  )
}

function PersonRow({ person }: { readonly person: Person }) {
  const t = useTexts(texts)
  const roleText = useRoleText()
  const { personId, name, role, lastSignInAt, state, invitationExpiresAt } = person
  return (
    <Row
      name={
        <Anchor component={Link} to={`/settings/people/${personId}` as string} inherit>
          {name}
        </Anchor>
      }
      badges={<PersonBadges person={person} />}
      facts={[
        roleText(role),
        lastSignInAt === null ? (
          t('noSignIn')
        ) : (
          <>
            {t('lastSignIn')} <Time at={lastSignInAt} />
          </>
        ),
        state === 'invited' && invitationExpiresAt !== null ? (
          <>
            {t('until')} <Time at={invitationExpiresAt} />
          </>
        ) : null,
      ]}
    />
  )
}

export function PersonBadges({ person: { personId, state, pausedAt, roleCounts } }: { readonly person: Person }) {
  const t = useTexts(texts)
  const { data: session } = useQuery(sessionQuery)
  return (
    <>
      {personId === session?.personId && <Badge color="teal">{t('you')}</Badge>}
      {state === 'invited' && <Badge color="blue">{t('invited')}</Badge>}
      {state === 'disabled' && <Badge color="gray">{t('disabled')}</Badge>}
      {pausedAt !== null && <Badge color="orange">{t('paused')}</Badge>}
      {!roleCounts && <Badge color="yellow">{t('roleOff')}</Badge>}
    </>
  )
}

const drafts = { form: 'invite', record: '' }

function Invite({ isRefused }: { readonly isRefused: boolean }) {
  const t = useTexts(texts)
  const roleText = useRoleText()
  const { data: ownRoles = [] } = useQuery(rolesQuery)
  const [isOpen, setOpen] = useState(false)
  const [name] = useDraft(drafts, 'name')
  const [role, setRole] = useState('reviewer')
  const bounds = useBounds()
  const usual = [...builtIn, ...ownRoles].find((one) => one.name === role)?.takesPerHourLimit ?? undefined
  const act = useAct({
    name: 'createPerson',
    on: 'new',
    title: (body: Schema<'PersonCreate'>) => t('inviteAct', { name: body.name, role: roleText(body.role) }),
    request: (body) => ({ body }),
    said: () => null,
    reads: [['people']],
    drafts,
    onDone: bounds.reset,
  })
  return (
    <>
      <Button disabled={isRefused} onClick={() => setOpen(true)}>
        {t('invite')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('invite')}
        values={() => {
          const chosen = bounds.changes()
          return chosen === null || name.trim() === '' || isTooLong(name, limits.name)
            ? null
            : { name, role, ...chosen }
        }}
      >
        <DraftField of={drafts} field="name" label={t('name')} limit={limits.name} required autoFocus />
        <RoleField value={role} onChange={setRole} />
        <BoundsFields form={bounds} {...(usual !== undefined && { usual })} />
      </ActDialog>
    </>
  )
}
