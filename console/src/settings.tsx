// The connection, people, keys, ranks and forms of the community.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Act, fieldOf } from './act'
import { answerOf, type Schema, writes } from './api'
import { BoundsFields, boundsIn, usualBounds } from './bounds'
import { ConnectionState } from './connection'
import { keysQuery } from './entries'
import { Forms } from './forms'
import { ListState, Table } from './list'
import { People } from './people'
import { Ranks } from './ranks'
import { Roles } from './roles'
import { DependantsField } from './dependants'
import { choiceIn, dayOf, type SectionProps, type Told, saidOf } from './section'
import { sessionQuery, useMay } from './session'
import styles from './settings.module.css'

type Key = Schema<'ApiKey'>

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
      {may('people.read') && <Roles tell={tell} />}
      {may('keys.read') && <Keys tell={tell} />}
      <Ranks tell={tell} />
      {may('applications.read') && <Forms tell={tell} />}
    </>
  )
}

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
            <td>{key.highestRankGiven}</td>
            <td>
              {key.lowestRankTouched} to {key.highestRankTouched}
            </td>
            <td>{key.lastUsedOn ?? 'never'}</td>
            <td>{dayOf(key.expiresAt, 'never')}</td>
            {may('keys.write') && (
              <td>
                <Revoke
                  of={key}
                  onDone={({ meta: { dependants } }) =>
                    done({ text: `The key ${key.name} was revoked.${saidOf(dependants)}` })
                  }
                />
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

interface RevokeProps {
  readonly of: Key
  readonly onDone: (answer: Schema<'ApiKeyChanged'>) => Promise<void>
}

function Revoke({ of: { keyId, name, state }, onDone }: RevokeProps) {
  if (state === 'revoked') return null
  return (
    <Act
      title="Revoke"
      subject={name}
      run={(form) => {
        const params = { path: { keyId }, query: { dependants: choiceIn(form) } }
        return answerOf(writes.POST('/v2/keys/{keyId}/revoke', { params }))
      }}
      onDone={onDone}
    >
      <p>Every process refuses the key within a second. A revoked key is never valid again.</p>
      <DependantsField />
    </Act>
  )
}

const presets = {
  game_server: 'a game server: awards, and ids of players',
  recruiting_bot: 'a recruiting bot: reviews, requests to join',
  staff_bot: 'a staff bot: what staff do in a chat',
  read_only: 'reading alone',
} as const satisfies Record<Schema<'KeyPreset'>, string>

function NewKey({ onDone }: { readonly onDone: (key: Schema<'NewApiKey'>) => Promise<void> }) {
  const { data: session } = useQuery(sessionQuery)
  return (
    <Act
      title="Create a key"
      run={async (form, key) => {
        const expires = fieldOf(form, 'expires')
        const preset = fieldOf(form, 'preset')
        const scopes = form.getAll('scope') as Key['scopes']
        const body = {
          name: fieldOf(form, 'name'),
          ...(preset === '' ? { scopes } : { preset: preset as keyof typeof presets }),
          ...(preset !== '' && scopes.length > 0 && { scopes }),
          ...(expires === '' ? {} : { expiresAt: new Date(expires).toISOString() }),
          ...boundsIn(form),
        }
        const params = { header: { 'Idempotency-Key': key } }
        return (await answerOf(writes.POST('/v2/keys', { params, body }))).data
      }}
      onDone={onDone}
    >
      <label>
        Name
        <input name="name" maxLength={100} required />
      </label>
      <label>
        It is for
        <select name="preset">
          <option value="">something else: choose its scopes below</option>
          {Object.entries(presets).map(([preset, purpose]) => (
            <option key={preset} value={preset}>
              {purpose}
            </option>
          ))}
        </select>
      </label>
      <label>
        Expires (in a year, if empty)
        <input name="expires" type="date" />
      </label>
      <BoundsFields usual={usualBounds} />
      <fieldset>
        <legend>Scopes (those of its purpose, if none is chosen)</legend>
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
