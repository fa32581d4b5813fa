// A response: the answers, what is known of the person, and the decision. Keys while the focus is inside: P pass, F fail, N next.
import { Alert, Anchor, Badge, Button, Group, Kbd, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { reviewResponse as limits } from '../../generated/field-limits'
import { answerOf, api, type Schema } from './api'
import { DraftField, isTooLong } from './patterns/draft-field'
import { clearDrafts, useDraft, type DraftOf } from './patterns/drafts'
import { ErrorNote } from './patterns/error-note'
import { FieldErrors } from './patterns/field-errors'
import { useHeldActs } from './patterns/held-acts'
import { LostAct } from './patterns/lost-acts'
import { deciderOf, isMine, nameOf } from './patterns/names'
import { catalogue, useTexts } from './patterns/texts'
import { Time } from './patterns/time'
import { useAct } from './patterns/use-act'
import { ReviewPerson } from './review-person'
import { useMay } from './session'
import styles from './review.module.css'

const texts = catalogue('review-response', {
  label: 'Response of {name}',
  back: 'All that wait',
  submitted: 'Submitted',
  score: 'Score {score}',
  erased: 'The answers were erased.',
  noAnswer: 'no answer',
  note: 'Note for the staff',
  noteAbout: 'The applicant does not see it.',
  feedback: 'Feedback for the applicant',
  pass: 'Pass',
  fail: 'Fail',
  next: 'Next',
  passTitle: 'Pass {name}',
  failTitle: 'Fail {name}',
  passed: '{name} passed.',
  failed: '{name} did not pass.',
  passedBy: '{actor} had passed {name} before.',
  failedBy: '{actor} had failed {name} before.',
  held: 'Your decision is sent in a moment: {title}.',
  undo: 'Undo',
  sendNow: 'Send it now',
  gone: 'This response does not wait any more: somebody decided, or it was deleted.',
  look: 'Show what was decided',
  readFirst: 'Read first: the keys work in a moment.',
  decidedPassed: '{actor} passed this.',
  decidedFailed: '{actor} failed this.',
  gradedPassed: 'The form graded this as passed.',
  gradedFailed: 'The form graded this as failed.',
  Passed: 'Passed',
  Failed: 'Failed',
  Pending: 'Waiting',
  tooLong: 'A text is too long. Shorten it first.',
  notSent: 'You wrote this, and it was not stored with the decision:',
  discard: 'Discard it',
})

type Detail = Schema<'ResponseDetail'>
type Decision = 'Passed' | 'Failed'
interface Sent {
  readonly body: { readonly status: Decision }
}

/** Milliseconds in which a decision can be undone, because nothing takes back one that was sent. */
const HOLD_MS = 10_000
/** Milliseconds that a response was shown before it is decided, if a decision has opened it: presses meanwhile were for another. */
const READ_MS = 1_500

/** When a decision opened the next response. */
let decidedAt = -Infinity

interface ResponseProps {
  readonly path: { readonly applicationId: string; readonly responseId: string }
  readonly form: string
  /** It has left the queue since it was opened. */
  readonly isGone: boolean
  readonly onClose: () => void
  readonly onNext: () => void
}

export function ReviewResponse({ path, form, isGone, onClose, onNext }: ResponseProps) {
  const t = useTexts(texts)
  const detail = useQuery({
    queryKey: ['response', path.responseId],
    queryFn: () =>
      answerOf(
        api.GET('/v2/applications/{applicationId}/responses/{responseId}', { params: { path, query: { names: '1' } } }),
      ),
    // each reading is recorded
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data } = detail
  return (
    <Stack gap="md">
      <Anchor component="button" type="button" size="sm" onClick={onClose} className={styles.back}>
        {t('back')}
      </Anchor>
      <ErrorNote error={detail.error} onAgain={() => void detail.refetch()} />
      {isGone && data?.data.status === 'Pending' && (
        <Alert color="yellow" role="status">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{t('gone')}</Text>
            <Button size="xs" variant="default" loading={detail.isFetching} onClick={() => void detail.refetch()}>
              {t('look')}
            </Button>
          </Group>
        </Alert>
      )}
      {!data && !detail.error && <Skeleton height={240} />}
      {data && <Opened path={path} answer={data} form={form} onNext={onNext} onRead={() => void detail.refetch()} />}
    </Stack>
  )
}

interface OpenedProps extends Pick<ResponseProps, 'path' | 'form' | 'onNext'> {
  readonly answer: Schema<'ResponseReply'>
  readonly onRead: () => void
}

function Opened({ path, answer, form, onNext, onRead }: OpenedProps) {
  const { data: detail } = answer
  const t = useTexts(texts)
  const may = useMay()
  const { responseId } = path
  const name = nameOf(detail)
  const drafts = { form: 'review', record: responseId }
  const [note] = useDraft(drafts, 'privateNote')
  const [feedback] = useDraft(drafts, 'applicantFeedback')
  const held = useHeldActs().find(({ on }) => on === responseId)
  const act = useAct({
    name: 'reviewResponse',
    on: responseId,
    holdMs: HOLD_MS,
    title: (status: Decision) => t(status === 'Passed' ? 'passTitle' : 'failTitle', { name }),
    request: (status: Decision) => ({
      path,
      body: {
        revision: detail.revision,
        status,
        ...(note === '' ? {} : { privateNote: note }),
        ...(feedback === '' ? {} : { applicantFeedback: feedback }),
      },
    }),
    said: (decided) => {
      const { status, decidedBy } = decided.data
      const actor = isMine(decidedBy) ? null : deciderOf(decided)
      if (actor === null) return t(status === 'Passed' ? 'passed' : 'failed', { name })
      return t(status === 'Passed' ? 'passedBy' : 'failedBy', { name, actor })
    },
    reads: [['responses'], ['response', responseId], ['earlier', detail.userId]],
    drafts,
  })
  // what has no answer
  const sent = (act.lost?.request as Sent | null | undefined)?.body ?? null
  const isTooMuch = isTooLong(note, limits.privateNote) || isTooLong(feedback, limits.applicantFeedback)
  // opened by a decision, and not by the person
  const [isNext] = useState(() => performance.now() - decidedAt < 60_000)
  const waitsUntil = useRef(0)
  const [isRead, setRead] = useState(!isNext)
  const [isEarly, setEarly] = useState(false)
  useEffect(() => {
    decidedAt = -Infinity
    if (!isNext) return
    // from now, when it is shown
    waitsUntil.current = performance.now() + READ_MS
    const timer = setInterval(() => {
      if (performance.now() < waitsUntil.current) return
      setRead(true)
      setEarly(false)
      clearInterval(timer)
    }, 50)
    return () => clearInterval(timer)
  }, [isNext])
  const mayDecide =
    may('applications.responses.review') && detail.status === 'Pending' && held === undefined && act.state === 'idle'
  const decide = (status: Decision) => {
    if (!mayDecide || isTooMuch) return
    if (!isRead) {
      // who presses on has not read: the time begins again
      waitsUntil.current = performance.now() + READ_MS
      setEarly(true)
      return
    }
    void act.run(status)
    decidedAt = performance.now()
    onNext()
  }
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    // after the heading of the page had it
    const frame = requestAnimationFrame(() => article.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const onKeyDown = byKey({ p: () => decide('Passed'), f: () => decide('Failed'), n: onNext })
  return (
    <article
      ref={article}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={styles.article}
      aria-label={t('label', { name })}
    >
      <div className={styles.parts}>
        <Stack gap="md">
          <div>
            <Title order={2} dir="auto" className={styles.name}>
              {name}
            </Title>
            <Group gap="xs">
              <Text size="sm" c="dimmed" dir="auto">
                {form}
              </Text>
              <Text size="sm" c="dimmed">
                {t('submitted')} <Time at={detail.submittedAt} />
              </Text>
              {detail.score !== null && <Badge variant="light">{t('score', { score: detail.score })}</Badge>}
            </Group>
          </div>
          {detail.status !== 'Pending' && <Decided answer={answer} />}
          {detail.status !== 'Pending' && <NotSent detail={detail} drafts={drafts} />}
          <Answers detail={detail} />
          {may('applications.responses.review') && detail.status === 'Pending' && (
            <FieldErrors of={act.error}>
              <DraftField
                of={drafts}
                field="privateNote"
                label={t('note')}
                description={t('noteAbout')}
                limit={limits.privateNote}
                rows={2}
              />
              <DraftField
                of={drafts}
                field="applicantFeedback"
                label={t('feedback')}
                limit={limits.applicantFeedback}
                rows={2}
              />
            </FieldErrors>
          )}
          {held && (
            <Alert color="blue" role="status">
              <Group justify="space-between" gap="sm">
                <Text size="sm">{t('held', { title: held.title })}</Text>
                <Group gap="xs">
                  <Button size="xs" variant="default" onClick={held.undo}>
                    {t('undo')}
                  </Button>
                  <Button size="xs" variant="default" onClick={() => void held.sendNow()}>
                    {t('sendNow')}
                  </Button>
                </Group>
              </Group>
            </Alert>
          )}
          {act.lost !== null && sent !== null ? (
            <LostAct act={act.lost} own={{ again: () => act.run(sent.status), error: act.error }} />
          ) : (
            <ErrorNote error={act.error} onAgain={onRead} />
          )}
          {isTooMuch && <ErrorNote error={isTooMuch} text={t('tooLong')} />}
          <Group gap="sm" className={styles.acts}>
            {may('applications.responses.review') && detail.status === 'Pending' && (
              <>
                <Button
                  disabled={!mayDecide || !isRead || isTooMuch}
                  loading={act.state === 'busy'}
                  rightSection={
                    <Kbd size="xs" visibleFrom="sm">
                      P
                    </Kbd>
                  }
                  onClick={() => decide('Passed')}
                >
                  {t('pass')}
                </Button>
                <Button
                  variant="default"
                  disabled={!mayDecide || !isRead || isTooMuch}
                  rightSection={
                    <Kbd size="xs" visibleFrom="sm">
                      F
                    </Kbd>
                  }
                  onClick={() => decide('Failed')}
                >
                  {t('fail')}
                </Button>
              </>
            )}
            <Button
              variant="default"
              rightSection={
                <Kbd size="xs" visibleFrom="sm">
                  N
                </Kbd>
              }
              onClick={onNext}
            >
              {t('next')}
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {isEarly && t('readFirst')}
            </Text>
          </Group>
        </Stack>
        <ReviewPerson userId={detail.userId} responseId={responseId} />
      </div>
    </article>
  )
}

/** Who decided, and what. */
function Decided({ answer }: { readonly answer: Schema<'ResponseReply'> }) {
  const t = useTexts(texts)
  const { status, reviewedAt, privateNote, applicantFeedback } = answer.data
  const actor = deciderOf(answer)
  const isPassed = status === 'Passed'
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Text fw={600}>
          {actor === null
            ? t(isPassed ? 'gradedPassed' : 'gradedFailed')
            : t(isPassed ? 'decidedPassed' : 'decidedFailed', { actor })}
        </Text>
        {reviewedAt !== null && (
          <Text size="sm" c="dimmed">
            <Time at={reviewedAt} />
          </Text>
        )}
        {privateNote !== null && <Said name={t('note')}>{privateNote}</Said>}
        {applicantFeedback !== null && <Said name={t('feedback')}>{applicantFeedback}</Said>}
      </Stack>
    </Paper>
  )
}

/** What the person wrote for a decision, and was not stored with it. */
function NotSent({ detail, drafts }: { readonly detail: Detail; readonly drafts: DraftOf }) {
  const t = useTexts(texts)
  const [note] = useDraft(drafts, 'privateNote', detail.privateNote ?? '')
  const [feedback] = useDraft(drafts, 'applicantFeedback', detail.applicantFeedback ?? '')
  const isNote = note !== (detail.privateNote ?? '')
  const isFeedback = feedback !== (detail.applicantFeedback ?? '')
  if (!isNote && !isFeedback) return null
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="start">
        <Text fw={600}>{t('notSent')}</Text>
        {isNote && <Said name={t('note')}>{note}</Said>}
        {isFeedback && <Said name={t('feedback')}>{feedback}</Said>}
        <Button size="xs" variant="default" onClick={() => clearDrafts(drafts)}>
          {t('discard')}
        </Button>
      </Stack>
    </Paper>
  )
}

const Said = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text size="sm" dir="auto" className={styles.text}>
      {children}
    </Text>
  </div>
)

