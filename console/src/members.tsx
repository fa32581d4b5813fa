// Members: find one by name or id, or list them by rank and medal.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api, messageOf } from './api'
import { ListState, ShowMore, Table } from './list'

export const ranksQuery = {
  queryKey: ['ranks'],
  queryFn: async () => (await answerOf(api.GET('/v2/ranks'))).data,
  staleTime: 60_000,
}

export function MembersScreen() {
  const { medal, rank } = useSearch({ from: '/screens/members' })
  const navigate = useNavigate({ from: '/members' })
  const ranks = useQuery(ranksQuery)
  const medals = useQuery({ queryKey: ['medals'], queryFn: async () => (await answerOf(api.GET('/v2/medals'))).data })
  const pages = useInfiniteQuery({
    queryKey: ['members', medal ?? '', rank ?? ''],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => {
      const query = {
        ...(pageParam === null ? {} : { cursor: pageParam }),
        ...(medal === undefined ? {} : { medal }),
        ...(rank === undefined ? {} : { rankUniqueId: Number(rank) }),
      }
      return answerOf(api.GET('/v2/members', { params: { query } }))
    },
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
  const members = pages.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <h1>Members</h1>
      <Find />
      <div className="actions">
        <label>
          Rank
          <select
            value={rank ?? ''}
            onChange={({ target: { value } }) =>
              void navigate({
                search: { ...(medal === undefined ? {} : { medal }), ...(value === '' ? {} : { rank: value }) },
              })
            }
          >
            <option value="">any</option>
            {ranks.data?.map(({ uniqueId, name }) => (
              <option key={uniqueId} value={uniqueId}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Medal
          <select
            value={medal ?? ''}
            onChange={({ target: { value } }) =>
              void navigate({
                search: { ...(rank === undefined ? {} : { rank }), ...(value === '' ? {} : { medal: value }) },
              })
            }
          >
            <option value="">any</option>
            {medals.data?.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <ListState of={pages} loading="Loading the members" />
      {pages.data && members.length === 0 && !pages.hasNextPage && <p>No member matches.</p>}
      {members.length > 0 && (
        <Table label="List of members" columns={['Name', 'Rank', 'Experience']}>
          {members.map(({ userId, username, rank: held, experience }) => (
            <tr key={userId}>
              <td>
                <Link to="/members/$userId" params={{ userId: userId ?? '' }}>
                  {username ?? userId}
                </Link>
              </td>
              <td>{held?.name ?? 'not in the group'}</td>
              <td>{experience}</td>
            </tr>
          ))}
        </Table>
      )}
      <ShowMore of={pages} />
    </>
  )
}

/** By name or user id. */
export async function findMember(name: string) {
  const params = { path: { userId: name }, query: /^\d+$/.test(name) ? {} : ({ by: 'username' } as const) }
  return (await answerOf(api.GET('/v2/members/{userId}', { params }))).data
}

function Find() {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const find = useMutation({
    mutationFn: findMember,
    onSuccess: ({ userId }) => navigate({ to: '/members/$userId', params: { userId } }),
  })
  return (
    <form
      role="search"
      className="actions"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') find.mutate(text.trim())
      }}
    >
      <label>
        Name or user id
        <input value={text} maxLength={20} onChange={(event) => setText(event.target.value)} />
      </label>
      <button className="main" disabled={find.isPending}>
        Find
      </button>
      {find.error && <p role="alert">{messageOf(find.error)}</p>}
    </form>
  )
}
