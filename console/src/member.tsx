// A member: the record, its history, and what the staff may do.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useId, useRef, useState, type ReactNode } from 'react'
import { answerOf, api, messageOf, newKey } from './api'
import { ranksQuery } from './members'
import { useMay } from './shell'

const DAY_SECONDS = 86_400

export function MemberScreen() {
  const { userId } = useParams({ from: '/signed-in/members/$userId' })
  const may = useMay()
  const client = useQueryClient()
  const [notice, setNotice] = useState('')
  const member = useQuery({
    queryKey: ['member', userId],
    queryFn: async () => (await answerOf(api.GET('/v2/members/{userId}', { params: { path: { userId } } }))).data,
  })
  const done = async (text: string) => {
    setNotice(text)
    await client.invalidateQueries({ queryKey: ['member', userId] })
    await client.invalidateQueries({ queryKey: ['history', userId] })
  }
  const { data } = member
  const path = { userId }
  return (
    <>
      <p>
        <Link to="/members">All members</Link>
      </p>
      <h1>{data?.username ?? userId}</h1>
      <p role="status">{notice}</p>
      {member.error && <p role="alert">{messageOf(member.error)}</p>}
      {data && (
        <>
          <table>
            <tbody>
              <Row name="User id">{data.userId}</Row>
              <Row name="Rank">{data.rank?.name ?? 'not in the group'}</Row>
              <Row name="Experience">{data.experience}</Row>
              <Row name="Quota points">{data.quotaPoints}</Row>
              <Row name="Medals">{data.medals.map(({ name, count }) => `${name} (${count})`).join(', ') || 'none'}</Row>
              <Row name="Qualifications">{data.qualifications.map(({ name }) => name).join(', ') || 'none'}</Row>
            </tbody>
          </table>
          <div className="actions">
            {may('members.experience.write') && (
              <Act
                title="Give experience"
                fields={['amount', 'reason']}
                run={async ({ amount, reason }) => {
                  const body = { op: 'increment', amount: Number(amount), ...withReason(reason) } as const
                  await answerOf(api.POST('/v2/members/{userId}/experience', { params: { path }, body }))
                }}
                onDone={() => done('The experience was given.')}
              />
            )}
            {may('members.medals.write') && (
              <Act
                title="Award a medal"
                fields={['medal']}
                run={({ medal }) =>
                  answerOf(api.POST('/v2/members/{userId}/medals', { params: { path }, body: { name: medal } }))
                }
                onDone={() => done('The medal was awarded.')}
              />
            )}
            {may('members.ranks.write') && (
              <Act
                title="Set the rank"
                fields={['rank']}
                run={({ rank }) =>
                  answerOf(api.PUT('/v2/members/{userId}/rank', { params: { path }, body: { rankId: Number(rank) } }))
                }
                onDone={() => done('The rank was set.')}
              />
            )}
            {may('suspensions.write') && (
              <Act
                title="Suspend"
                fields={['days', 'reason']}
                run={({ days, reason }, key) => {
                  const durationSeconds = Number(days) * DAY_SECONDS
                  const body = { userId: Number(userId), durationSeconds, ...withReason(reason) }
                  const params = { header: { 'Idempotency-Key': key } }
                  return answerOf(api.POST('/v2/suspensions', { params, body }))
                }}
                onDone={() => done('The member is suspended.')}
              />
            )}
            {may('warnings.write') && (
              <Act
                title="Warn"
                fields={['reason']}
                run={({ reason }, key) => {
                  const params = { header: { 'Idempotency-Key': key } }
                  return answerOf(api.POST('/v2/warnings', { params, body: { userId: Number(userId), reason } }))
                }}
                onDone={() => done('The warning was stored.')}
              />
            )}
          </div>
          {may('audit.read') && <History userId={userId} />}
        </>
      )}
    </>
  )
}

/** Of what an entry says about the new state: names before numbers. */
const textOf = (state: object | null | undefined): string =>
  Object.entries(state ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]: [string, unknown]) => `${name}: ${shortText(value)}`)
    .join(', ')

