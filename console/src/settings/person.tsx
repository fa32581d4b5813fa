// One person of the staff: what the person may do, and how that is changed and ended.
import { Alert, Anchor, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { updatePerson as limits } from '../../../generated/field-limits'
import type { Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { isTooLong } from '../patterns/draft-field'
import { ErrorNote } from '../patterns/error-note'
import { Field } from '../patterns/field-errors'
import { findMember } from '../patterns/find-members'
import { MemberPicker } from '../patterns/member-picker'
import { Page } from '../patterns/page'
import { Facts } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { useAct } from '../patterns/use-act'
import { ranksQuery } from '../ranks-query'
import { sessionQuery, useMay } from '../session'
import { BoundsFields, useBounds, useBoundsText } from './bounds'
import { DependantsField, useDependantsText } from './dependants'
import { PersonBadges } from './people'
import { RoleField, useRoleAbout, useRoleText } from './role-field'
import { ScopeList } from './scopes'
import { usePeople, usePersonRefusal, useScopesOf, type Person } from './staff'
import { BackLink } from '../patterns/back-link'
import { NoRecord } from './record'

const texts = catalogue('person', {
  people: 'People',
  gone: 'There is no such person any more.',
  state: 'State',
  active: 'May sign in',
  invited: 'Invited, and has not used the link yet',
  disabled: 'Locked out',
  signIn: 'Signs in with',
  passkey: 'a passkey',
  issuer: 'an account of the issuer',
  noSignIn: 'nothing yet',
  lastSignIn: 'Last sign-in',
  never: 'never',
  madeBy: 'Invited by',
  operator: 'whoever runs the server',
  aKey: 'an API key',
  since: 'Since',
  paused: 'Every change by {name} is refused since',
  pausedWhy:
    'After too many changes in a minute, or by hand. Look at the audit log before you resume: somebody may have taken over the account.',

  role: 'Role and bounds',
  rights: 'What the role may do',
  changeRole: 'Change the role',
  roleAct: 'Make {name} {role}',
  roleDone: '{name} is {role} now.',
  roleSame: 'This is the role already: choose another one.',
  roleEffect: 'It applies to the next request. The bounds stay; the takes are those of a new person of the role.',
  bounds: 'Change the bounds',
  boundsAct: 'Change the bounds of {name}',
  boundsDone: 'The bounds of {name} were changed.',
  boundsOf: 'Bounds',

  member: 'Member of the group',
  noMember: 'Bound to no member. Bound to one, the role can depend on the rank in the group.',
  memberIs: 'Member',
  roleFrom: 'The role counts from the rank',
  always: 'always',
  unknownRank: 'a rank that the group no longer has',
  counts: 'counts now',
  countsNot: 'does not count now',
  bind: 'Bind to a member',
  bindAct: 'Change the member of {name}',
  bindDone: 'The member of {name} was changed.',
  bindAbout: 'The role is lost within a minute after the rank is lost on the platform.',
  bindNeeds: 'Choose a member first: only then can the role depend on a rank.',
  lastBind: '{name} is the last administrator whose role depends on no rank, so the role stays independent.',

  rename: 'Rename',
  renameAct: 'Rename {name} to {to}',
  renameDone: 'The name is {name} now.',
  name: 'Name',

  access: 'Access',
  inviteAgain: 'Invite again',
  inviteAct: 'Invite {name} again',
  inviteEffect:
    'The passkey or account, an earlier link, and all sessions of {name} end at once. Also for somebody who lost a device.',
  pause: 'Pause',
  pauseAct: 'Pause {name}',
  pauseEffect: '{name} may still sign in and read, and every change is refused until somebody resumes.',
  pauseDone: '{name} is paused.',
  resume: 'Resume',
  resumeAct: 'Resume {name}',
  resumeEffect: '{name} may change things again.',
  resumeDone: '{name} may change things again.',
  lock: 'Lock out',
  lockAct: 'Lock {name} out',
  lockEffect: 'All sessions of {name} end at once, and no sign-in works until somebody lets {name} in again.',
  lockDone: '{name} is locked out.',
  unlock: 'Let in again',
  unlockAct: 'Let {name} in again',
  unlockEffect: '{name} may sign in again, with the passkey or account of before.',
  unlockDone: '{name} may sign in again.',
  delete: 'Delete',
  deleteAct: 'Delete {name}',
  deleteEffect:
    'The passkey or account and all sessions of {name} end at once, and what is queued in that name does not run.',
  deleteAudit: 'The audit log keeps what {name} did.',
  deleteLock: 'This cannot be undone. Lock out a person who may come back.',
  deleteDone: '{name} was deleted.',

  self: 'This is you. Nobody changes their own role, bounds or access, so that nobody locks themselves out: another administrator does it.',
  lacks: '{name} has rights that you do not have, so you cannot change {name}. Ask somebody who has them.',
  wider: '{name} has wider bounds or more takes than you. You can give {name} less, and nothing more.',
  byRank: 'Your role depends on your rank in the group, so you can give {name} less, and nothing more.',
  last: '{name} is the last administrator whose role depends on no rank. Make another person administrator first; until then {name} cannot be locked out, deleted, or given another role or a narrower one.',
})

export function PersonScreen() {
  const t = useTexts(texts)
  const { personId } = useParams({ from: '/screens/settings/people/$personId' })
  const people = usePeople()
  const person = people.rows.find((one) => one.personId === personId)
  const from = <BackLink to="/settings/people">{t('people')}</BackLink>
  if (person === undefined) return <NoRecord of={people} title={t('people')} from={from} gone={t('gone')} />
  return <PersonPage key={personId} person={person} people={people.rows} from={from} error={people.error} />
}

interface PageProps {
  readonly person: Person
  readonly people: readonly Person[]
  readonly from: ReactNode
  readonly error: unknown
}

function PersonPage({ person, people, from, error }: PageProps) {
  const t = useTexts(texts)
  const may = useMay()
  const refusal = usePersonRefusal(people)(person)
  const { name, pausedAt } = person
  const mayWrite = may('people.write')
  const why = [...new Set([refusal.any, refusal.less, refusal.more])].find((one) => one !== null)
  return (
    <Page
      title={name}
      from={from}
      about={
        <Group component="span" gap="xs">
          <PersonBadges person={person} />
        </Group>
      }
      acts={mayWrite && (refusal.any === null || refusal.any === 'self') && <Rename person={person} />}
    >
      <ErrorNote error={error} />
      {pausedAt !== null && (
        <Alert color="orange">
          {t('paused', { name })} <Time at={pausedAt} />. {t('pausedWhy')}
        </Alert>
      )}
      {mayWrite && why !== undefined && why !== null && <Alert color="blue">{t(why, { name })}</Alert>}
      <RoleSection person={person} mayWrite={mayWrite} refusal={refusal} />
      <MemberSection person={person} mayWrite={mayWrite} refusal={refusal} />
      <AccessSection person={person} people={people} mayWrite={mayWrite} refusal={refusal} />
    </Page>
  )
}

interface SectionProps {
  readonly person: Person
  readonly mayWrite: boolean
  readonly refusal: ReturnType<ReturnType<typeof usePersonRefusal>>
}

function RoleSection({ person, mayWrite, refusal: { any, less, more } }: SectionProps) {
  const t = useTexts(texts)
  const roleText = useRoleText()
  const roleAbout = useRoleAbout()
  const scopesOf = useScopesOf()
  const boundsText = useBoundsText()
  const { role } = person
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('role')}</Title>
        <div>
          <Text size="sm" fw={600}>
            {roleText(role)}
          </Text>
          <Text size="sm" c="dimmed">
            {roleAbout(role)}
          </Text>
        </div>
        <Facts of={[[t('boundsOf'), boundsText(person).join(', ')]]} />
        <details>
          <Text component="summary" size="sm">
            {t('rights')}
          </Text>
          <ScopeList scopes={scopesOf(role) ?? []} />
        </details>
        {mayWrite && any === null && (
          <Group gap="xs">
            {less === null && more === null && <ChangeRole person={person} />}
            {less === null && <ChangeBounds person={person} />}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function ChangeRole({ person }: { readonly person: Person }) {
  const { personId, name, role } = person
  const t = useTexts(texts)
  const roleText = useRoleText()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(role)
  const act = useAct({
    name: 'updatePerson',
    on: `role-${personId}`,
    seen: person,
    title: (to: string) => t('roleAct', { name, role: roleText(to) }),
    request: (to) => ({ path: { personId }, body: { role: to } }),
    said: ({ data }) => t('roleDone', { name, role: roleText(data.role) }),
    reads: [['people']],
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setChosen(role)
          setOpen(true)
        }}
      >
        {t('changeRole')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('changeRole')}
        subject={name}
        values={() => (chosen === role ? null : chosen)}
      >
        <RoleField value={chosen} onChange={setChosen} />
        <Text size="sm" c="dimmed">
          {t(chosen === role ? 'roleSame' : 'roleEffect')}
        </Text>
      </ActDialog>
    </>
  )
}

function ChangeBounds({ person }: { readonly person: Person }) {
  const { personId, name } = person
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const bounds = useBounds(person)
  const act = useAct({
    name: 'updatePerson',
    on: `bounds-${personId}`,
    seen: person,
    title: () => t('boundsAct', { name }),
    request: (body: Schema<'PersonUpdate'>) => ({ path: { personId }, body }),
    said: () => t('boundsDone', { name }),
    reads: [['people']],
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          bounds.reset()
          setOpen(true)
        }}
      >
        {t('bounds')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('bounds')}
        subject={name}
        values={() => {
          const changes = bounds.changes()
          return changes === null || Object.keys(changes).length === 0 ? null : changes
        }}
      >
        <BoundsFields form={bounds} of={person} />
      </ActDialog>
    </>
  )
}

function Rename({ person }: { readonly person: Person }) {
  const { personId, name } = person
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(name)
  const act = useAct({
    name: 'updatePerson',
    on: `name-${personId}`,
    seen: person,
    title: (to: string) => t('renameAct', { name, to }),
    request: (to) => ({ path: { personId }, body: { name: to } }),
    said: ({ data }) => t('renameDone', { name: data.name }),
    reads: [['people'], ['session']],
  })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setText(name)
          setOpen(true)
        }}
      >
        {t('rename')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('rename')}
        subject={name}
        values={() => (text.trim() === '' || isTooLong(text, limits.name) ? null : text)}
      >
        <Field of="name">
          <TextInput
            label={t('name')}
            value={text}
            required
            data-autofocus
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
        </Field>
      </ActDialog>
    </>
  )
}

