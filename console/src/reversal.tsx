// What taking changes back would do, or did.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from './act'
import { answerOf, api, deletionOf, messageOf, type Schema, writes } from './api'
import { useActorName } from './entries'
import { ListState, ShowMore } from './list'
import { ranksQuery } from './ranks-query'
import { useMay } from './session'

type Reversal = Schema<'Reversal'>
type Item = Schema<'ReversalItem'>
type ItemState = Schema<'ReversalItemState'>

const REFRESH_MS = 1_000

const isOver = ({ state }: Reversal): boolean => state === 'finished' || state === 'failed'

const failures: Readonly<Record<string, string>> = {
  source_not_found: 'The community has no such entry, batch, event or reversal.',
  too_many_entries: 'Nothing was changed, because there are more than 10,000 entries. Choose a shorter window.',
  community_moved: 'The community was moved to another server.',
  platform_not_connected: 'The community is not connected to the platform. Connect it again.',
  platform_log_unreadable: 'The credential may not read the audit log of the group. Give it legacy-group:manage.',
  'actor-authorization-revoked': 'Whoever asked may not do this any more. What is left was not taken back.',
  account_of_connection: 'The server changes ranks under this account itself.',
}

const reasons: Readonly<Record<string, string>> = {
  later_change: 'changed later by somebody else',
  state_differs: 'the member no longer has it',
  already_taken_back: 'taken back already',
  not_permitted: 'your role may not change it',
  award_not_found: 'the award was deleted',
  award_archived: 'the award is archived',
  award_limit_reached: 'the member has the most awards allowed',
  role_of_award: 'the member keeps the role with an award',
  operation_failed: 'the change failed, or would be refused',
  values_erased: 'the entry was erased',
  member_not_found: 'the member was erased',
  only_by_hand: 'only a person can undo it on the platform',
  role_kept: 'the award was taken back, and its role was not',
  has_ended: 'it has ended by itself',
  suspension_lifted: 'a lifted suspension does not begin again',
  password_kept: 'the form keeps its present password',
}

const kindNames: Readonly<Record<string, string>> = { blacklistEntry: 'blacklist entry', application: 'form' }

export function ReversalScreen() {
  const { reversalId } = useParams({ from: '/screens/audit/reversals/$reversalId' })
  const [isDeleted, setDeleted] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['reversal', reversalId],
    enabled: !isDeleted,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : REFRESH_MS),
    queryFn: async () =>
      (await answerOf(api.GET('/v2/reversals/{reversalId}', { params: { path: { reversalId } } }))).data,
  })
  return (
    <>
      <p>
        <Link to="/audit">Audit log</Link>
      </p>
      <h1>{data?.dryRun ? 'Preview: take back' : 'Take back'}</h1>
      {error && <p role="alert">{messageOf(error)}</p>}
      {isDeleted && <p role="status">It was deleted.</p>}
      {data && !isDeleted && (
        <>
          <Source reversal={data} />
          <p role="status">{statusOf(data)}</p>
          {data.errorCode && <p role="alert">{failures[data.errorCode] ?? data.errorCode}</p>}
          {data.state === 'finished' && (
            <>
              {data.dryRun && <Confirm reversal={data} />}
              <Items reversal={data} state="superseded" title="Kept, because of a later change" />
              <Items reversal={data} state="impossible" title="Impossible to take back" />
              <Items reversal={data} state="taken_back" title={data.dryRun ? 'Will be taken back' : 'Taken back'} />
            </>
          )}
          <DeleteReversal reversal={data} onDone={() => setDeleted(true)} />
        </>
      )}
    </>
  )
}

function Source({ reversal: { source, sourceId, from, to, reason } }: { readonly reversal: Reversal }) {
  const nameOf = useActorName()
  const time = (at: string) => <time dateTime={at}>{new Date(at).toLocaleString()}</time>
  return (
    <p>
      {from === null || to === null ? (
        `The changes of ${source} ${sourceId}`
      ) : (
        <>
          The changes by {nameOf({ kind: source, id: sourceId })} from {time(from)} to {time(to)}
        </>
      )}
      {reason && `: ${reason}`}
    </p>
  )
}

function statusOf({ state, dryRun, counts }: Reversal): string {
  if (state === 'failed') return ''
  if (state !== 'finished') return `Working: ${counts.entries - counts.pending} of ${counts.entries} entries.`
  if (counts.entries === 0) return 'There is nothing to take back.'
  const done = dryRun ? 'would be taken back' : 'taken back'
  return `${counts.takenBack} of ${counts.entries} ${done}, ${counts.superseded} kept, ${counts.impossible} impossible.`
}

