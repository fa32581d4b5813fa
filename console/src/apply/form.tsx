// One form: its password, its questions, and the result of the player.
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Paper,
  Radio,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestError } from '../api'
import { useDraft } from '../patterns/drafts'
import { SendButton } from '../patterns/error-note'
import { Page } from '../patterns/page'
import { useTexts } from '../patterns/texts'
import { dateTimeText } from '../patterns/time'
import { useAct } from '../patterns/use-act'
import { faultOf, fitting, longest, refusedIn } from './answers'
import { Refusal } from './refusal'
import {
  bodyOf,
  formsQuery,
  isLocked,
  isOver,
  openForm,
  pathOf,
  readResult,
  textOf,
  type Access,
  type Answers,
  type Applicant,
  type ApplicantForm,
  type OpenedForm,
  type Question,
} from './requests'
import { texts } from './texts'
import styles from './apply.module.css'

interface ApplyFormProps {
  readonly applicant: Applicant
  readonly form: ApplicantForm
}

export function ApplyForm({ applicant, form }: ApplyFormProps) {
  const t = useTexts(texts)
  const [password, setPassword] = useState<string | null>(form.passwordRequired ? null : '')
  const { applicationId, name, description } = form
  return (
    <Page
      title={name}
      site={applicant.communityName}
      from={
        <Anchor
          component={Link}
          to={'/apply' as string}
          search={{ community: applicant.communityId } as never}
          size="sm"
        >
          {t('all')}
        </Anchor>
      }
    >
      {description !== '' && (
        <Text dir="auto" className={styles.text}>
          {description}
        </Text>
      )}
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
    </Page>
  )
}

interface PasswordProps extends ApplyFormProps {
  readonly onRight: (password: string) => void
}

/** Reads an open form; of a closed form, the result. */
const reader = (form: ApplicantForm) => (access: Access) =>
  form.state === 'open' ? openForm(access) : readResult(access)

function Password({ applicant: { userId }, form, onRight }: PasswordProps) {
  const t = useTexts(texts)
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
      <Stack gap="sm" align="start">
        <TextInput
          type="password"
          name="password"
          label={t('password')}
          autoComplete="off"
          required
          withAsterisk={false}
          w="100%"
        />
        <Refusal of={check.error} />
        <SendButton type="submit" after={check.error} loading={check.isPending}>
          {t('openForm')}
        </SendButton>
      </Stack>
    </form>
  )
}

interface OpenedProps extends ApplyFormProps {
  readonly access: Access
  /** The form has another password than it had. */
  readonly onLocked: () => void
}

function Opened({ access, applicant, form, onLocked }: OpenedProps) {
  const t = useTexts(texts)
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
        {!opened.error && <Skeleton height={160} role="status" aria-label={t('loading')} />}
        <Refusal of={opened.error} onRetry={() => void opened.refetch()} />
      </>
    )
  }
  return (
    <Questions
      access={access}
      form={opened.data}
      name={form.name}
      reloading={opened.error}
      onReload={() => void opened.refetch()}
      onLocked={onLocked}
      onSent={() => setSent(true)}
      applicant={applicant}
    />
  )
}

interface QuestionsProps extends Omit<OpenedProps, 'form'> {
  readonly form: OpenedForm
  /** Of the form. */
  readonly name: string
  /** Why the form could not be read again. */
  readonly reloading: Error | null
  readonly onReload: () => void
  readonly onSent: () => void
}

/** What is kept may be of an older page. */
function answersIn(kept: string): Answers {
  try {
    return JSON.parse(kept) as Answers
  } catch {
    return {}
  }
}

