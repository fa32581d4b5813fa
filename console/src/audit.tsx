// The audit log, newest first, and what takes changes back.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { fieldOf } from './act'
import { answerOf, api, type Schema } from './api'
import { actorKinds, auditSearchOf, type AuditSearch } from './audit-search'
import { changeOf, useActorName } from './entries'
import { ListState, ShowMore } from './list'
import { TakeBack, TakeBackByHand } from './take-back'
import styles from './list.module.css'

type Entry = Schema<'AuditEntry'>

const FOLLOW_MS = 3_000

export function AuditScreen() {
  const search = useSearch({ from: '/screens/audit' })
  const { follow, ...filters } = search
  const pages = useInfiniteQuery({
    queryKey: ['audit', filters],
    initialPageParam: null as string | null,
    refetchInterval: follow ? FOLLOW_MS : false,
    queryFn: ({ pageParam }) => {
      const query = { order: 'newest', ...filters, ...(pageParam === null ? {} : { cursor: pageParam }) } as const
      return answerOf(api.GET('/v2/audit-entries', { params: { query } }))
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.nextCursor : null),
  })
  const entries = pages.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <h1>Audit log</h1>
      <Filters />
      <TakeBackByHand />
      <ListState of={pages} loading="Loading the entries" />
      {pages.data && entries.length === 0 && !pages.hasNextPage && <p>No entry matches.</p>}
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.auditId}>
            <EntryText entry={entry} />
            <TakeBack entry={entry} />
          </li>
        ))}
      </ol>
      <ShowMore of={pages} />
    </>
  )
}

function Filters() {
  const search = useSearch({ from: '/screens/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const change = (changed: Partial<Record<keyof AuditSearch, unknown>>) =>
    void navigate({ search: auditSearchOf({ ...search, ...changed }) })
  return (
    <form
      role="search"
      className="actions"
      // what came from the address is shown again
      key={`${search.action} ${search.userId}`}
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        change({ action: fieldOf(form, 'action').trim(), userId: fieldOf(form, 'userId').trim() })
      }}
    >
      <label>
        Action
        <input name="action" maxLength={100} placeholder="member." defaultValue={search.action ?? ''} />
      </label>
      <label>
        User id
        <input name="userId" inputMode="numeric" maxLength={20} defaultValue={search.userId ?? ''} />
      </label>
      <button className="main">Filter</button>
      <label>
        By
        <select value={search.actorKind ?? ''} onChange={({ target: { value } }) => change({ actorKind: value })}>
          <option value="">anybody</option>
          {actorKinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={search.follow ?? false}
          onChange={({ target: { checked } }) => change({ follow: checked })}
        />
        Follow
      </label>
    </form>
  )
}

const ERASED = '0'

const Account = ({ userId }: { readonly userId: string }) => (
  <Link to="/members/$userId" params={{ userId }}>
    {userId}
  </Link>
)

function EntryText({
  entry: { at, action, actor, onBehalfOf, userId, before, after, reason, requiredScope },
}: {
  readonly entry: Entry
}) {
  const nameOf = useActorName()
  return (
    <div>
      <time dateTime={at}>{new Date(at).toLocaleString()}</time> <strong>{action}</strong>
      {userId !== null && (
        <>
          {' of '}
          <Account userId={userId} />
        </>
      )}{' '}
      by {nameOf(actor)}
      {onBehalfOf !== null && (
        <>
          {' for '}
          {onBehalfOf === ERASED ? 'an erased account' : <Account userId={onBehalfOf} />}
        </>
      )}
      {reason && <>: {reason}</>}
      <div className="quiet">
        {requiredScope ? `The role may not read it: ${requiredScope}` : changeOf(before, after)}
      </div>
    </div>
  )
}
