// The sign-in: with a passkey or the issuer. The link of an invitation makes a passkey, or binds the account there.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf, RequestError } from './api'
import { goToIssuer, offeredQuery, takeApplying } from './issuer'
import { register, signIn } from './passkey'
import { sessionQuery } from './shell'
import styles from './sign-in.module.css'

const invitationInAddress = (): string | null => /^#invitation=(\w+)$/.exec(window.location.hash)?.[1] ?? null

export function SignInScreen() {
  const invitation = invitationInAddress()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: offered } = useQuery(offeredQuery)
  const withPasskey = useMutation({
    mutationFn: () => (invitation === null ? signIn() : register(invitation)),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      await navigate({ to: '/', replace: true })
    },
  })
  const atIssuer = useMutation({
    mutationFn: () => {
      // a player went to the issuer before, and did not come back
      takeApplying()
      return goToIssuer(invitation === null ? {} : { invitation })
    },
  })
  const isPending = withPasskey.isPending || atIssuer.isPending
  const reason = withPasskey.error ? reasonOf(withPasskey.error) : atIssuer.error && messageOf(atIssuer.error)
  return (
    <main className={styles.screen}>
      <h1>{invitation === null ? 'Sign in' : 'You are invited'}</h1>
      <p>
        {invitation === null
          ? 'Use the passkey of this device or of your phone.'
          : 'Make a passkey. Your device will ask for your fingerprint, face or PIN, also at each later sign-in.'}
      </p>
      <button
        className="main"
        disabled={isPending}
        onClick={() => {
          atIssuer.reset()
          withPasskey.mutate()
        }}
        autoFocus
      >
        {invitation === null ? 'Sign in with a passkey' : 'Make a passkey'}
      </button>
      {offered?.issuerName != null && (
        <>
          <p>
            {invitation === null
              ? 'Or use your account elsewhere.'
              : 'Or use your account elsewhere, also at each later sign-in.'}
          </p>
          <button
            disabled={isPending}
            onClick={() => {
              withPasskey.reset()
              atIssuer.mutate()
            }}
          >
            Sign in with {offered.issuerName}
          </button>
        </>
      )}
      {reason && <p role="alert">{reason}</p>}
    </main>
  )
}

function reasonOf(error: Error): string {
  if (error instanceof RequestError) return messageOf(error)
  return 'The device made no passkey, or you declined. Try again.'
}
