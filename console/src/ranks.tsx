// The ranks of the community, and the experience from which AutoRank gives each.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Givers, isGiven, powersText } from './givers'
import { ListState, Table } from './list'
import { ranksQuery } from './ranks-query'
import { useMay } from './session'
import { Threshold } from './threshold'

export function Ranks({ tell }: { readonly tell: (told: { readonly text: string }) => void }) {
  const may = useMay()
  const client = useQueryClient()
  const ranks = useQuery(ranksQuery)
  const columns = ['Name', 'Number', 'Members', 'AutoRank from', 'Managed', 'Given by', 'Holders may']
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
          const { uniqueId, rankId, name, memberCount, autoRank, managed, givenByPeople, powers } = rank
          return (
            <tr key={uniqueId}>
              <th scope="row">{name}</th>
              <td>{rankId}</td>
              <td>{memberCount ?? 'unknown'}</td>
              <td>{autoRank?.experience ?? 'none'}</td>
              <td>{!isGiven(rank) ? 'cannot be given' : managed ? 'yes' : 'no: not a rank'}</td>
              <td>{!isGiven(rank) ? 'nobody' : givenByPeople ? 'people alone' : 'people and keys'}</td>
              <td>{powers === null ? 'unknown' : powersText(powers) || 'nothing of this'}</td>
              {may('ranks.write') && (
                <td>
                  {isGiven(rank) && !givenByPeople && <Threshold of={rank} onDone={done} />}
                  {isGiven(rank) && <Givers of={rank} onDone={done} />}
                </td>
              )}
            </tr>
          )
        })}
      </Table>
    </section>
  )
}