function Answers({ detail: { questions, answers } }: { readonly detail: Detail }) {
  const t = useTexts(texts)
  if (!questions || !answers) return <Text c="dimmed">{t('erased')}</Text>
  return (
    <Paper withBorder p="md">
      <dl className={styles.answers}>
        {questions.map((question) => (
          <div key={question.id}>
            <dt dir="auto">{question.title}</dt>
            <dd dir="auto">{answerText(question, answers[question.id]) ?? <Text c="dimmed">{t('noAnswer')}</Text>}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

/** The labels of chosen options. */
function answerText(question: NonNullable<Detail['questions']>[number], answer: unknown): string | null {
  if (answer === undefined || answer === null || answer === '') return null
  const options = 'options' in question ? question.options : []
  const labels = (Array.isArray(answer) ? answer : [answer]).map(
    (one) => options.find(({ id }) => id === one)?.label ?? String(one),
  )
  return labels.length === 0 ? null : labels.join(', ')
}

/** Handles a key outside of fields, without modifiers, and only while the focus is inside (WCAG 2.1.4). */
const byKey =
  (actions: Readonly<Record<string, () => void>>) =>
  ({ key, ctrlKey, metaKey, altKey, target, repeat }: KeyboardEvent) => {
    const isText = target instanceof Element && target.closest('input, textarea, select') !== null
    if (!isText && !ctrlKey && !metaKey && !altKey && !repeat) actions[key.toLowerCase()]?.()
  }
