// The audit log, newest first, and what takes changes back.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Act, fieldOf, withText } from './act'
import { answerOf, api, type Schema } from './api'
import { actorKinds, auditSearchOf, type AuditSearch } from './audit-search'
import { changeOf, useActorName } from './entries'
import { ListState, ShowMore } from './list'
import { useMay } from './shell'
import styles from './list.module.css'

type Entry = Schema<'AuditEntry'>

const FOLLOW_MS = 3_000
const HOUR_MS = 3_600_000
const canTakeBack = /^member\.(experience$|quotaPoints$|rank$|role$|medal\.|qualification\.)/

export function AuditScreen() {
  const search = useSearch({ from: '/signed-in/audit' })
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
  const search = useSearch({ from: '/signed-in/audit' })
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

/** It makes a preview. The preview changes nothing, and has the button that takes back. */
function TakeBack({ entry: { auditId, at, action, actor, userId } }: { readonly entry: Entry }) {
  const may = useMay()
  const nameOf = useActorName()
  const navigate = useNavigate()
  if (!may('reversals.write') || userId === null || !canTakeBack.test(action)) return <span />
  return (
    <Act
      title="Take back"
      subject={`${action} of ${userId}`}
      confirm="Preview"
      run={async (form, key) => {
        const isEntry = fieldOf(form, 'what') === 'entry'
        const window = { from: timeOf(form, 'from'), to: timeOf(form, 'to') }
        const source = isEntry
          ? ({ source: 'entry', sourceId: auditId } as const)
          : ({ source: actor.kind, sourceId: actor.id, ...window } as const)
        const body = { ...source, ...withText('reason', fieldOf(form, 'reason')), dryRun: true }
        const params = { header: { 'Idempotency-Key': key } }
        return (await answerOf(api.POST('/v2/reversals', { params, body }))).data
      }}
      onDone={({ reversalId }) => navigate({ to: '/audit/reversals/$reversalId', params: { reversalId } })}
    >
      <label>
        What
        <select name="what">
          <option value="entry">this change</option>
          <option value="actor">all changes by {nameOf(actor)}</option>
        </select>
      </label>
      <fieldset>
        <legend>All changes between</legend>
        <label>
          From
          <input
            name="from"
            type="datetime-local"
            step={1}
            required
            defaultValue={localTime(Date.parse(at) - HOUR_MS)}
          />
        </label>
        <label>
          To
          <input name="to" type="datetime-local" step={1} required defaultValue={localTime(Date.parse(at) + HOUR_MS)} />
        </label>
      </fieldset>
      <label>
        Reason
        <input name="reason" maxLength={256} />
      </label>
    </Act>
  )
}

/** A field has the time of the place where the person is. */
function localTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 19)
}

/** The end is not in the future. */
const timeOf = (form: FormData, name: string): string =>
  new Date(Math.min(Date.now(), Date.parse(fieldOf(form, name)))).toISOString()
