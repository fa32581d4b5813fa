// The ranks of the community, and the experience from which AutoRank gives each.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Act, fieldOf } from './act'
import { answerOf, api, type Schema } from './api'
import { ListState, Table } from './list'
import { ranksQuery } from './members'
import { useMay } from './shell'

type Rank = Schema<'Rank'>

export function Ranks({ tell }: { readonly tell: (told: { readonly text: string }) => void }) {
  const may = useMay()
  const client = useQueryClient()
  const ranks = useQuery(ranksQuery)
  const columns = ['Name', 'Number', 'Members', 'AutoRank from', 'Managed']
  const done = async (text: string) => {
    tell({ text })
    await client.invalidateQueries({ queryKey: ranksQuery.queryKey })
  }
  return (
    <section>
      <h2>Ranks</h2>
      <ListState of={ranks} loading="Loading the ranks" />
      <Table label="List of ranks" columns={may('ranks.write') ? [...columns, 'Acts'] : columns}>
        {ranks.data?.map((rank) => {
          const { uniqueId, rankId, name, memberCount, autoRank, managed, assignable } = rank
          return (
            <tr key={uniqueId}>
              <th scope="row">{name}</th>
              <td>{rankId}</td>
              <td>{memberCount ?? 'unknown'}</td>
              <td>{autoRank?.experience ?? 'none'}</td>
              <td>{!assignable ? 'cannot be given' : managed ? 'yes' : 'no: not a rank'}</td>
              {may('ranks.write') && <td>{assignable && <Threshold of={rank} onDone={done} />}</td>}
            </tr>
          )
        })}
      </Table>
    </section>
  )
}

interface ThresholdProps {
  readonly of: Rank
  readonly onDone: (text: string) => Promise<void>
}

function Threshold({ of: { uniqueId, name, autoRank }, onDone }: ThresholdProps) {
  return (
    <Act
      title="Set the threshold"
      subject={name}
      run={(form) => {
        const experience = fieldOf(form, 'experience')
        const body = { autoRank: experience === '' ? null : { experience: Number(experience) } }
        return answerOf(api.PATCH('/v2/ranks/{uniqueId}', { params: { path: { uniqueId } }, body }))
      }}
      onDone={({ meta: { unreachable } }) => {
        const never = unreachable.map((rank) => rank.name).join(', ')
        const warning = never === '' ? '' : ` AutoRank never gives ${never}: a higher rank needs no more experience.`
        return onDone(`The threshold of ${name} was changed.${warning}`)
      }}
    >
      <p>
        No member is moved now. AutoRank decides when the experience of a member changes, or when the member is synced.
        A role with a threshold is a rank.
      </p>
      <label>
        Experience (no threshold, if empty)
        <input
          name="experience"
          type="number"
          step={1}
          max={Number.MAX_SAFE_INTEGER}
          defaultValue={autoRank?.experience}
        />
      </label>
    </Act>
  )
}
