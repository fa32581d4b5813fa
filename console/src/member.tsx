// A member: the record, its history, and what the staff may do.
import { Anchor } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Act, fieldOf, withText } from './act'
import { GiveExperience } from './give-experience'
import { Page } from './patterns/page'
import { answerOf, api, messageOf, writes } from './api'
import { AutoRankText } from './auto-rank'
import { changeOf, useActorName } from './entries'

import { isGiven, ranksQuery } from './ranks-query'
import './old.css'
import { useMay } from './session'

const DAY_SECONDS = 86_400
/** Milliseconds between two reads, because a rank change may end after the screen was opened. */
const REFRESH_MS = 5_000

export function MemberScreen() {
  const { userId } = useParams({ from: '/screens/members/$userId' })
  const may = useMay()
  const client = useQueryClient()
  const [notice, setNotice] = useState('')
  const member = useQuery({
    queryKey: ['member', userId],
    refetchInterval: REFRESH_MS,
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
    <Page
      title={data?.username ?? userId}
      from={
        <Anchor component={Link} to="/members" size="sm">
          All members
        </Anchor>
      }
      acts={data && may('members.experience.write') && <GiveExperience member={data} />}
    >
      <div className="old">
        <p role="status">{notice}</p>
        {member.error && <p role="alert">{messageOf(member.error)}</p>}
        {data && (
          <>
            <table>
              <tbody>
                <Row name="User id">{data.userId}</Row>
                <Row name="Rank">{data.rank?.name ?? 'not in the group'}</Row>
                <Row name="Experience">{data.experience}</Row>
                <Row name="AutoRank">
                  <AutoRankText userId={userId} />
                </Row>
                <Row name="Quota points">{data.quotaPoints}</Row>
                <Row name="Medals">
                  {data.medals.map(({ name, count }) => `${name} (${count})`).join(', ') || 'none'}
                </Row>
                <Row name="Qualifications">{data.qualifications.map(({ name }) => name).join(', ') || 'none'}</Row>
              </tbody>
            </table>
            <div className="actions">
              {may('members.medals.write') && (
                <Act
                  title="Award a medal"
                  run={(form) => {
                    const body = { name: fieldOf(form, 'medal') }
                    return answerOf(writes.POST('/v2/members/{userId}/medals', { params: { path }, body }))
                  }}
                  onDone={() => done('The medal was awarded.')}
                >
                  <Field name="medal" />
                </Act>
              )}
              {may('members.ranks.write') && (
                <Act
                  title="Set the rank"
                  run={(form) => {
                    const body = { rankId: Number(fieldOf(form, 'rank')) }
                    return answerOf(writes.PUT('/v2/members/{userId}/rank', { params: { path }, body }))
                  }}
                  onDone={() => done('The rank was set.')}
                >
                  <Field name="rank" />
                </Act>
              )}
              {may('suspensions.write') && (
                <Act
                  title="Suspend"
                  run={(form, key) => {
                    const durationSeconds = Number(fieldOf(form, 'days')) * DAY_SECONDS
                    const reason = withText('reason', fieldOf(form, 'reason'))
                    const body = { userId: Number(userId), durationSeconds, ...reason }
                    const params = { header: { 'Idempotency-Key': key } }
                    return answerOf(writes.POST('/v2/suspensions', { params, body }))
                  }}
                  onDone={() => done('The member is suspended.')}
                >
                  <Field name="days" />
                  <Field name="reason" isRequired={false} />
                </Act>
              )}
              {may('warnings.write') && (
                <Act
                  title="Warn"
                  run={(form, key) => {
                    const params = { header: { 'Idempotency-Key': key } }
                    const body = { userId: Number(userId), reason: fieldOf(form, 'reason') }
                    return answerOf(writes.POST('/v2/warnings', { params, body }))
                  }}
                  onDone={() => done('The warning was stored.')}
                >
                  <Field name="reason" />
                </Act>
              )}
            </div>
            {may('audit.read') && <History userId={userId} />}
          </>
        )}
      </div>
    </Page>
  )
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{children}</td>
  </tr>
)

type FieldName = 'reason' | 'medal' | 'rank' | 'days'

function Field({ name, isRequired = true }: { readonly name: FieldName; readonly isRequired?: boolean }) {
  switch (name) {
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
        {data.filter(isGiven).map(({ uniqueId, rankId, name }) => (
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
  const nameOf = useActorName()
  const history = useQuery({
    queryKey: ['history', userId],
    refetchInterval: REFRESH_MS,
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
        {history.data?.map(({ auditId, at, action, actor, before, after, reason }) => (
          <li key={auditId}>
            <time dateTime={at}>{new Date(at).toLocaleString()}</time> {action} by {nameOf(actor)}
            {reason && <>: {reason}</>} <span className="quiet">{changeOf(before, after)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