function shortText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{children}</td>
  </tr>
)

const withReason = (reason: string): { reason?: string } => (reason === '' ? {} : { reason })

type FieldName = 'amount' | 'reason' | 'medal' | 'rank' | 'days'
type Values = Record<FieldName, string>

interface ActProps {
  readonly title: string
  readonly fields: readonly FieldName[]
  /** @param key of the attempt: repeated with the same values it has one effect */
  readonly run: (values: Values, key: string) => Promise<unknown>
  readonly onDone: () => Promise<void>
}

/** A button, and the dialog that asks for what the act needs. */
function Act({ title, fields, run, onDone }: ActProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const key = useRef(newKey())
  const act = useMutation({
    mutationFn: (values: Values) => run(values, key.current),
    onSuccess: async () => {
      dialog.current?.close()
      await onDone()
    },
  })
  const open = () => {
    key.current = newKey()
    act.reset()
    dialog.current?.showModal()
  }
  return (
    <>
      <button onClick={open}>{title}</button>
      <dialog ref={dialog} aria-labelledby={heading}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            act.mutate(Object.fromEntries(new FormData(event.currentTarget)) as Values)
          }}
        >
          <h2 id={heading}>{title}</h2>
          {fields.map((field) => (
            <Field key={field} name={field} isRequired={field !== 'reason' || fields.length === 1} />
          ))}
          {act.error && <p role="alert">{messageOf(act.error)}</p>}
          <div className="actions">
            <button className="main" disabled={act.isPending}>
              {title}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

function Field({ name, isRequired }: { readonly name: FieldName; readonly isRequired: boolean }) {
  switch (name) {
    case 'amount':
      return <NumberField label="Experience" name={name} most={9_007_199_254_740_991} />
    case 'days':
      return <NumberField label="Days" name={name} most={365} />
    case 'rank':
      return <RankField />
    case 'medal':
      return <MedalField />
    case 'reason':
      return (
        <label>
          Reason
          <input name={name} maxLength={256} required={isRequired} />
        </label>
      )
  }
}

const NumberField = ({
  label,
  name,
  most,
}: {
  readonly label: string
  readonly name: string
  readonly most: number
}) => (
  <label>
    {label}
    <input name={name} type="number" min={1} max={most} step={1} required />
  </label>
)

function RankField() {
  const { data = [] } = useQuery(ranksQuery)
  return (
    <label>
      Rank
      <select name="rank" required>
        {data
          .filter(({ assignable }) => assignable)
          .map(({ uniqueId, rankId, name }) => (
            <option key={uniqueId} value={rankId}>
              {name}
            </option>
          ))}
      </select>
    </label>
  )
}

function MedalField() {
  const { data = [] } = useQuery({
    queryKey: ['medals'],
    queryFn: async () => (await answerOf(api.GET('/v2/medals'))).data,
  })
  return (
    <label>
      Medal
      <select name="medal" required>
        {data
          .filter(({ archived }) => !archived)
          .map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
      </select>
    </label>
  )
}

function History({ userId }: { readonly userId: string }) {
  const history = useQuery({
    queryKey: ['history', userId],
    queryFn: async () => {
      const query = { order: 'newest', userId, limit: 50 } as const
      return (await answerOf(api.GET('/v2/audit-entries', { params: { query } }))).data
    },
  })
  return (
    <section>
      <h2>History</h2>
      {history.error && <p role="alert">{messageOf(history.error)}</p>}
      {history.data?.length === 0 && <p>Nothing has changed yet.</p>}
      <ol>
        {history.data?.map(({ auditId, at, action, actor, after, reason }) => (
          <li key={auditId}>
            <time dateTime={at}>{new Date(at).toLocaleString()}</time> {action} by {actor.kind} {actor.id}
            {reason && <>: {reason}</>} <span className="quiet">{textOf(after)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
