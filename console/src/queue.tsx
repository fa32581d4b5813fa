// Operations on the platform, newest first: what waits and why, what failed.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Act, fieldOf } from './act'
import { answerOf, api, messageOf, writes } from './api'
import { ConnectionState } from './connection'
import { useActorName } from './entries'
import { clockText, ListState, ShowMore } from './list'
import { findMember } from './patterns/find-members'
import { changeText, isOfSuspension, memberText, scopeOf, stateText, type Operation } from './operation'
import { operationStatuses, queueSearchOf, type QueueSearch } from './queue-search'
import { useMay } from './session'
import styles from './list.module.css'

const REFRESH_MS = 3_000
/** Milliseconds without an answer after which the screen says that the list is old. */
const ANSWER_MS = 10_000

export function QueueScreen() {
  const { paused, ...filters } = useSearch({ from: '/screens/queue' })
  const client = useQueryClient()
  const [notice, setNotice] = useState('')
  // the list stays as it is while a dialog is open
  const [kept, keep] = useState<readonly Operation[] | null>(null)
  const pages = useInfiniteQuery({
    queryKey: ['queue', filters],
    initialPageParam: null as string | null,
    refetchInterval: paused ? false : REFRESH_MS,
    refetchOnWindowFocus: !paused,
    retry: false,
    queryFn: ({ pageParam }) => {
      const query = { ...filters, ...(pageParam === null ? {} : { cursor: pageParam }) }
      const signal = AbortSignal.timeout(ANSWER_MS)
      return answerOf(api.GET('/v2/platform-operations', { params: { query }, signal }))
    },
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
  const read = pages.data?.pages.flatMap(({ data }) => data)
  const operations = kept ?? read ?? []
  const done = async (text: string) => {
    setNotice(text)
    await client.invalidateQueries({ queryKey: ['queue'] })
  }
  return (
    <>
      <h1>Queue</h1>
      <ConnectionState everyMs={paused ? undefined : REFRESH_MS} />
      <Filters />
      {pages.data && (
        <p className="quiet">
          {paused ? 'Paused at' : 'As of'} {clockText(pages.dataUpdatedAt)}
        </p>
      )}
      <p role="status">{notice}</p>
      <ListState of={pages} loading="Loading the operations" />
      {read && operations.length === 0 && <p>No operation matches.</p>}
      <ol className={styles.entries}>
        {operations.map((operation) => (
          <li key={operation.id}>
            <OperationText operation={operation} />
            <Acts operation={operation} onOpen={() => keep(operations)} onClose={() => keep(null)} onDone={done} />
          </li>
        ))}
      </ol>
      <ShowMore of={pages} />
    </>
  )
}

function Filters() {
  const search = useSearch({ from: '/screens/queue' })
  const navigate = useNavigate({ from: '/queue' })
  const change = (changed: Partial<Record<keyof QueueSearch, unknown>>) =>
    navigate({ search: queueSearchOf({ ...search, ...changed }) })
  const filter = useMutation({
    mutationFn: async (name: string) =>
      name === '' || /^\d+$/.test(name) ? { userId: name } : { userId: (await findMember(name)).userId },
    onSuccess: change,
  })
  return (
    <form
      role="search"
      className="actions"
      // what came from the address is shown again
      key={search.userId}
      onSubmit={(event) => {
        event.preventDefault()
        filter.mutate(fieldOf(new FormData(event.currentTarget), 'member').trim())
      }}
    >
      <label>
        Name or user id
        <input name="member" maxLength={20} defaultValue={search.userId ?? ''} />
      </label>
      <button className="main" disabled={filter.isPending}>
        Filter
      </button>
      <label>
        Status
        <select value={search.status ?? ''} onChange={({ target: { value } }) => void change({ status: value })}>
          <option value="">any</option>
          {Object.entries(operationStatuses).map(([status, name]) => (
            <option key={status} value={status}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={search.paused ?? false}
          onChange={({ target: { checked } }) => void change({ paused: checked })}
        />
        Pause
      </label>
      {filter.error && <p role="alert">{messageOf(filter.error)}</p>}
    </form>
  )
}

function OperationText({ operation }: { readonly operation: Operation }) {
  const { status, userId, actor, createdAt } = operation
  const nameOf = useActorName()
  const member = memberText(operation)
  return (
    <div>
      {userId === null ? (
        member
      ) : (
        <Link to="/members/$userId" params={{ userId }}>
          {member}
        </Link>
      )}
      : <strong>{changeText(operation)}</strong>
      <div className={status === 'failed' ? 'wrong' : undefined}>{stateText(operation)}</div>
      <div className="quiet">
        <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time> by {nameOf(actor)}
      </div>
    </div>
  )
}

interface ActsProps {
  readonly operation: Operation
  readonly onOpen: () => void
  readonly onClose: () => void
  readonly onDone: (text: string) => Promise<void>
}

function Acts({ operation, onDone, ...dialog }: ActsProps) {
  const may = useMay()
  const { id, kind, status } = operation
  if (!may(scopeOf(kind))) return null
  const subject = `${memberText(operation)}, ${changeText(operation)}`
  const paramsWith = (key: string) => ({ path: { operationId: id }, header: { 'Idempotency-Key': key } })
  if (status === 'queued')
    return (
      <Act
        {...dialog}
        title="Cancel"
        subject={subject}
        confirm="Cancel the operation"
        decline="Keep it"
        run={(_, key) =>
          answerOf(writes.POST('/v2/platform-operations/{operationId}/cancel', { params: paramsWith(key) }))
        }
        onDone={() => onDone('The operation was cancelled.')}
      >
        <p>Nothing was sent to the platform yet.{!isOfSuspension(kind) && ' A cancelled operation can be retried.'}</p>
      </Act>
    )
  if ((status !== 'failed' && status !== 'cancelled') || isOfSuspension(kind)) return null
  return (
    <Act
      {...dialog}
      title="Retry"
      subject={subject}
      confirm="Retry the operation"
      run={(_, key) =>
        answerOf(writes.POST('/v2/platform-operations/{operationId}/retry', { params: paramsWith(key) }))
      }
      onDone={() => onDone('The operation is queued again.')}
    >
      <p>It is queued as a new operation of yours, with the same rank, for five minutes.</p>
    </Act>
  )
}