function Questions({ access, applicant, form, name, reloading, onReload, onLocked, onSent }: QuestionsProps) {
  const t = useTexts(texts)
  const client = useQueryClient()
  const draft = { form: 'apply', record: access.applicationId }
  const [kept, keep] = useDraft(draft, 'answers', '{}')
  const typed = answersIn(kept)
  const answers = fitting(form.questions, typed)
  const send = useAct({
    name: 'submitResponse',
    on: access.applicationId,
    title: () => t('submit'),
    request: () => ({ path: pathOf(access), body: { ...bodyOf(access), version: form.version, answers } }),
    said: () => null,
    refused: (reason) => `${name}: ${textOf(reason, form.questions)}`,
    drafts: draft,
    onDone: () => {
      onSent()
      void client.invalidateQueries({ queryKey: formsQuery(applicant).queryKey })
    },
  })
  const error = send.error
  // somebody sent it in another tab
  const isDuplicate = error instanceof RequestError && error.code === 'duplicate_submission'
  const refused = error instanceof RequestError ? refusedIn(error.details) : []
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send.run()
      }}
    >
      <Stack gap="lg">
        {form.questions.map((question) => (
          <Field
            key={question.id}
            question={question}
            value={answers[question.id]}
            isRefused={refused.includes(question.id)}
            onChange={(value) => {
              // what has no answer is not what is sent next: if it was stored, the server says that one applied
              if (send.lost !== null) send.forget()
              keep(JSON.stringify({ ...typed, [question.id]: value }))
            }}
          />
        ))}
        <Text size="sm" c="dimmed">
          {t('consent', { community: applicant.communityName })}
        </Text>
        <Refusal of={error} questions={form.questions} />
        {error === null && <Refusal of={reloading} onRetry={onReload} />}
        <Group gap="sm">
          <SendButton type="submit" after={error} loading={send.state === 'busy'}>
            {t('submit')}
          </SendButton>
          {isLocked(error ?? reloading) && (
            <Button variant="default" onClick={onLocked}>
              {t('enterPassword')}
            </Button>
          )}
          {(isOver(error) || isDuplicate) && (
            <Button
              variant="default"
              onClick={() => {
                send.reset()
                onReload()
              }}
            >
              {t(isDuplicate ? 'lookAgain' : 'readAgain')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

interface FieldProps {
  readonly question: Question
  readonly value: Answers[string] | undefined
  readonly isRefused: boolean
  readonly onChange: (value: Answers[string]) => void
}

function Field({ question, value, isRefused, onChange }: FieldProps) {
  const t = useTexts(texts)
  const { id, title, description, required } = question
  const label = required ? title : t('notRequired', { title })
  const fault = faultOf(question, value, isRefused)
  const limit = question.type === 'short' ? longest.short : longest.long
  const error =
    fault === null ? undefined : <span role="alert">{fault === 'tooLong' ? t('tooLong', { limit }) : t(fault)}</span>
  const common = { label, description: description === '' ? undefined : description, error, withAsterisk: false }
  if (!('options' in question)) {
    const text = typeof value === 'string' ? value : ''
    const length = [...text].length
    const fields = {
      ...common,
      value: text,
      required,
      dir: 'auto',
      onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
        onChange(currentTarget.value),
    }
    return (
      <div>
        {question.type === 'short' ? (
          <TextInput {...fields} />
        ) : (
          <Textarea {...fields} autosize minRows={5} maxRows={20} />
        )}
        {length * 10 > limit * 8 && (
          <Text size="xs" c="dimmed" ta="end">
            {t('count', { count: length, limit })}
          </Text>
        )}
      </div>
    )
  }
  const chosen = Array.isArray(value) ? value : []
  if (question.type === 'single') {
    return (
      <Radio.Group {...common} name={id} value={chosen[0] ?? null} onChange={(option) => onChange([option])}>
        <Stack gap="xs" mt="xs">
          {question.options.map((option) => (
            <Radio key={option.id} value={option.id} label={option.label} required={required} size="md" />
          ))}
        </Stack>
      </Radio.Group>
    )
  }
  return (
    <Checkbox.Group {...common} value={[...chosen]} onChange={(options) => onChange(options)}>
      <Stack gap="xs" mt="xs">
        {question.options.map((option) => (
          <Checkbox
            key={option.id}
            value={option.id}
            label={option.label}
            required={required && chosen.length === 0}
            size="md"
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const colours = { Pending: 'blue', Passed: 'green', Failed: 'gray' } as const

function Result({ access, isSent }: { readonly access: Access; readonly isSent: boolean }) {
  const t = useTexts(texts)
  const result = useQuery({
    queryKey: ['applicant', 'result', access.applicationId, access.userId],
    queryFn: () => readResult(access),
    retry: false,
    gcTime: 0,
  })
  const response = result.data?.response
  return (
    <Stack gap="md" align="start">
      {isSent && (
        <Alert color="green" role="status" w="100%">
          {t('submitted')}
        </Alert>
      )}
      <Refusal of={result.error} onRetry={() => void result.refetch()} />
      {response === null && <Text>{t('notApplied')}</Text>}
      {response && (
        <Alert color={colours[response.status]} w="100%">
          <Text fw={600}>{t(response.status)}</Text>
          <Text size="sm">{t('submittedOn', { time: dateTimeText(response.submittedAt) })}</Text>
        </Alert>
      )}
      {response && response.applicantFeedback !== null && (
        <Paper withBorder p="md" w="100%">
          <Title order={2} size="h5">
            {t('feedback')}
          </Title>
          <Text dir="auto" className={styles.text}>
            {response.applicantFeedback}
          </Text>
        </Paper>
      )}
      {!result.error && (
        <Button variant="default" onClick={() => void result.refetch()} loading={result.isFetching}>
          {t('lookAgain')}
        </Button>
      )}
    </Stack>
  )
}
