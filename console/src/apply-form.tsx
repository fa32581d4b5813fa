// One form: its password, its questions, and the result of the player.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { RequestError } from './api'
import { faultsOf, fitting } from './apply-answers'
import {
  formsQuery,
  isLocked,
  isOver,
  openForm,
  readResult,
  submit,
  type Access,
  type Answers,
  type Applicant,
  type ApplicantForm,
  type OpenedForm,
  type Question,
} from './apply-requests'
import { Refusal } from './apply-refusal'
import styles from './apply.module.css'

interface ApplyFormProps {
  readonly applicant: Applicant
  readonly form: ApplicantForm
}

/** What was typed, by form: it stays while the page is open, also over a new sign-in of the account. */
const drafts = new Map<string, Answers>()

export const forgetDrafts = (): void => drafts.clear()

export function ApplyForm({ applicant, form }: ApplyFormProps) {
  const [password, setPassword] = useState<string | null>(form.passwordRequired ? null : '')
  const { applicationId, name, description } = form
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <p>
        <Link to="/apply" search={{ community: applicant.communityId }}>
          All forms
        </Link>
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      {description !== '' && <p className={styles.text}>{description}</p>}
      {password === null ? (
        <Password applicant={applicant} form={form} onRight={setPassword} />
      ) : (
        <Opened
          access={{ applicationId, userId: applicant.userId, password }}
          applicant={applicant}
          form={form}
          onLocked={() => setPassword(null)}
        />
      )}
    </>
  )
}

interface PasswordProps extends ApplyFormProps {
  readonly onRight: (password: string) => void
}

/** Reads an open form; of a closed form, the result. */
const reader = (form: ApplicantForm) => (access: Access) =>
  form.state === 'open' ? openForm(access) : readResult(access)

function Password({ applicant: { userId }, form, onRight }: PasswordProps) {
  const check = useMutation({
    mutationFn: async (password: string) => {
      await reader(form)({ applicationId: form.applicationId, userId, password })
      return password
    },
    onSuccess: onRight,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate(String(new FormData(event.currentTarget).get('password')))
      }}
    >
      <label>
        Password of the form
        <input name="password" type="password" autoComplete="off" maxLength={100} required />
      </label>
      <Refusal of={check.error} />
      <div className="actions">
        <button className="main" disabled={check.isPending}>
          Open
        </button>
      </div>
    </form>
  )
}

interface OpenedProps extends ApplyFormProps {
  readonly access: Access
  /** The form has another password than it had. */
  readonly onLocked: () => void
}

function Opened({ access, applicant, form, onLocked }: OpenedProps) {
  const { applicationId } = access
  const mayOpen = form.state === 'open'
  const opened = useQuery({
    queryKey: ['applicant', 'opened', applicationId, access.userId],
    queryFn: () => openForm(access),
    enabled: mayOpen,
    retry: false,
    // a reload would replace the questions under the answers
    staleTime: Infinity,
    gcTime: 0,
  })
  const [isSent, setSent] = useState(false)
  if (isSent || !mayOpen || (opened.data && opened.data.submittedVersion !== null)) {
    return <Result access={access} isSent={isSent} />
  }
  if (!opened.data) {
    return (
      <>
        {!opened.error && <p className="quiet">Loading the questions</p>}
        <Refusal of={opened.error} onRetry={() => void opened.refetch()} />
      </>
    )
  }
  return (
    <Questions
      access={access}
      communityName={applicant.communityName}
      form={opened.data}
      reloading={opened.error}
      onReload={() => void opened.refetch()}
      onLocked={onLocked}
      onSent={() => setSent(true)}
      applicant={applicant}
    />
  )
}

interface QuestionsProps extends Omit<OpenedProps, 'form'> {
  readonly communityName: string
  readonly form: OpenedForm
  /** Why the form could not be read again. */
  readonly reloading: Error | null
  readonly onReload: () => void
  readonly onSent: () => void
}

