// The people of the staff, with their roles and bounds.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Act, fieldOf } from './act'
import { answerOf, deletionOf, type Schema, writes } from './api'
import { BoundsFields, boundsIn, unchanged, usualBounds } from './bounds'
import { DependantsField } from './dependants'
import { peopleQuery } from './entries'
import { ListState, Table } from './list'
import { ranksQuery } from './ranks-query'
import { rolesQuery } from './roles'
import { choiceIn, dayOf, saidOf, type SectionProps, type Told } from './section'
import { sessionQuery, useMay } from './session'

type Person = Schema<'Person'>
type Role = Schema<'StaffRole'>

const builtIn: readonly Role[] = ['viewer', 'reviewer', 'moderator', 'officer', 'administrator']

export function People({ tell }: SectionProps) {
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
        columns={[
          'Name',
          'Role',
          'Member',
          'State',
          'Signs in with',
          'Gives ranks up to',
          'Touches ranks',
          'Last sign-in',
          ...(may('people.write') ? ['Acts'] : []),
        ]}
      >
        {people.data?.map((person) => (
          <tr key={person.personId}>
            <th scope="row">{person.name}</th>
            <td>{person.role}</td>
            <td>{memberOf(person)}</td>
            <td>{person.pausedAt === null ? person.state : `${person.state}, paused`}</td>
            <td>{person.signIn === 'issuer' ? 'the issuer' : (person.signIn ?? 'nothing yet')}</td>
            <td>{person.highestRankGiven}</td>
            <td>
              {person.lowestRankTouched} to {person.highestRankTouched}
            </td>
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
              const body = { name: fieldOf(form, 'name'), role: fieldOf(form, 'role') as Role, ...boundsIn(form) }
              const params = { header: { 'Idempotency-Key': key } }
              return (await answerOf(writes.POST('/v2/people', { params, body }))).data
            }}
            onDone={invited}
          >
            <label>
              Name
              <input name="name" maxLength={100} required />
            </label>
            <RoleField chosen="reviewer" />
            <BoundsFields usual={usualBounds} />
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

function PersonActs({ person, onDone, onInvited }: PersonActsProps) {
  const { personId, name, role, state, pausedAt } = person
  const path = { personId }
  const change = (body: Schema<'PersonUpdate'>, dependants: Schema<'DependantsAction'> = 'keep') =>
    answerOf(writes.PATCH('/v2/people/{personId}', { params: { path, query: { dependants } }, body }))
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
      <Act
        title="Bind to a member"
        subject={name}
        run={(form) => change(bindingIn(form))}
        onDone={() => onDone({ text: `The member of ${name} was changed.` })}
      >
        <MemberFields person={person} />
      </Act>
      <Act
        title="Change the bounds"
        subject={name}
        run={(form) => change(boundsIn(form))}
        onDone={() => onDone({ text: `The bounds of ${name} were changed.` })}
      >
        <BoundsFields of={person} usual={unchanged} />
      </Act>
      {pausedAt !== null && (
        <Act
          title="Resume"
          subject={name}
          run={() => change({ paused: false })}
          onDone={() => onDone({ text: `${name} may write again.` })}
        >
          <p>
            {name} was paused after too many changes in a minute, or by hand. Look at the audit log first: a stolen
            cookie may have done it.
          </p>
        </Act>
      )}
      {!isDisabled && (
        <Act
          title="Invite again"
          subject={name}
          run={async (_, key) => {
            const params = { path, header: { 'Idempotency-Key': key } }
            return (await answerOf(writes.POST('/v2/people/{personId}/invite', { params }))).data
          }}
          onDone={onInvited}
        >
          <p>The passkey or account, and all sessions of {name} end at once.</p>
        </Act>
      )}
      <Act
        title={isDisabled ? 'Let in again' : 'Lock out'}
        subject={name}
        run={(form) => change({ enabled: isDisabled }, choiceIn(form))}
        onDone={({ meta: { dependants } }) =>
          onDone({
            text: isDisabled ? `${name} may sign in again.` : `${name} is locked out.${saidOf(dependants)}`,
          })
        }
      >
        <p>{isDisabled ? `${name} may sign in again.` : `All sessions of ${name} end at once.`}</p>
        {!isDisabled && <DependantsField />}
      </Act>
      <DeletePerson person={person} onDone={onDone} />
    </div>
  )
}

function DeletePerson({ person: { personId, name }, onDone }: Omit<PersonActsProps, 'onInvited'>) {
  const { data: session } = useQuery(sessionQuery)
  return (
    <Act
      title="Delete"
      subject={name}
      run={(form) => {
        const params = { path: { personId }, query: { dependants: choiceIn(form) } }
        return deletionOf(writes.DELETE('/v2/people/{personId}', { params }), 'person_not_found')
      }}
      onDone={() => onDone({ text: `${name} was deleted.` })}
    >
      {session?.personId === personId && <p>This is you: you are signed out at once.</p>}
      <p>
        The passkey or account and all sessions of {name} end at once, and what is queued in that name does not run. The
        audit log keeps what was done, under the id. Lock out a person who may come back.
      </p>
      <p>What {name} made stays, and a notification lists it, unless you end it too.</p>
      <DependantsField />
    </Act>
  )
}

function memberOf({ userId, lowestRankUniqueId, roleCounts }: Person): string {
  if (lowestRankUniqueId === null) return userId ?? 'none'
  return `${userId ?? 'none'}, the role ${roleCounts ? 'counts' : 'does not count'}`
}

/** The binding of the form. An empty field removes what it names. */
function bindingIn(form: FormData): Schema<'PersonUpdate'> {
  const [member, rank] = [fieldOf(form, 'userId'), fieldOf(form, 'lowestRankUniqueId')]
  return {
    ...(member === '' ? { removeMember: true } : { userId: Number(member) }),
    ...(rank === '' ? { removeLowestRank: true } : { lowestRankUniqueId: Number(rank) }),
  }
}

function MemberFields({ person: { userId, lowestRankUniqueId } }: { readonly person: Person }) {
  const { data: ranks = [] } = useQuery(ranksQuery)
  return (
    <>
      <label>
        User id of the member
        <input name="userId" inputMode="numeric" pattern="[1-9][0-9]{0,15}" defaultValue={userId ?? ''} />
      </label>
      <label>
        The role counts from the rank
        <select name="lowestRankUniqueId" key={ranks.length} defaultValue={lowestRankUniqueId ?? ''}>
          <option value="">always</option>
          {ranks.map((rank) => (
            <option key={rank.uniqueId} value={rank.uniqueId}>
              {rank.name} ({rank.rankId})
            </option>
          ))}
        </select>
      </label>
      <p>The role is lost within a minute after the rank is lost on the platform.</p>
    </>
  )
}

function RoleField({ chosen }: { readonly chosen: Role }) {
  const { data: own = [] } = useQuery(rolesQuery)
  const roles = new Set([...builtIn, ...own.map(({ name }) => name), chosen])
  return (
    <label>
      Role
      <select name="role" defaultValue={chosen}>
        {[...roles].map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>
    </label>
  )
}
