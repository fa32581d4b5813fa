// The staff roles that the community defines.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Act, fieldOf } from './act'
import { answerOf, api, deletionOf, type Schema, writes } from './api'
import { ListState, Table } from './list'
import type { SectionProps, Told } from './section'
import { sessionQuery, useMay } from './session'
import styles from './settings.module.css'

type OwnRole = Schema<'OwnRole'>

export const rolesQuery = {
  queryKey: ['staff-roles'],
  queryFn: async () => (await answerOf(api.GET('/v2/staff-roles'))).data,
}

export function Roles({ tell }: SectionProps) {
  const may = useMay()
  const client = useQueryClient()
  const roles = useQuery(rolesQuery)
  const done = async (told: Told) => {
    tell(told)
    await client.invalidateQueries({ queryKey: rolesQuery.queryKey })
  }
  return (
    <section>
      <h2>Roles of your own</h2>
      <ListState of={roles} loading="Loading the roles" />
      <Table label="List of roles" columns={['Name', 'Scopes', 'Has people', ...(may('people.write') ? ['Acts'] : [])]}>
        {roles.data?.map((role) => (
          <tr key={role.name}>
            <th scope="row">{role.name}</th>
            <td title={role.scopes.join(', ')}>{role.scopes.length}</td>
            <td>{role.people}</td>
            {may('people.write') && (
              <td>
                <div className="actions">
                  <SetRole role={role} onDone={done} />
                  <DeleteRole role={role} onDone={done} />
                </div>
              </td>
            )}
          </tr>
        ))}
      </Table>
      {may('people.write') && (
        <div className="actions">
          <SetRole onDone={done} />
        </div>
      )}
    </section>
  )
}

interface SetRoleProps {
  /** The role to change; absent: a new one. */
  readonly role?: OwnRole
  readonly onDone: (told: Told) => Promise<void>
}

function SetRole({ role, onDone }: SetRoleProps) {
  const { data: session } = useQuery(sessionQuery)
  const { name = '', scopes = [], takesPerHourLimit = 300 } = role ?? {}
  return (
    <Act
      title={role ? 'Change the scopes' : 'Define a role'}
      {...(role && { subject: name })}
      run={async (form) => {
        const params = { path: { roleName: role ? name : fieldOf(form, 'name') } }
        const body = {
          scopes: form.getAll('scope') as OwnRole['scopes'],
          takesPerHourLimit: fieldOf(form, 'takes') === '' ? null : Number(fieldOf(form, 'takes')),
        }
        return (await answerOf(writes.PUT('/v2/staff-roles/{roleName}', { params, body }))).data
      }}
      onDone={({ name: set }) => onDone({ text: `The role ${set} was ${role ? 'changed' : 'defined'}.` })}
    >
      {!role && (
        <label>
          Name (lower-case letters, digits and hyphens)
          <input name="name" maxLength={40} pattern="[a-z][a-z0-9\-]{0,39}" required />
        </label>
      )}
      <label>
        Takes an hour of new people (empty: any number)
        <input name="takes" type="number" min={0} max={1_000_000} defaultValue={takesPerHourLimit ?? ''} />
      </label>
      <fieldset>
        <legend>Scopes</legend>
        <div className={styles.scopes}>
          {session?.scopes.map((scope) => (
            <label key={scope}>
              <input type="checkbox" name="scope" value={scope} defaultChecked={scopes.includes(scope)} />
              {scope}
            </label>
          ))}
        </div>
      </fieldset>
      {role && <p>It applies to the next request of everybody who has the role.</p>}
    </Act>
  )
}

function DeleteRole({ role: { name }, onDone }: Required<SetRoleProps>) {
  const params = { path: { roleName: name } }
  return (
    <Act
      title="Delete"
      subject={name}
      run={() => deletionOf(writes.DELETE('/v2/staff-roles/{roleName}', { params }), 'staff_role_not_found')}
      onDone={() => onDone({ text: `The role ${name} was deleted.` })}
    >
      <p>A role that people have is not deleted.</p>
    </Act>
  )
}