/** The member whose account it is, by name. */
function useMemberText(userId: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['member', userId],
    enabled: userId !== null,
    queryFn: () => findMember(userId ?? ''),
    staleTime: 60_000,
    retry: false,
  })
  return userId === null ? null : (data?.username ?? userId)
}

function MemberSection({ person, mayWrite, refusal: { any } }: SectionProps) {
  const t = useTexts(texts)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const { userId, lowestRankUniqueId, roleCounts } = person
  const member = useMemberText(userId)
  const rank = ranks.find(({ uniqueId }) => uniqueId === lowestRankUniqueId)
  const from =
    lowestRankUniqueId === null
      ? t('always')
      : `${rank?.name ?? t('unknownRank')}: ${t(roleCounts ? 'counts' : 'countsNot')}`
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('member')}</Title>
        {userId === null ? (
          <Text size="sm" c="dimmed">
            {t('noMember')}
          </Text>
        ) : (
          <Facts
            of={[
              [
                t('memberIs'),
                <Anchor key="member" component={Link} to={`/members/${userId}` as string} size="sm">
                  {member}
                </Anchor>,
              ],
              [t('roleFrom'), from],
            ]}
          />
        )}
        {mayWrite && any === null && <Bind person={person} memberName={member} />}
      </Stack>
    </Paper>
  )
}

