// Members: find one by name or id, or list them by rank, medal and experience.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldOf } from './act'
import { answerOf, api, messageOf } from './api'
import { ListState, ShowMore, Table } from './list'

export const ranksQuery = {
  queryKey: ['ranks'],
  queryFn: async () => (await answerOf(api.GET('/v2/ranks'))).data,
  staleTime: 60_000,
}

interface MembersSearch {
  readonly medal?: string
  readonly rank?: string
  /** The least experience of the members that are listed. */
  readonly experience?: number
}

/** The filters of an address, which is not trusted: what is none of the screen is left out. */
export function membersSearchOf({
  medal,
  rank,
  experience,
}: Partial<Record<keyof MembersSearch, unknown>>): MembersSearch {
  const least = experience === '' || experience === undefined ? NaN : Number(experience)
  return {
    ...(typeof medal === 'string' && medal !== '' ? { medal } : {}),
    ...((typeof rank === 'string' || typeof rank === 'number') && rank !== '' ? { rank: String(rank) } : {}),
    ...(Number.isSafeInteger(least) ? { experience: least } : {}),
  }
}

export function MembersScreen() {
  const search = useSearch({ from: '/screens/members' })
  const { medal, rank, experience: least } = search
  const navigate = useNavigate({ from: '/members' })
  const change = (changed: Partial<Record<keyof MembersSearch, unknown>>) =>
    void navigate({ search: membersSearchOf({ ...search, ...changed }) })
  const ranks = useQuery(ranksQuery)
  const medals = useQuery({ queryKey: ['medals'], queryFn: async () => (await answerOf(api.GET('/v2/medals'))).data })
  const pages = useInfiniteQuery({
    queryKey: ['members', search],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => {
      const query = {
        ...(pageParam === null ? {} : { cursor: pageParam }),
        ...(medal === undefined ? {} : { medal }),
        ...(rank === undefined ? {} : { rankUniqueId: Number(rank) }),
        ...(least === undefined ? {} : ({ minExperience: least, sort: 'experience', order: 'desc' } as const)),
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
          <select value={rank ?? ''} onChange={({ target: { value } }) => change({ rank: value })}>
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
          <select value={medal ?? ''} onChange={({ target: { value } }) => change({ medal: value })}>
            <option value="">any</option>
            {medals.data?.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <form
          key={least}
          className="actions"
          onSubmit={(event) => {
            event.preventDefault()
            change({ experience: fieldOf(new FormData(event.currentTarget), 'experience') })
          }}
        >
          <label>
            Experience from
            <input name="experience" type="number" step={1} max={Number.MAX_SAFE_INTEGER} defaultValue={least} />
          </label>
          <button>List</button>
        </form>
      </div>
      <ListState of={pages} loading="Loading the members" />
      {pages.data && members.length === 0 && (
        <p>{pages.hasNextPage ? 'None of the members read so far matches.' : 'No member matches.'}</p>
      )}
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

/** Finds a member by name or user id. */
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
