// Responses that wait for a decision, oldest first, over all forms. Keys in a response: P pass, F fail, N next.
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { answerOf, api, messageOf, RequestError, type Schema, writes } from './api'
import { ListState } from './list'
import { useMay } from './session'
import styles from './review.module.css'

type Summary = Schema<'ResponsePage'>['data']['items'][number]
type Detail = Schema<'ResponseDetail'>
type Decision = 'Passed' | 'Failed'

const REFRESH_MS = 15_000
/** The most waiting responses of each form that are read. */
const PENDING_LIMIT = 100

async function listForms() {
  const forms = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = cursor === undefined ? {} : { cursor }
    const { data } = await answerOf(api.GET('/v2/applications', { params: { query } }))
    forms.push(...data.items)
    cursor = data.nextCursor
  }
  return forms
}

interface Waiting extends Summary {
  readonly form: string
}

const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  refetchInterval: REFRESH_MS,
  queryFn: async (): Promise<Waiting[]> => {
    const pages = await Promise.all(
      (await listForms()).map(async ({ applicationId, name }) => {
        const params = { path: { applicationId }, query: { status: 'Pending', limit: PENDING_LIMIT } } as const
        const { data } = await answerOf(api.GET('/v2/applications/{applicationId}/responses', { params }))
        return data.items.map((item) => ({ ...item, form: name }))
      }),
    )
    return pages.flat().sort((one, other) => one.submittedAt.localeCompare(other.submittedAt))
  },
})

const pathOf = ({ applicationId, responseId }: Pick<Summary, 'applicationId' | 'responseId'>) => ({
  path: { applicationId, responseId },
})

interface Notice {
  readonly text: string
  readonly userId: string
}

export function ReviewScreen() {
  const waiting = useQuery(waitingQuery)
  const [chosen, choose] = useState<string | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const list = waiting.data ?? []
  const current = list.find(({ responseId }) => responseId === chosen) ?? list[0]
  const next = () => {
    const at = list.findIndex(({ responseId }) => responseId === current?.responseId)
    choose(list[(at + 1) % list.length]?.responseId ?? null)
  }
  return (
    <>
      <h1>Review</h1>
      <p role="status" className={styles.notice}>
        {notice && (
          <>
            {notice.text}{' '}
            <Link to="/members/$userId" params={{ userId: notice.userId }}>
              Show the member
            </Link>
          </>
        )}
      </p>
      <ListState of={waiting} loading="Loading the responses" />
      {waiting.data?.length === 0 && <p>No response waits for a decision.</p>}
      {current && (
        <div className={styles.columns}>
          <nav aria-label="Waiting responses" className={styles.list}>
            <h2>{list.length === 1 ? '1 waits' : `${list.length} wait`}</h2>
            <ol>
              {list.map((item) => (
                <li key={item.responseId}>
                  <button aria-current={item.responseId === current.responseId} onClick={() => choose(item.responseId)}>
                    {item.username ?? item.userId}
                    <span className="quiet">{item.form}</span>
                  </button>
                </li>
              ))}
            </ol>
          </nav>
          <Response key={current.responseId} summary={current} onNext={next} onNotice={setNotice} />
        </div>
      )}
    </>
  )
}

interface ResponseProps {
  readonly summary: Waiting
  readonly onNext: () => void
  readonly onNotice: (notice: Notice) => void
}

