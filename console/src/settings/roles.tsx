// The roles of the staff: the built-in ones, and those of the community.
import { Button, NumberInput, Paper, Stack, Text, TextInput, Title, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { Field } from '../patterns/field-errors'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { useAct } from '../patterns/use-act'
import { ListView } from '../patterns/use-list'
import { useWholeList } from '../patterns/use-whole-list'
import { sessionQuery, useMay } from '../session'
import { useRoleAbout, useRoleText } from './role-field'
import { ScopeList, ScopePicker, useHas } from './scopes'
import { builtIn, useIsByRank, usePeople, type Role } from './staff'

type OwnRole = Schema<'OwnRole'>

const texts = catalogue('roles', {
  title: 'Roles',
  about: 'A role says what a person may do here. On top of it, each person has bounds on ranks.',
  own: 'Roles of your own',
  ownAbout: 'For what the built-in roles do not fit, such as hosts of events.',
  builtIn: 'Built-in roles',
  builtInAbout: 'Each has what the one before has. They are not changed.',
  list: 'Roles of your own',
  builtInList: 'Built-in roles',
  none: 'None yet.',
  rights_one: '{count} right',
  rights_other: '{count} rights',
  people_one: '{count} person',
  people_other: '{count} people',
  nobody: 'nobody has it',
  takes_one: 'new people take {count} an hour',
  takes_other: 'new people take {count} an hour',
  takesAny: 'new people take any number',
  takesNothing: 'new people take nothing',
  show: 'What it may do',
  define: 'Define a role',
  defineAct: 'Define the role {name}',
  defined: 'The role {name} was defined.',
  change: 'Change',
  changeOf: 'Change: {name}',
  changeTitle: 'Change the role',
  changeAct: 'Change the role {name}',
  changed: 'The role {name} was changed.',
  applies: 'It applies to the next request of everybody who has the role.',
  delete: 'Delete',
  deleteOf: 'Delete: {name}',
  deleteTitle: 'Delete the role',
  deleteAct: 'Delete the role {name}',
  deleteEffect: 'Nobody has the role. Define it again if it is needed.',
  deleted: 'The role {name} was deleted.',
  inUse: 'Give its people another role first, then it can be deleted.',
  lacks: 'It has rights that you do not have, so you cannot change it.',
  byRank: 'Your role depends on your rank in the group, so you define no roles. Ask an administrator.',
  name: 'Name',
  nameAbout: 'Lower-case letters, digits and hyphens, beginning with a letter: it is in addresses of the API.',
  nameWrong: 'Only lower-case letters, digits and hyphens, at most 40, beginning with a letter.',
  nameTaken: 'There is a role with this name already. Change it instead.',
  takesLabel: 'Takes an hour of new people',
  takesAbout: 'Lower ranks, removed awards, suspensions and entries of the blacklist.',
  any: 'Any number',
  choose: 'Choose a right at least.',
})

export function RolesScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const people = usePeople()
  const isByRank = useIsByRank(people.rows)
  const roleText = useRoleText()
  const roleAbout = useRoleAbout()
  const own = useOwnRoles()
  return (
    <Page
      title={t('title')}
      about={t('about')}
      acts={may('people.write') && !isByRank && <SetRole taken={[...builtIn, ...own.rows].map(({ name }) => name)} />}
    >
      {may('people.write') && isByRank && (
        <Text size="sm" c="dimmed">
          {t('byRank')}
        </Text>
      )}
      <Paper>
        <Stack gap="xs">
          <div>
            <Title order={2}>{t('own')}</Title>
            <Text size="sm" c="dimmed">
              {t('ownAbout')}
            </Text>
          </div>
          <ListView of={own} empty={t('none')} isPart skeletonRows={2}>
            <Rows label={t('list')}>
              {own.rows.map((role) => (
                <Row
                  key={role.name}
                  name={role.name}
                  facts={[
                    t('rights', { count: role.scopes.length }),
                    role.people === 0 ? t('nobody') : t('people', { count: role.people }),
                    <Takes key="takes" of={role} />,
                  ]}
                  acts={may('people.write') && !isByRank && <OwnActs role={role} />}
                >
                  <Rights of={role} />
                </Row>
              ))}
            </Rows>
          </ListView>
        </Stack>
      </Paper>
      <Paper>
        <Stack gap="xs">
          <div>
            <Title order={2}>{t('builtIn')}</Title>
            <Text size="sm" c="dimmed">
              {t('builtInAbout')}
            </Text>
          </div>
          <Rows label={t('builtInList')}>
            {builtIn.map((role) => (
              <Row
                key={role.name}
                name={roleText(role.name)}
                facts={[t('rights', { count: role.scopes.length }), <Takes key="takes" of={role} />]}
              >
                <Text size="sm">{roleAbout(role.name)}</Text>
                <Rights of={role} />
              </Row>
            ))}
          </Rows>
        </Stack>
      </Paper>
    </Page>
  )
}

/** The server answers all of them at once. */
const useOwnRoles = () =>
  useWholeList<OwnRole>({
    key: ['staff-roles', 'list'],
    read: async () => ({ data: (await answerOf(api.GET('/v2/staff-roles'))).data, meta: { nextCursor: null } }),
  })

function Takes({ of: { takesPerHourLimit: takes } }: { readonly of: Role }) {
  const t = useTexts(texts)
  return <>{takes === null ? t('takesAny') : takes === 0 ? t('takesNothing') : t('takes', { count: takes })}</>
}

