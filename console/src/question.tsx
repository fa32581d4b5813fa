// What the server asks the person before it does what was sent: a fresh proof, to confirm takes beyond the number, or to sign in
// again. The page asks for it when the server does, and repeats the request: what was typed stays.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { onQuestion, RequestError, type Question, type SignInWay } from './api'
import { offeredQuery, proveAtIssuer, signInAtIssuer } from './issuer'
import { begun } from './patterns/acts'
import { ErrorNote, SendButton } from './patterns/error-note'
import { sentenceOf } from './patterns/errors'
import { catalogue, useTexts } from './patterns/texts'
import { assertionOf, signIn } from './passkey'
import { sessionQuery, type Session } from './session'
import styles from './question.module.css'

const texts = catalogue('question', {
  proof: 'Confirm that it is you',
  proofAbout: 'What you asked for is done when you have confirmed.',
  proofPasskey: 'Confirm with the passkey',
  proofIssuer: 'Confirm where you sign in',
  takes: 'Take more than usual?',
  takesAbout:
    'You have taken ranks, roles or awards {limit} times within an hour, which is your number. What you confirm does not count.',
  takesDo: 'Do it',
  notNow: 'Not now',
  signIn: 'Your session has ended',
  signInAbout: 'Sign in again. What you typed stays, and what you asked for is then done.',
  signInPasskey: 'Sign in with a passkey',
  signInIssuer: 'Sign in with {issuer}',
  leave: 'Leave this page',
  noPasskey: 'The device gave no passkey, or you declined. Try again.',
})

interface Asked {
  readonly question: Question
  readonly answer: (isYes: boolean) => void
}

async function prove(way: SignInWay): Promise<void> {
  if (way === 'issuer') return proveAtIssuer()
  await begun('proveSession', { body: { passkey: await assertionOf() } })
}

/** Above the dialog whose act needs it, so it is not one of the design system, which would be below a dialog of the browser. */
export function QuestionDialog() {
  const t = useTexts(texts)
  const client = useQueryClient()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data: offered } = useQuery({ ...offeredQuery, enabled: asked?.question.is === 'sign-in' })
  const end = (isYes: boolean) => {
    asked?.answer(isYes)
    setAsked(null)
    dialog.current?.close()
  }
  const proof = useMutation({ mutationFn: prove, onSuccess: () => end(true) })
  const again = useMutation({
    mutationFn: (way: SignInWay): Promise<Session> => {
      const communityId = client.getQueryData(sessionQuery.queryKey)?.communityId
      return way === 'issuer' ? signInAtIssuer(communityId) : signIn()
    },
    onSuccess: (session) => {
      const former = client.getQueryData(sessionQuery.queryKey)
      client.setQueryData(sessionQuery.queryKey, session)
      const isSame = former?.personId === session.personId && former.communityId === session.communityId
      end(isSame)
      // another person, or community: nothing of the former stays on the screen
      if (!isSame) window.location.assign('/console/')
    },
  })
  const { reset } = proof
  const { reset: resetAgain } = again
  useEffect(() => {
    let open: { readonly is: Question['is']; readonly answered: Promise<boolean> } | null = null
    return onQuestion(async (question) => {
      // a proof or a sign-in is one for all requests that wait for it; what takes is confirmed one by one
      while (open !== null) {
        const { is, answered } = open
        const isYes = await answered
        if (is === question.is && is !== 'takes') return isYes
      }
      const answered = new Promise<boolean>((answer) => {
        reset()
        resetAgain()
        setAsked({ question, answer })
        dialog.current?.showModal()
      }).finally(() => (open = null))
      open = { is: question.is, answered }
      return answered
    })
  }, [reset, resetAgain])
  const question = asked?.question
  const is = question?.is ?? 'proof'
  // the event comes late: the next question may be open, and is not declined by it
  const onClose = () => {
    if (!dialog.current?.open) end(false)
  }
  const leave = () => {
    end(false)
    const to = window.location.pathname.replace(/^\/console/, '') + window.location.search
    client.clear()
    void navigate({ to: '/sign-in', search: { to } })
  }
  const error = is === 'sign-in' ? again.error : proof.error
  const isPending = proof.isPending || again.isPending
  // the dialog below must not close with this one
  const keys = { 'data-mantine-stop-propagation': 'true' }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={heading} onClose={onClose} {...keys}>
      <Stack gap="sm">
        <Title order={2} id={heading}>
          {t(is === 'sign-in' ? 'signIn' : is)}
        </Title>
        <Text size="sm">
          {question?.is === 'takes'
            ? t('takesAbout', { limit: question.limit })
            : t(is === 'sign-in' ? 'signInAbout' : 'proofAbout')}
        </Text>
        {error && <ErrorNote error={error} text={isOfDevice(error) ? t('noPasskey') : sentenceOf(error)} />}
        <Group justify="end" gap="xs">
          {is === 'sign-in' ? (
            <>
              <Button variant="subtle" onClick={leave} {...keys}>
                {t('leave')}
              </Button>
              {offered?.issuerName != null && (
                <Button variant="default" loading={isPending} onClick={() => again.mutate('issuer')} {...keys}>
                  {t('signInIssuer', { issuer: offered.issuerName })}
                </Button>
              )}
              <SendButton
                after={again.error}
                loading={isPending}
                onClick={() => again.mutate('passkey')}
                autoFocus
                {...keys}
              >
                {t('signInPasskey')}
              </SendButton>
            </>
          ) : (
            <>
              <Button variant="default" onClick={() => dialog.current?.close()} {...keys}>
                {t('notNow')}
              </Button>
              {question?.is === 'takes' ? (
                <Button onClick={() => end(true)} autoFocus {...keys}>
                  {t('takesDo')}
                </Button>
              ) : (
                <SendButton
                  after={proof.error}
                  loading={isPending}
                  onClick={() => question?.is === 'proof' && proof.mutate(question.way)}
                  autoFocus
                  {...keys}
                >
                  {t(question?.is === 'proof' && question.way === 'issuer' ? 'proofIssuer' : 'proofPasskey')}
                </SendButton>
              )}
            </>
          )}
        </Group>
      </Stack>
    </dialog>
  )
}

/** Errors of the device are no sentences. */
export const isOfDevice = (error: Error): boolean => !(error instanceof RequestError) && error.name !== 'Error'
