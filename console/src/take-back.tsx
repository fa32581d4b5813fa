// The dialogs that make a preview of taking changes back.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Act, fieldOf, withText } from './act'
import { answerOf, type Schema, writes } from './api'
import { useActorName } from './entries'
import { useMay } from './session'

type Source = Pick<Schema<'ReversalRequest'>, 'source' | 'sourceId' | 'from' | 'to'>

const HOUR_MS = 3_600_000
const canTakeBack =
  /^(member\.(experience$|quotaPoints$|rank$|role$|medal\.|qualification\.)|(warning|blacklist)\.|suspension\.(add|update|lift)$|application\.(create|update|delete|restore|rollback)$)/

/** Takes back a change in the log, or all changes of its actor. */
export function TakeBack({ entry: { auditId, at, action, actor, userId } }: { readonly entry: Schema<'AuditEntry'> }) {
  const may = useMay()
  const nameOf = useActorName()
  const preview = usePreview()
  const { kind: source, id: sourceId } = actor
  // an applicant changes nothing that can be taken back
  if (!may('reversals.write') || source === 'applicant' || source === 'platform' || !canTakeBack.test(action))
    return <span />
  return (
    <Act
      title="Take back"
      subject={userId === null ? action : `${action} of ${userId}`}
      confirm="Preview"
      run={(form, key) => {
        const isEntry = fieldOf(form, 'what') === 'entry'
        const ofActor = { source, sourceId, ...windowIn(form) }
        return preview.run(isEntry ? { source: 'entry', sourceId: auditId } : ofActor, form, key)
      }}
      onDone={preview.show}
    >
      <label>
        What
        <select name="what">
          <option value="entry">this change</option>
          <option value="actor">all changes by {nameOf(actor)}</option>
        </select>
      </label>
      <Window legend="All changes between" from={Date.parse(at) - HOUR_MS} to={Date.parse(at) + HOUR_MS} />
      <Reason />
    </Act>
  )
}

/** Takes back what an account changed on the platform itself, of which the log has no entry. */
export function TakeBackByHand() {
  const may = useMay()
  const preview = usePreview()
  const [openedAt, setOpenedAt] = useState(Date.now)
  if (!may('reversals.write')) return null
  return (
    <div className="actions">
      <Act
        title="Find changes by hand"
        confirm="Preview"
        onOpen={() => setOpenedAt(Date.now())}
        run={(form, key) => {
          const sourceId = fieldOf(form, 'account').trim()
          return preview.run({ source: 'account', sourceId, ...windowIn(form) }, form, key)
        }}
        onDone={preview.show}
      >
        <p>
          Finds the ranks and roles that the account changed on the platform itself, in the audit log of the group. Take
          the role of the account there first.
        </p>
        <label>
          Id of the account
          <input name="account" inputMode="numeric" maxLength={20} required />
        </label>
        <Window legend="Between" from={openedAt - HOUR_MS} to={openedAt + HOUR_MS} />
        <Reason />
      </Act>
    </div>
  )
}

/** Makes a preview, which changes nothing. Its screen has the button that takes back. */
function usePreview() {
  const navigate = useNavigate()
  return {
    run: async (source: Source, form: FormData, key: string) => {
      const body = { ...source, ...withText('reason', fieldOf(form, 'reason')), dryRun: true }
      const params = { header: { 'Idempotency-Key': key } }
      return (await answerOf(writes.POST('/v2/reversals', { params, body }))).data
    },
    show: ({ reversalId }: Schema<'Reversal'>) =>
      navigate({ to: '/audit/reversals/$reversalId', params: { reversalId } }),
  }
}

function Window({ legend, from, to }: { readonly legend: string; readonly from: number; readonly to: number }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <label>
        From
        <input name="from" type="datetime-local" step={1} required defaultValue={localTime(from)} />
      </label>
      <label>
        To
        <input name="to" type="datetime-local" step={1} required defaultValue={localTime(to)} />
      </label>
    </fieldset>
  )
}

const Reason = () => (
  <label>
    Reason
    <input name="reason" maxLength={256} />
  </label>
)

/** The value of a field, which has the time of the place where the person is. */
function localTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 19)
}

const windowIn = (form: FormData) => ({ from: timeOf(form, 'from'), to: timeOf(form, 'to') })

/** The time of a field; not in the future. */
const timeOf = (form: FormData, name: string): string =>
  new Date(Math.min(Date.now(), Date.parse(fieldOf(form, name)))).toISOString()
