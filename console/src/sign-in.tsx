// The sign-in: with a passkey, or with the link of an invitation, which makes one.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf, RequestError } from './api'
import { register, signIn } from './passkey'
import { sessionQuery } from './shell'
import styles from './sign-in.module.css'

const invitationInAddress = (): string | null => /^#invitation=(\w+)$/.exec(window.location.hash)?.[1] ?? null

export function SignInScreen() {
  const invitation = invitationInAddress()
  const client = useQueryClient()
  const navigate = useNavigate()
  const attempt = useMutation({
    mutationFn: () => (invitation === null ? signIn() : register(invitation)),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      await navigate({ to: '/', replace: true })
    },
  })
  return (
    <main className={styles.screen}>
      <h1>{invitation === null ? 'Sign in' : 'You are invited'}</h1>
      <p>
        {invitation === null
          ? 'Use the passkey of this device or of your phone.'
          : 'Make a passkey. Your device will ask for your fingerprint, face or PIN, also at each later sign-in.'}
      </p>
      <button className="main" disabled={attempt.isPending} onClick={() => attempt.mutate()} autoFocus>
        {invitation === null ? 'Sign in with a passkey' : 'Make a passkey'}
      </button>
      {attempt.error && <p role="alert">{reasonOf(attempt.error)}</p>}
    </main>
  )
}

function reasonOf(error: Error): string {
  if (error instanceof RequestError) return messageOf(error)
  return 'The device made no passkey, or you declined. Try again.'
}