function Rights({ of: { scopes } }: { readonly of: Role }) {
  const t = useTexts(texts)
  return (
    <details>
      <Text component="summary" size="sm">
        {t('show')}
      </Text>
      <ScopeList scopes={scopes} />
    </details>
  )
}

function OwnActs({ role }: { readonly role: OwnRole }) {
  const t = useTexts(texts)
  const has = useHas()
  if (!has(role.scopes)) {
    return (
      <Text size="xs" c="dimmed" maw={240}>
        {t('lacks')}
      </Text>
    )
  }
  return (
    <>
      <SetRole role={role} />
      {role.people === 0 ? (
        <DeleteRole role={role} />
      ) : (
        <Text size="xs" c="dimmed" maw={180}>
          {t('inUse')}
        </Text>
      )}
    </>
  )
}

const namePattern = /^[a-z][a-z0-9-]{0,39}$/
const MAX_TAKES = 1_000_000
const usualTakes = 300

/** @property role the one to change; absent: a new one. @property taken names of all roles */
function SetRole({ role, taken = [] }: { readonly role?: OwnRole; readonly taken?: readonly string[] }) {
  const t = useTexts(texts)
  const { data: session } = useQuery(sessionQuery)
  const ownTakes = session?.takesPerHourLimit ?? null
  const begun = {
    name: role?.name ?? '',
    scopes: (role?.scopes ?? []) as readonly string[],
    takes: String(role === undefined ? Math.min(usualTakes, ownTakes ?? usualTakes) : (role.takesPerHourLimit ?? '')),
    isAny: role !== undefined && role.takesPerHourLimit === null,
  }
  const [isOpen, setOpen] = useState(false)
  const [{ name, scopes, takes, isAny }, setFields] = useState(begun)
  const [wrong, setWrong] = useState<'scopes' | null>(null)
  const set = (changed: Partial<typeof begun>) => {
    setWrong(null)
    setFields({ name, scopes, takes, isAny, ...changed })
  }
  const act = useAct({
    name: 'setStaffRole',
    on: role?.name ?? 'new',
    title: (request: { readonly path: { readonly roleName: string } }) =>
      t(role ? 'changeAct' : 'defineAct', { name: request.path.roleName }),
    request: (request: { readonly path: { readonly roleName: string }; readonly body: Schema<'OwnRoleInput'> }) =>
      request,
    said: ({ data }) => t(role ? 'changed' : 'defined', { name: data.name }),
    reads: [['staff-roles']],
    onDone: () => setFields(begun),
  })
  const isTaken = role === undefined && taken.includes(name)
  const nameError = isTaken ? t('nameTaken') : name !== '' && !namePattern.test(name) ? t('nameWrong') : undefined
  return (
    <>
      <Button
        {...(role && { variant: 'default', size: 'xs', 'aria-label': t('changeOf', { name: role.name }) })}
        onClick={() => {
          setFields(begun)
          setOpen(true)
        }}
      >
        {t(role ? 'change' : 'define')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t(role ? 'changeTitle' : 'define')}
        subject={role?.name}
        size="lg"
        values={() => {
          if (scopes.length === 0) setWrong('scopes')
          if (nameError !== undefined || !namePattern.test(name) || scopes.length === 0) return null
          const takesPerHourLimit = isAny || takes === '' ? null : Number(takes)
          return { path: { roleName: name }, body: { scopes: [...scopes] as OwnRole['scopes'], takesPerHourLimit } }
        }}
      >
        {role === undefined && (
          <Field of={['roleName', 'name']}>
            <TextInput
              label={t('name')}
              description={t('nameAbout')}
              value={name}
              required
              data-autofocus
              error={nameError}
              onChange={({ currentTarget: { value } }) => set({ name: value })}
            />
          </Field>
        )}
        <ScopePicker
          value={scopes}
          onChange={(chosen) => set({ scopes: chosen })}
          error={wrong === null ? undefined : t('choose')}
        />
        <Field of="takesPerHourLimit">
          <NumberInput
            label={t('takesLabel')}
            description={t('takesAbout')}
            value={isAny ? '' : takes}
            disabled={isAny}
            required={!isAny}
            min={0}
            max={ownTakes ?? MAX_TAKES}
            allowDecimal={false}
            onChange={(value) => set({ takes: String(value) })}
          />
        </Field>
        <Checkbox
          label={t('any')}
          checked={isAny}
          disabled={ownTakes !== null && !isAny}
          onChange={({ currentTarget: { checked } }) => set({ isAny: checked })}
        />
        {role && (
          <Text size="sm" c="dimmed">
            {t('applies')}
          </Text>
        )}
      </ActDialog>
    </>
  )
}

function DeleteRole({ role: { name } }: { readonly role: OwnRole }) {
  const t = useTexts(texts)
  const act = useAct({
    name: 'deleteStaffRole',
    on: name,
    title: () => t('deleteAct', { name }),
    request: () => ({ path: { roleName: name } }),
    said: () => t('deleted', { name }),
    reads: [['staff-roles']],
  })
  return (
    <ConfirmButton
      button={{ size: 'xs', variant: 'light', color: 'red', 'aria-label': t('deleteOf', { name }) }}
      label={t('delete')}
      act={act}
      title={t('deleteTitle')}
      subject={name}
      confirm={t('delete')}
      values={undefined}
      effects={[t('deleteEffect')]}
    />
  )
}
