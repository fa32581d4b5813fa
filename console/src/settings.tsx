// The connection, people, keys and ranks of the community.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Act, fieldOf } from './act'
import { answerOf, api, type Schema } from './api'
import { ConnectionState } from './connection'
import { keysQuery, peopleQuery } from './entries'
import { ListState, Table } from './list'
import { ranksQuery } from './members'
import { Ranks } from './ranks'
import { sessionQuery, useMay } from './shell'
import styles from './settings.module.css'

type Key = Schema<'ApiKey'>
type Person = Schema<'Person'>
type Role = Schema<'StaffRole'>

const roles: readonly Role[] = ['viewer', 'reviewer', 'moderator', 'officer', 'administrator']

/** What is shown once. */
interface Told {
  readonly text: string
  readonly secret?: string | null
}

export function SettingsScreen() {
  const may = useMay()
  const [told, tell] = useState<Told | null>(null)
  return (
    <>
      <h1>Settings</h1>
      <div role="status">
        {told && (
          <div className={styles.secret}>
            <p>{told.text}</p>
            {told.secret && <code>{told.secret}</code>}
          </div>
        )}
      </div>
      <section>
        <h2>Platform</h2>
        <ConnectionState onDone={(text) => tell({ text })} />
      </section>
      {may('people.read') && <People tell={tell} />}
      {may('keys.read') && <Keys tell={tell} />}
      <Ranks tell={tell} />
    </>
  )
}

interface SectionProps {
  readonly tell: (told: Told) => void
}

const dayOf = (time: string | null, otherwise: string): string =>
  time === null ? otherwise : new Date(time).toLocaleDateString()

function People({ tell }: SectionProps) {
  const may = useMay()
  const client = useQueryClient()
  const people = useQuery(peopleQuery)
  const done = async (told: Told) => {
    tell(told)
    await client.invalidateQueries({ queryKey: peopleQuery.queryKey })
  }
  const invited = ({ name, invitation }: Schema<'InvitedPerson'>) =>
    done(
      invitation === null
        ? { text: `${name} exists. The link was lost with the first answer: invite ${name} again.` }
        : {
            text: `Send this link to ${name}. It works once, within 72 hours, and is not shown again.`,
            secret: invitation,
          },
    )
  return (
    <section>
      <h2>People</h2>
      <ListState of={people} loading="Loading the people" />
      <Table
        label="List of people"
        columns={['Name', 'Role', 'State', 'Last sign-in', ...(may('people.write') ? ['Acts'] : [])]}
      >
        {people.data?.map((person) => (
          <tr key={person.personId}>
            <th scope="row">{person.name}</th>
            <td>{person.role}</td>
            <td>{person.state}</td>
            <td>{dayOf(person.lastSignInAt, 'never')}</td>
            {may('people.write') && (
              <td>
                <PersonActs person={person} onDone={done} onInvited={invited} />
              </td>
            )}
          </tr>
        ))}
      </Table>
      {may('people.write') && (
        <div className="actions">
          <Act
            title="Invite a person"
            run={async (form, key) => {
              const body = { name: fieldOf(form, 'name'), role: fieldOf(form, 'role') as Role }
              const params = { header: { 'Idempotency-Key': key } }
              return (await answerOf(api.POST('/v2/people', { params, body }))).data
            }}
            onDone={invited}
          >
            <label>
              Name
              <input name="name" maxLength={100} required />
            </label>
            <RoleField chosen="reviewer" />
          </Act>
        </div>
      )}
    </section>
  )
}

interface PersonActsProps {
  readonly person: Person
  readonly onDone: (told: Told) => Promise<void>
  readonly onInvited: (person: Schema<'InvitedPerson'>) => Promise<void>
}

function PersonActs({ person: { personId, name, role, state }, onDone, onInvited }: PersonActsProps) {
  const path = { personId }
  const change = (body: Schema<'PersonUpdate'>) =>
    answerOf(api.PATCH('/v2/people/{personId}', { params: { path }, body }))
  const isDisabled = state === 'disabled'
  return (
    <div className="actions">
      <Act
        title="Change the role"
        subject={name}
        run={(form) => change({ role: fieldOf(form, 'role') as Role })}
        onDone={() => onDone({ text: `The role of ${name} was changed.` })}
      >
        <RoleField chosen={role} />
      </Act>
      {!isDisabled && (
        <Act
          title="Invite again"
          subject={name}
          run={async (_, key) => {
            const params = { path, header: { 'Idempotency-Key': key } }
            return (await answerOf(api.POST('/v2/people/{personId}/invite', { params }))).data
          }}
          onDone={onInvited}
        >
          <p>The passkey and all sessions of {name} end at once.</p>
        </Act>
      )}
      <Act
        title={isDisabled ? 'Let in again' : 'Lock out'}
        subject={name}
        run={() => change({ enabled: isDisabled })}
        onDone={() => onDone({ text: isDisabled ? `${name} may sign in again.` : `${name} is locked out.` })}
      >
        <p>{isDisabled ? `${name} may sign in again.` : `All sessions of ${name} end at once.`}</p>
      </Act>
    </div>
  )
}