function Bind({ person, memberName }: { readonly person: Person; readonly memberName: string | null }) {
  const { personId, name, userId, lowestRankUniqueId } = person
  const t = useTexts(texts)
  const people = usePeople()
  const refusal = usePersonRefusal(people.rows)(person)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const [isOpen, setOpen] = useState(false)
  const stored = userId === null ? null : { userId, username: memberName === userId ? null : memberName }
  const [member, setMember] = useState(stored)
  const [rank, setRank] = useState(String(lowestRankUniqueId ?? ''))
  const act = useAct({
    name: 'updatePerson',
    on: `member-${personId}`,
    seen: person,
    title: () => t('bindAct', { name }),
    request: (body: Schema<'PersonUpdate'>) => ({ path: { personId }, body }),
    said: () => t('bindDone', { name }),
    reads: [['people']],
  })
  const isLast = refusal.less === 'last'
  return (
    <Group gap="xs">
      <Button
        variant="default"
        onClick={() => {
          setMember(stored)
          setRank(String(lowestRankUniqueId ?? ''))
          setOpen(true)
        }}
      >
        {t('bind')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('bind')}
        subject={name}
        values={() => {
          if (member === null && rank !== '') return null
          return {
            ...(member === null ? { removeMember: true } : { userId: Number(member.userId) }),
            ...(rank === '' ? { removeLowestRank: true } : { lowestRankUniqueId: Number(rank) }),
          }
        }}
      >
        <Field of="userId">
          <MemberPicker value={member} onChange={setMember} />
        </Field>
        <NativeSelect
          label={t('roleFrom')}
          description={t('bindAbout')}
          value={rank}
          data={[
            { value: '', label: t('always') },
            ...ranks.map(({ uniqueId, name: label }) => ({ value: String(uniqueId), label, disabled: isLast })),
          ]}
          error={member === null && rank !== '' ? t('bindNeeds') : undefined}
          onChange={({ currentTarget: { value } }) => setRank(value)}
        />
        {isLast && (
          <Text size="sm" c="dimmed">
            {t('lastBind', { name })}
          </Text>
        )}
      </ActDialog>
    </Group>
  )
}