function Response({ summary, onNext, onNotice }: ResponseProps) {
  const client = useQueryClient()
  const may = useMay()
  const [note, setNote] = useState('')
  const [feedback, setFeedback] = useState('')
  const params = pathOf(summary)
  const tell = (text: string) => onNotice({ text, userId: summary.userId })
  const detail = useQuery({
    queryKey: ['response', summary.responseId],
    queryFn: async () =>
      (await answerOf(api.GET('/v2/applications/{applicationId}/responses/{responseId}', { params }))).data,
  })
  const decide = useMutation({
    mutationFn: async (status: Decision) => {
      const body = {
        revision: summary.revision,
        status,
        ...(note === '' ? {} : { privateNote: note }),
        ...(feedback === '' ? {} : { applicantFeedback: feedback }),
      }
      const path = '/v2/applications/{applicationId}/responses/{responseId}/review'
      return (await answerOf(writes.POST(path, { params, body }))).data
    },
    onSuccess: async ({ status, username, userId }) => {
      tell(`${username ?? userId}: ${status === 'Passed' ? 'passed' : 'failed'}.`)
      onNext()
      await client.invalidateQueries({ queryKey: ['waiting'] })
    },
    onError: async (error) => {
      if (!(error instanceof RequestError) || error.status !== 409) return
      tell(`${summary.username ?? summary.userId}: somebody else decided first. Your decision was not stored.`)
      onNext()
      await client.invalidateQueries({ queryKey: ['waiting'] })
    },
  })
  const isReviewer = may('applications.responses.review')
  const act = (status: Decision) => {
    if (isReviewer && !decide.isPending && detail.data) decide.mutate(status)
  }
  const article = useRef<HTMLElement>(null)
  useEffect(() => article.current?.focus(), [])
  const onKeyDown = byKey({ p: () => act('Passed'), f: () => act('Failed'), n: onNext })
  const isTold = decide.error instanceof RequestError && decide.error.status === 409
  return (
    <article
      ref={article}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={styles.response}
      aria-label={`Response of ${summary.username ?? summary.userId}`}
    >
      <h2>
        {summary.username ?? summary.userId} <span className="quiet">for {summary.form}</span>
      </h2>
      <p className="quiet">
        Submitted <time dateTime={summary.submittedAt}>{new Date(summary.submittedAt).toLocaleString()}</time>
        {summary.score !== null && `, score ${summary.score}`}
      </p>
      {detail.error && <p role="alert">{messageOf(detail.error)}</p>}
      {detail.data && <Answers detail={detail.data} />}
      <Earlier summary={summary} />
      {isReviewer && (
        <>
          <Field label="Note for the staff" value={note} onChange={setNote} />
          <Field label="Feedback for the applicant" value={feedback} onChange={setFeedback} />
        </>
      )}
      {decide.error && !isTold && <p role="alert">{messageOf(decide.error)}</p>}
      <div className="actions">
        {isReviewer && (
          <>
            <button className="main" disabled={decide.isPending || !detail.data} onClick={() => act('Passed')}>
              Pass <kbd>P</kbd>
            </button>
            <button disabled={decide.isPending || !detail.data} onClick={() => act('Failed')}>
              Fail <kbd>F</kbd>
            </button>
          </>
        )}
        <button onClick={onNext}>
          Next <kbd>N</kbd>
        </button>
      </div>
    </article>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

const Field = ({ label, value, onChange }: FieldProps) => (
  <label>
    {label}
    <textarea rows={2} maxLength={1000} value={value} onChange={(event) => onChange(event.target.value)} />
  </label>
)

function Answers({ detail: { questions, answers } }: { readonly detail: Detail }) {
  if (!questions || !answers) return <p className="quiet">The answers were erased.</p>
  return (
    <dl className={styles.answers}>
      {questions.map((question) => (
        <div key={question.id}>
          <dt>{question.title}</dt>
          <dd>{answerText(question, answers[question.id]) ?? <span className="quiet">no answer</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The labels of chosen options. */
function answerText(question: NonNullable<Detail['questions']>[number], answer: unknown): ReactNode {
  if (answer === undefined || answer === null || answer === '') return null
  const options = 'options' in question ? question.options : []
  const labels = (Array.isArray(answer) ? answer : [answer]).map(
    (one) => options.find(({ id }) => id === one)?.label ?? String(one),
  )
  return labels.join(', ')
}

/** What the same person submitted before. */
function Earlier({ summary }: { readonly summary: Waiting }) {
  const { applicationId, userId, responseId } = summary
  const earlier = useQuery({
    queryKey: ['earlier', applicationId, userId],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const params = { path: { applicationId }, query: { userId, limit: 10 } }
      return (await answerOf(api.GET('/v2/applications/{applicationId}/responses', { params }))).data.items
    },
  })
  const others = earlier.data?.filter((one) => one.responseId !== responseId) ?? []
  if (others.length === 0) return null
  return (
    <>
      <h2>Earlier responses</h2>
      <ul>
        {others.map((one) => (
          <li key={one.responseId}>
            {one.status}, <time dateTime={one.submittedAt}>{new Date(one.submittedAt).toLocaleDateString()}</time>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Handles a key outside of fields, without modifiers, and only while the focus is inside (WCAG 2.1.4). */
const byKey =
  (actions: Readonly<Record<string, () => void>>) =>
  ({ key, ctrlKey, metaKey, altKey, target, repeat }: KeyboardEvent) => {
    const isText = target instanceof Element && target.closest('input, textarea, select') !== null
    if (!isText && !ctrlKey && !metaKey && !altKey && !repeat) actions[key.toLowerCase()]?.()
  }
