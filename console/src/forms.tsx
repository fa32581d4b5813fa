// The application forms: whether they are open, and what a pass gives.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Act, fieldOf } from './act'
import { allPages, answerOf, api, type Schema, writes } from './api'
import { isGiven } from './givers'
import { ListState, Table } from './list'
import { ranksQuery } from './ranks-query'
import { dayOf, type SectionProps } from './section'
import { useMay } from './session'
import styles from './settings.module.css'

type Definition = Schema<'Definition'>
type Settings = Required<Pick<Definition, 'state' | 'joinRequests' | 'passAwards'>>

const joinRequests: Readonly<Record<Settings['joinRequests'], string>> = {
  ignore: 'nothing',
  accept: 'a pass accepts it',
  decide: 'a pass accepts it, a fail declines it',
}

const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: () =>
    allPages(async (query) => {
      const { items, nextCursor } = (await answerOf(api.GET('/v2/applications', { params: { query } }))).data
      return { data: items, meta: { nextCursor } }
    }),
})

const medalsQuery = queryOptions({
  queryKey: ['medals', 'all'],
  queryFn: () => allPages((query) => answerOf(api.GET('/v2/medals', { params: { query } }))),
})

const qualificationsQuery = queryOptions({
  queryKey: ['qualifications', 'all'],
  queryFn: () => allPages((query) => answerOf(api.GET('/v2/qualifications', { params: { query } }))),
})

export function Forms({ tell }: SectionProps) {
  const may = useMay()
  const client = useQueryClient()
  const forms = useQuery(formsQuery)
  const done = async (text: string) => {
    tell({ text })
    await client.invalidateQueries({ queryKey: formsQuery.queryKey })
  }
  return (
    <section>
      <h2>Forms</h2>
      <ListState of={forms} loading="Loading the forms" />
      {forms.data?.length === 0 && <p>The community has no form.</p>}
      <Table
        label="List of forms"
        columns={['Name', 'State', 'Questions', 'Changed', ...(may('applications.write') ? ['Acts'] : [])]}
      >
        {forms.data?.map((form) => (
          <tr key={form.applicationId}>
            <th scope="row">{form.name}</th>
            <td>{form.required ? `${form.state}, required to join` : form.state}</td>
            <td>{form.questionCount}</td>
            <td>{dayOf(form.updatedAt, '')}</td>
            {may('applications.write') && (
              <td>
                <Change of={form} onDone={done} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </section>
  )
}

interface ChangeProps {
  readonly of: Schema<'Application'>
  readonly onDone: (text: string) => Promise<void>
}

function Change({ of: { applicationId, name }, onDone }: ChangeProps) {
  const [opening, setOpening] = useState(0)
  const path = { applicationId }
  const form = useQuery({
    // each opening reads the form again, and what is entered stays then
    queryKey: ['form', applicationId, opening],
    enabled: opening > 0,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () =>
      (await answerOf(api.GET('/v2/applications/{applicationId}/configuration', { params: { path } }))).data,
  })
  const { data } = form
  return (
    <Act
      title="Change the form"
      subject={name}
      onOpen={() => setOpening(opening + 1)}
      run={async (fields) => {
        if (data === undefined) throw new Error('The form was not read yet. Wait until its fields are shown.')
        const { version, definition } = data
        const changed = settingsIn(fields)
        // an update without a change lets each account submit again
        if (textOf(changed) === textOf(settingsOf(definition))) return false
        const body = { version, definition: { ...inputOf(definition), ...changed } }
        await answerOf(writes.PUT('/v2/applications/{applicationId}', { params: { path }, body }))
        return true
      }}
      onDone={(isChanged) => onDone(isChanged ? `The form ${name} was changed.` : `Nothing of ${name} was changed.`)}
    >
      <ListState of={form} loading="Loading the form" />
      {data && <SettingsFields key={opening} of={settingsOf(data.definition)} />}
    </Act>
  )
}

function SettingsFields({ of: { state, joinRequests: use, passAwards } }: { readonly of: Settings }) {
  const { data: ranks = [] } = useQuery(ranksQuery)
  const { data: medals = [] } = useQuery(medalsQuery)
  const { data: qualifications = [] } = useQuery(qualificationsQuery)
  const given = ranks.filter(isGiven)
  const roles = given.filter(({ managed }) => !managed).map(({ uniqueId, name }) => [String(uniqueId), name] as const)
  const named = (all: readonly { readonly name: string }[], chosen: readonly string[] = []) =>
    [...new Set([...all.map(({ name }) => name), ...chosen])].map((name) => [name, name] as const)
  return (
    <>
      <label>
        State
        <select name="state" defaultValue={state}>
          <option>open</option>
          <option>closed</option>
        </select>
      </label>
      <label>
        The request to join
        <select name="joinRequests" defaultValue={use}>
          {Object.entries(joinRequests).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <p>A pass gives, once:</p>
      <label>
        Rank
        {/* the ranks are read later than the form */}
        <select key={given.length} name="rank" defaultValue={passAwards.rankUniqueId ?? ''}>
          <option value="">none</option>
          {given
            .filter(({ managed }) => managed)
            .map(({ uniqueId, name }) => (
              <option key={uniqueId} value={uniqueId}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <Choice legend="Medals" name="medal" of={named(medals, passAwards.medals)} chosen={passAwards.medals} />
      <Choice
        legend="Qualifications"
        name="qualification"
        of={named(qualifications, passAwards.qualifications)}
        chosen={passAwards.qualifications}
      />
      <Choice legend="Roles" name="role" of={roles} chosen={passAwards.roleUniqueIds?.map(String)} />
    </>
  )
}

interface ChoiceProps {
  readonly legend: string
  readonly name: string
  /** Each with value and text. */
  readonly of: readonly (readonly [string, string])[]
  readonly chosen?: readonly string[] | undefined
}

function Choice({ legend, name, of, chosen = [] }: ChoiceProps) {
  if (of.length === 0) return null
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={styles.scopes}>
        {of.map(([value, text]) => (
          <label key={value}>
            <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const settingsOf = ({ state, joinRequests: use = 'ignore', passAwards = {} }: Definition): Settings => ({
  state,
  joinRequests: use,
  passAwards,
})

/** The definition as an update takes it, with the groups as numbers. */
function inputOf({ eligibility, ...others }: Definition) {
  if (eligibility === undefined) return others
  const { groups, ...rest } = eligibility
  const numbered = groups?.map((group) => ({ ...group, groupId: Number(group.groupId) }))
  return { ...others, eligibility: { ...rest, ...(numbered && { groups: numbered }) } }
}

function settingsIn(form: FormData): Settings {
  const rank = fieldOf(form, 'rank')
  return {
    state: fieldOf(form, 'state') as Settings['state'],
    joinRequests: fieldOf(form, 'joinRequests') as Settings['joinRequests'],
    passAwards: {
      medals: form.getAll('medal').map(String),
      qualifications: form.getAll('qualification').map(String),
      roleUniqueIds: form.getAll('role').map(Number),
      ...(rank === '' ? {} : { rankUniqueId: Number(rank) }),
    },
  }
}

/** The settings as a text, which is equal where they are. */
function textOf({ state, joinRequests: use, passAwards }: Settings): string {
  const { medals = [], qualifications = [], roleUniqueIds = [], rankUniqueId = null } = passAwards
  const chosen = [medals, qualifications, roleUniqueIds].map((some) => [...some].sort())
  return JSON.stringify([state, use, rankUniqueId, ...chosen])
}