function AccessSection({
  person,
  people,
  mayWrite,
  refusal: { any, less, more },
}: SectionProps & { readonly people: readonly Person[] }) {
  const t = useTexts(texts)
  const { state, signIn, lastSignInAt, createdAt, invitedBy, pausedAt } = person
  const author = people.find(({ personId }) => personId === invitedBy.id)?.name
  const isDisabled = state === 'disabled'
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('access')}</Title>
        <Facts
          of={[
            [t('state'), t(state)],
            [t('signIn'), t(signIn ?? 'noSignIn')],
            [t('lastSignIn'), lastSignInAt === null ? t('never') : <Time key="sign-in" at={lastSignInAt} />],
            [t('madeBy'), author ?? t(invitedBy.kind === 'key' ? 'aKey' : 'operator')],
            [t('since'), <Time key="since" at={createdAt} isDay />],
          ]}
        />
        {mayWrite && any === null && (
          <Group gap="xs">
            {more === null && !isDisabled && <InviteAgain person={person} />}
            {more === null && isDisabled && <Change person={person} of="unlock" body={{ enabled: true }} />}
            {more === null && pausedAt !== null && <Change person={person} of="resume" body={{ paused: false }} />}
            {pausedAt === null && <Change person={person} of="pause" body={{ paused: true }} />}
            {less === null && !isDisabled && <Change person={person} of="lock" body={{ enabled: false }} />}
            {less === null && <DeletePerson person={person} />}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function InviteAgain({ person: { personId, name } }: { readonly person: Person }) {
  const t = useTexts(texts)
  const act = useAct({
    name: 'invitePerson',
    on: personId,
    title: () => t('inviteAct', { name }),
    request: () => ({ path: { personId } }),
    said: () => null,
    reads: [['people']],
  })
  return (
    <ConfirmButton
      button={{ variant: 'default' }}
      act={act}
      title={t('inviteAgain')}
      subject={name}
      values={undefined}
      isDangerous={false}
      effects={[t('inviteEffect', { name })]}
    />
  )
}

interface ChangeProps {
  readonly person: Person
  readonly of: 'pause' | 'resume' | 'lock' | 'unlock'
  readonly body: Schema<'PersonUpdate'>
}

function Change({ person, of, body }: ChangeProps) {
  const { personId, name } = person
  const t = useTexts(texts)
  const dependantsText = useDependantsText()
  const [isEnd, setEnd] = useState(false)
  const isEnding = of === 'lock'
  const act = useAct({
    name: 'updatePerson',
    on: `${of}-${personId}`,
    seen: person,
    title: () => t(`${of}Act`, { name }),
    request: (end: boolean) => ({ path: { personId }, query: { dependants: end ? 'end' : 'keep' }, body }),
    said: ({ meta: { dependants } }) => t(`${of}Done`, { name }) + (isEnding ? dependantsText(dependants) : ''),
    reads: [['people'], ['keys']],
  })
  return (
    <ConfirmButton
      button={{ variant: isEnding ? 'light' : 'default', ...(isEnding && { color: 'red' }) }}
      act={act}
      title={t(of)}
      subject={name}
      values={isEnd}
      isDangerous={isEnding}
      effects={[t(`${of}Effect`, { name })]}
    >
      {isEnding && <DependantsField checked={isEnd} onChange={setEnd} />}
    </ConfirmButton>
  )
}

function DeletePerson({ person }: { readonly person: Person }) {
  const { personId, name } = person
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [isEnd, setEnd] = useState(false)
  const { data: session } = useQuery(sessionQuery)
  const act = useAct({
    name: 'deletePerson',
    on: personId,
    seen: person,
    title: () => t('deleteAct', { name }),
    request: (end: boolean) => ({ path: { personId }, query: { dependants: end ? 'end' : 'keep' } }),
    said: () => t('deleteDone', { name }),
    reads: [['people'], ['keys']],
    onDone: () => void navigate({ to: '/settings/people' }),
  })
  if (session?.personId === personId) return null
  return (
    <ConfirmButton
      button={{ variant: 'light', color: 'red' }}
      act={act}
      title={t('delete')}
      subject={name}
      values={isEnd}
      typed={name}
      effects={[t('deleteEffect', { name }), t('deleteAudit', { name }), t('deleteLock')]}
    >
      <DependantsField checked={isEnd} onChange={setEnd} />
    </ConfirmButton>
  )
}