const RoleField = ({ chosen }: { readonly chosen: Role }) => (
  <label>
    Role
    <select name="role" defaultValue={chosen}>
      {roles.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </select>
  </label>
)

function Keys({ tell }: SectionProps) {
  const may = useMay()
  const client = useQueryClient()
  const keys = useQuery(keysQuery)
  const done = async (told: Told) => {
    tell(told)
    await client.invalidateQueries({ queryKey: keysQuery.queryKey })
  }
  return (
    <section>
      <h2>Keys</h2>
      <ListState of={keys} loading="Loading the keys" />
      <Table
        label="List of keys"
        columns={[
          'Name',
          'State',
          'Scopes',
          'Gives ranks up to',
          'Touches ranks',
          'Last used',
          'Expires',
          ...(may('keys.write') ? ['Acts'] : []),
        ]}
      >
        {keys.data?.map((key) => (
          <tr key={key.keyId}>
            <th scope="row">{key.name}</th>
            <td>{key.state}</td>
            <td title={key.scopes.join(', ')}>{key.scopes.length}</td>
            <td>{key.highestRankGiven ?? 'any'}</td>
            <td>
              {key.lowestRankTouched ?? 0} to {key.highestRankTouched ?? 255}
            </td>
            <td>{key.lastUsedOn ?? 'never'}</td>
            <td>{dayOf(key.expiresAt, 'never')}</td>
            {may('keys.write') && (
              <td>
                <Revoke of={key} onDone={() => done({ text: `The key ${key.name} was revoked.` })} />
              </td>
            )}
          </tr>
        ))}
      </Table>
      {may('keys.write') && (
        <div className="actions">
          <NewKey
            onDone={({ name, key }) =>
              done(
                key === null
                  ? { text: `The key ${name} exists. Its secret was lost with the first answer: revoke it.` }
                  : { text: `The secret of ${name}. It is not shown again.`, secret: key },
              )
            }
          />
        </div>
      )}
    </section>
  )
}

function Revoke({ of: { keyId, name, state }, onDone }: { readonly of: Key; readonly onDone: () => Promise<void> }) {
  if (state === 'revoked') return null
  return (
    <Act
      title="Revoke"
      subject={name}
      run={() => answerOf(api.POST('/v2/keys/{keyId}/revoke', { params: { path: { keyId } } }))}
      onDone={onDone}
    >
      <p>Every process refuses the key within a second. A revoked key is never valid again.</p>
    </Act>
  )
}

const bounds = [
  ['highestRankGiven', 'Gives ranks up to', 'the third highest of the group'],
  ['lowestRankTouched', 'Touches ranks from', 'the lowest of the group'],
  ['highestRankTouched', 'Touches ranks up to', 'the third highest of the group'],
] as const

function NewKey({ onDone }: { readonly onDone: (key: Schema<'NewApiKey'>) => Promise<void> }) {
  const { data: session } = useQuery(sessionQuery)
  const { data: ranks = [] } = useQuery(ranksQuery)
  return (
    <Act
      title="Create a key"
      run={async (form, key) => {
        const chosen = bounds.filter(([name]) => fieldOf(form, name) !== '')
        const expires = fieldOf(form, 'expires')
        const body = {
          name: fieldOf(form, 'name'),
          scopes: form.getAll('scope') as Key['scopes'],
          ...(expires === '' ? {} : { expiresAt: new Date(expires).toISOString() }),
          ...Object.fromEntries(chosen.map(([name]) => [name, Number(fieldOf(form, name))])),
        }
        const params = { header: { 'Idempotency-Key': key } }
        return (await answerOf(api.POST('/v2/keys', { params, body }))).data
      }}
      onDone={onDone}
    >
      <label>
        Name
        <input name="name" maxLength={100} required />
      </label>
      <label>
        Expires (in a year, if empty)
        <input name="expires" type="date" />
      </label>
      {bounds.map(([name, label, usual]) => (
        <label key={name}>
          {label}
          <select name={name}>
            <option value="">{usual}</option>
            {ranks.map((rank) => (
              <option key={rank.uniqueId} value={rank.rankId}>
                {rank.name} ({rank.rankId})
              </option>
            ))}
          </select>
        </label>
      ))}
      <fieldset>
        <legend>Scopes</legend>
        <div className={styles.scopes}>
          {session?.scopes.map((scope) => (
            <label key={scope}>
              <input type="checkbox" name="scope" value={scope} />
              {scope}
            </label>
          ))}
        </div>
      </fieldset>
    </Act>
  )
}
