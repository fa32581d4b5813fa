// Who gives a role: people alone, or API keys too.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Act } from './act'
import { answerOf, type Schema, writes } from './api'
import { ranksQuery } from './ranks-query'
import { useMay } from './session'

type Rank = Schema<'Rank'>

/** Whether a person can give the rank, also one that no key gives. The platform manages guest (0) and owner (255). */
export const isGiven = ({ rankId }: Rank): boolean => rankId !== 0 && rankId !== 255

const words: Readonly<Record<string, string>> = {
  remove: 'remove members',
  ban: 'ban members',
  rank: 'change ranks',
  accept: 'accept requests to join',
}

/** The powers in words; a newer server may have more powers. */
export const powersText = (powers: Rank['powers']): string =>
  (powers ?? []).map((power) => words[power] ?? power).join(', ')

const setAssignable = (uniqueId: number, assignable: boolean) =>
  answerOf(writes.PATCH('/v2/ranks/{uniqueId}', { params: { path: { uniqueId } }, body: { assignable } }))

interface Props {
  readonly onDone: (text: string) => Promise<void> | void
}

/** Proposes who gives the roles about which nobody has said so. */
export function GiversProposal({ onDone }: Props) {
  const may = useMay()
  const client = useQueryClient()
  const { data = [] } = useQuery(ranksQuery)
  const roles = data.filter((rank) => isGiven(rank) && rank.givenByPeople === null && (rank.powers ?? []).length > 0)
  if (roles.length === 0) return null
  return (
    <>
      <p>
        The holders of these roles may act on members of the group, and every API key that may change ranks gives them:
      </p>
      <ul>
        {roles.map(({ uniqueId, name, rankId, powers }) => (
          <li key={uniqueId}>
            {name} ({rankId}): {powersText(powers)}
          </li>
        ))}
      </ul>
      {may('ranks.write') && (
        <div className="actions">
          <Act
            title="Let people alone give them"
            run={async () => {
              for (const { uniqueId } of roles) await setAssignable(uniqueId, false)
            }}
            onDone={async () => {
              await client.invalidateQueries({ queryKey: ranksQuery.queryKey })
              await onDone('People alone give these roles now.')
            }}
          >
            <p>No API key gives them then. Keys still take them away, and people of the staff give them here.</p>
          </Act>
        </div>
      )}
    </>
  )
}

export function Givers({ of: { uniqueId, name, givenByPeople }, onDone }: { readonly of: Rank } & Props) {
  const isClosed = givenByPeople === true
  return (
    <Act
      title={isClosed ? 'Let keys give it' : 'Let people alone give it'}
      subject={name}
      run={() => setAssignable(uniqueId, isClosed)}
      onDone={() => onDone(isClosed ? `API keys give ${name} too.` : `People alone give ${name} now.`)}
    >
      <p>{isClosed ? 'Every API key that may change ranks can give it then.' : 'No API key gives it then.'}</p>
    </Act>
  )
}