function Questions({ access, applicant, communityName, form, reloading, onReload, ...props }: QuestionsProps) {
  const { onLocked, onSent } = props
  const client = useQueryClient()
  const draft = `${access.userId} ${access.applicationId}`
  const [typed, setAnswers] = useState<Answers>(() => drafts.get(draft) ?? {})
  const answers = fitting(form.questions, typed)
  const answer = (id: string, value: Answers[string]) => {
    const changed = { ...typed, [id]: value }
    drafts.set(draft, changed)
    setAnswers(changed)
  }
  const send = useMutation({
    mutationFn: () => submit(access, form.version, answers),
    onSuccess: async () => {
      drafts.delete(draft)
      onSent()
      await client.invalidateQueries({ queryKey: formsQuery(applicant).queryKey })
    },
  })
  const faults = faultsOf(send.error instanceof RequestError ? send.error.details : {})
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      {form.questions.map((question) => (
        <Field
          key={question.id}
          question={question}
          value={answers[question.id]}
          fault={faults.get(question.id)}
          onChange={(value) => answer(question.id, value)}
        />
      ))}
      <p className="quiet">When you submit, the staff of {communityName} reads your answers.</p>
      <Refusal of={send.error} questions={form.questions} />
      {!send.error && <Refusal of={reloading} onRetry={onReload} />}
      <div className="actions">
        <button className="main" disabled={send.isPending}>
          Submit
        </button>
        {isLocked(send.error ?? reloading) && (
          <button type="button" onClick={onLocked}>
            Enter the password
          </button>
        )}
        {isOver(send.error) && (
          <button
            type="button"
            onClick={() => {
              send.reset()
              onReload()
            }}
          >
            Read the form again
          </button>
        )}
      </div>
    </form>
  )
}

interface FieldProps {
  readonly question: Question
  readonly value: Answers[string] | undefined
  /** What a refusal says of the answer. */
  readonly fault: string | undefined
  readonly onChange: (value: Answers[string]) => void
}

function Field({ question, value, fault, onChange }: FieldProps) {
  const { id, title, description, required } = question
  const hint = description === '' ? undefined : `hint-${id}`
  const faultId = fault === undefined ? undefined : `fault-${id}`
  const described = [hint, faultId].filter((one) => one !== undefined).join(' ') || undefined
  const name = required ? title : `${title} (not required)`
  if (!('options' in question)) {
    const text = typeof value === 'string' ? value : ''
    const common = {
      value: text,
      required,
      'aria-describedby': described,
      'aria-invalid': fault !== undefined,
      maxLength: question.type === 'short' ? 300 : 4_000,
      onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
    }
    return (
      <div className={styles.question}>
        <label>
          {name}
          {question.type === 'short' ? <input {...common} /> : <textarea rows={6} {...common} />}
        </label>
        {hint && <Hint id={hint} text={description} />}
        {fault && <Fault id={faultId} text={fault} />}
      </div>
    )
  }
  const chosen = Array.isArray(value) ? value : []
  const isSingle = question.type === 'single'
  const choose = (option: string, isChosen: boolean) =>
    onChange(isSingle ? [option] : isChosen ? [...chosen, option] : chosen.filter((one) => one !== option))
  return (
    <fieldset className={styles.question} aria-describedby={described}>
      <legend>{name}</legend>
      {hint && <Hint id={hint} text={description} />}
      {question.options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={id}
            checked={chosen.includes(option.id)}
            required={required && (isSingle || chosen.length === 0)}
            onChange={(event) => choose(option.id, event.target.checked)}
          />
          {option.label}
        </label>
      ))}
      {fault && <Fault id={faultId} text={fault} />}
    </fieldset>
  )
}

const Hint = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="quiet">
    {text}
  </p>
)

const Fault = ({ id, text }: { readonly id: string | undefined; readonly text: string }) => (
  <p id={id} role="alert">
    {text}
  </p>
)

const titles = { Pending: 'Your application waits for a decision.', Passed: 'You passed.', Failed: 'You did not pass.' }

function Result({ access, isSent }: { readonly access: Access; readonly isSent: boolean }) {
  const result = useQuery({
    queryKey: ['applicant', 'result', access.applicationId, access.userId],
    queryFn: () => readResult(access),
    retry: false,
    gcTime: 0,
  })
  const response = result.data?.response
  return (
    <>
      {isSent && <p role="status">Your application was submitted.</p>}
      <Refusal of={result.error} />
      {response === null && <p>You have not applied with this form.</p>}
      {response && (
        <>
          <p>
            <strong>{titles[response.status]}</strong>
          </p>
          <p className="quiet">
            Submitted <time dateTime={response.submittedAt}>{new Date(response.submittedAt).toLocaleString()}</time>
          </p>
          {response.applicantFeedback !== null && (
            <>
              <h2>Feedback</h2>
              <p className={styles.text}>{response.applicantFeedback}</p>
            </>
          )}
        </>
      )}
      <button onClick={() => void result.refetch()} disabled={result.isFetching}>
        Look again
      </button>
    </>
  )
}