/** The key of the request is that of the preview, so a preview is carried out once. */
function Confirm({ reversal }: { readonly reversal: Reversal }) {
  const may = useMay()
  const navigate = useNavigate()
  const { source, sourceId, from, to, reason, reversalId: preview, counts } = reversal
  const take = useMutation({
    mutationFn: async () => {
      const window = from === null || to === null ? {} : { from, to }
      const body = { source, sourceId, ...window, ...(reason === null ? {} : { reason }) }
      const params = { header: { 'Idempotency-Key': `take-back-${preview}` } }
      return (await answerOf(writes.POST('/v2/reversals', { params, body }))).data
    },
    onSuccess: ({ reversalId }) => navigate({ to: '/audit/reversals/$reversalId', params: { reversalId } }),
  })
  if (counts.takenBack === 0 || !may('reversals.write')) return null
  return (
    <>
      {take.error && <p role="alert">{messageOf(take.error)}</p>}
      <div className="actions">
        <button className="main" disabled={take.isPending} onClick={() => take.mutate()}>
          {counts.takenBack === 1 ? 'Take back 1 change' : `Take back ${counts.takenBack} changes`}
        </button>
      </div>
    </>
  )
}

interface DeleteProps {
  readonly reversal: Reversal
  readonly onDone: () => void
}

function DeleteReversal({ reversal, onDone }: DeleteProps) {
  const may = useMay()
  const { reversalId, dryRun } = reversal
  if (!may('reversals.write') || !(dryRun || isOver(reversal))) return null
  const params = { path: { reversalId } }
  return (
    <div className="actions">
      <Act
        title={dryRun ? 'Delete the preview' : 'Delete the record'}
        run={() => deletionOf(writes.DELETE('/v2/reversals/{reversalId}', { params }), 'reversal_not_found')}
        onDone={onDone}
      >
        <p>
          {dryRun
            ? 'A preview has changed nothing. It is deleted by itself after a day.'
            : 'What was taken back stays so, and the audit log keeps it. The record is deleted by itself after 32 days.'}
        </p>
      </Act>
    </div>
  )
}

interface ItemsProps {
  readonly reversal: Reversal
  readonly state: ItemState
  readonly title: string
}

function Items({ reversal: { reversalId, counts }, state, title }: ItemsProps) {
  const { data: ranks = [] } = useQuery(ranksQuery)
  const counted: Partial<Record<ItemState, number>> = {
    taken_back: counts.takenBack,
    superseded: counts.superseded,
    impossible: counts.impossible,
  }
  const count = counted[state] ?? 0
  const pages = useInfiniteQuery({
    queryKey: ['reversal', reversalId, state],
    enabled: count > 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => {
      const query = { state, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return answerOf(api.GET('/v2/reversals/{reversalId}/items', { params: { path: { reversalId }, query } }))
    },
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
  if (count === 0) return null
  return (
    <section>
      <h2>
        {title} ({count})
      </h2>
      <ListState of={pages} />
      <ul>
        {pages.data?.pages
          .flatMap(({ data }) => data)
          .map((item, index) => (
            <li key={item.auditId ?? index}>
              {item.userId !== null && (
                <>
                  <Link to="/members/$userId" params={{ userId: item.userId }}>
                    {item.userId}
                  </Link>
                  {': '}
                </>
              )}
              {textOf(item, (id) => ranks.find(({ uniqueId }) => uniqueId === id)?.name ?? String(id))}
            </li>
          ))}
      </ul>
      <ShowMore of={pages} />
    </section>
  )
}

function textOf(item: Item, nameOfRole: (uniqueId: number) => string): string {
  const {
    kind,
    name,
    groupId,
    rankUniqueId,
    roleUniqueId,
    heldRoleUniqueIds,
    change,
    clamped,
    reason,
    errorCode,
    supersededBy,
  } = item
  const role = rankUniqueId ?? roleUniqueId
  const what = name ?? (groupId === null ? null : `of group ${groupId}`) ?? (role === null ? null : nameOfRole(role))
  const by = change === null ? '' : ` ${change > 0 ? '+' : ''}${change}`
  const held = heldRoleUniqueIds === null ? '' : ` (held ${heldRoleUniqueIds.map(nameOfRole).join(', ') || 'no role'})`
  const limit = clamped ? ', as far as the limit allows' : ''
  const why = reason === null ? '' : `, ${reasons[reason] ?? reason}`
  const code = errorCode === null ? '' : ` (${errorCode})`
  const later = supersededBy === null ? '' : ` (entry ${supersededBy})`
  return `${kindNames[kind] ?? kind}${what === null ? '' : ` ${what}`}${by}${held}${limit}${why}${code}${later}`
}
