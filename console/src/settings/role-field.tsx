// The choice of a role. A role that has what the person here does not have is shown, and why it cannot be given.
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { catalogue, useTexts } from '../patterns/texts'
import { useLacking, useScopeText } from './scopes'
import { builtIn, rolesQuery } from './staff'

export const roleTexts = catalogue('roles-built-in', {
  viewer: 'Viewer',
  reviewer: 'Reviewer',
  moderator: 'Moderator',
  officer: 'Officer',
  administrator: 'Administrator',
  viewerAbout: 'Reads members, ranks, awards, events and forms.',
  reviewerAbout: 'Reads what a viewer reads, and reads and decides responses.',
  moderatorAbout:
    'Does what a reviewer does; warns, suspends, blacklists, decides requests to join, and reads the audit log.',
  officerAbout:
    'Does what a moderator does; changes experience, awards, ranks and roles, runs events, edits forms, and takes changes back.',
  administratorAbout: 'Everything, with keys, people and settings.',
  role: 'Role',
  beyond: '{role}: has more than you',
  lacks: 'It has what you do not have: {rights}.',
  refused: 'Nobody gives a role that has more than they have themselves.',
})

type BuiltIn = 'viewer' | 'reviewer' | 'moderator' | 'officer' | 'administrator'
const isBuiltIn = (role: string): role is BuiltIn => builtIn.some(({ name }) => name === role)

/** The name of the role for people; those of the community are named by it. */
export function useRoleText(): (role: string) => string {
  const t = useTexts(roleTexts)
  return (role) => (isBuiltIn(role) ? t(role) : role)
}

export function useRoleAbout(): (role: string) => string {
  const t = useTexts(roleTexts)
  return (role) => (isBuiltIn(role) ? t(`${role}About`) : '')
}

interface FieldProps {
  readonly value: string
  readonly onChange: (role: string) => void
}

export function RoleField({ value, onChange }: FieldProps) {
  const t = useTexts(roleTexts)
  const roleText = useRoleText()
  const roleAbout = useRoleAbout()
  const scopeText = useScopeText()
  const lacking = useLacking()
  const { data: own = [] } = useQuery(rolesQuery)
  const roles = [...builtIn, ...own].map(({ name, scopes }) => ({ name, lacks: lacking(scopes) }))
  const chosen = roles.find(({ name }) => name === value)
  return (
    <div>
      <NativeSelect
        label={t('role')}
        description={roleAbout(value)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        data={roles.map(({ name, lacks }) => ({
          value: name,
          label: lacks.length === 0 ? roleText(name) : t('beyond', { role: roleText(name) }),
          disabled: lacks.length > 0,
        }))}
        error={
          chosen !== undefined && chosen.lacks.length > 0
            ? t('lacks', { rights: chosen.lacks.map(scopeText).join(', ') })
            : undefined
        }
        onChange={({ currentTarget: { value: role } }) => onChange(role)}
      />
      {roles.some(({ lacks }) => lacks.length > 0) && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('refused')}
        </Text>
      )}
    </div>
  )
}
