// The page on which a player applies: the code, the forms for the account, one form.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { answerOf, writes } from './api'
import { ApplyForm, forgetDrafts } from './apply-form'
import { forgetCode, heldCode } from './apply-code'
import { applicantQuery, enterCode, formsQuery, textOf, type Applicant, type ApplicantForm } from './apply-requests'
import { goToIssuerAsPlayer, offeredQuery, type Applying } from './issuer'
import { Refusal } from './apply-refusal'
import styles from './apply.module.css'

export function ApplyScreen() {
  const { community, form } = useSearch({ from: '/apply' })
  const { data: applicant, error, refetch } = useQuery(applicantQuery)
  if (applicant === undefined) {
    return (
      <main className={styles.screen}>
        <h1>Apply</h1>
        {!error && <p className="quiet">Loading</p>}
        <Refusal of={error} onRetry={() => void refetch()} />
      </main>
    )
  }
  const isHere = applicant !== null && (community === undefined || community === applicant.communityId)
  if (!isHere || heldCode() !== undefined)
    return <EnterCode community={community ?? applicant?.communityId} form={form} />
  return <Signed applicant={applicant} form={form} />
}

interface EnterCodeProps {
  readonly community: string | undefined
  readonly form: string | undefined
}

function EnterCode({ community, form }: EnterCodeProps) {
  const client = useQueryClient()
  const enter = useMutation({
    mutationFn: (code: string) => enterCode({ communityId: community ?? '', code }),
    onSuccess: (applicant) => {
      forgetCode()
      client.setQueryData(applicantQuery.queryKey, applicant)
    },
  })
  const { data: offered } = useQuery(offeredQuery)
  const atIssuer = useMutation({ mutationFn: (applying: Applying) => goToIssuerAsPlayer(applying) })
  const reason = enter.error ?? atIssuer.error
  return (
    <main className={styles.screen}>
      <h1>Apply</h1>
      {community === undefined ? (
        <p role="alert">This address names no community. Use the address that the game or the chat bot showed.</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            enter.mutate(String(new FormData(event.currentTarget).get('code')))
          }}
        >
          <p>Enter the code that the game or the chat bot showed you. It is valid once, for ten minutes.</p>
          <label>
            Code
            <input
              name="code"
              className={styles.code}
              defaultValue={heldCode()}
              placeholder="BCD-FGH-JKL-MNP"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              required
              autoFocus
            />
          </label>
          {reason && <p role="alert">{textOf(reason)}</p>}
          <div className="actions">
            <button className="main" disabled={enter.isPending}>
              Continue
            </button>
          </div>
          {offered?.applicantIssuerName != null && (
            <>
              <p>Or use the chat account that is linked to your account.</p>
              <button
                type="button"
                disabled={atIssuer.isPending}
                onClick={() => {
                  enter.reset()
                  atIssuer.mutate({ community, form })
                }}
              >
                Sign in with {offered.applicantIssuerName}
              </button>
            </>
          )}
        </form>
      )}
    </main>
  )
}

interface SignedProps {
  readonly applicant: Applicant
  readonly form: string | undefined
}

function Signed({ applicant, form }: SignedProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const forms = useQuery(formsQuery(applicant))
  const { communityId: community, communityName, displayName, username, userId } = applicant
  const signOut = useMutation({
    mutationFn: () => answerOf(writes.POST('/v2/applicant-session/end')).catch(() => undefined),
    onSuccess: async () => {
      forgetDrafts()
      client.setQueryData(applicantQuery.queryKey, null)
      client.removeQueries({ queryKey: formsQuery(applicant).queryKey })
      await navigate({ to: '/apply', search: { community } })
    },
  })
  const chosen = forms.data?.find(({ applicationId }) => applicationId === form)
  return (
    <>
      <header className={styles.header}>
        <strong>{communityName}</strong>
        <span className={styles.who}>
          You are {displayName ?? username ?? `account ${userId}`}
          <button disabled={signOut.isPending} onClick={() => signOut.mutate()}>
            Not you? Sign out
          </button>
        </span>
      </header>
      <main className={styles.forms}>
        {chosen ? (
          <ApplyForm key={chosen.applicationId} applicant={applicant} form={chosen} />
        ) : (
          <>
            <h1>Applications</h1>
            <Refusal of={forms.error} onRetry={() => void forms.refetch()} />
            {!forms.data && !forms.error && <p className="quiet">Loading the forms</p>}
            {forms.data?.length === 0 && <p>No form is open now.</p>}
            <ul className={styles.list}>
              {forms.data?.map((one) => (
                <li key={one.applicationId}>
                  <h2>
                    <Link to="/apply" search={{ community, form: one.applicationId }}>
                      {one.name}
                    </Link>
                  </h2>
                  {one.description !== '' && <p>{one.description}</p>}
                  <p className="quiet">{stateOf(one)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </main>
    </>
  )
}

const results = { Pending: 'it waits for a decision', Passed: 'you passed', Failed: 'you did not pass' }

function stateOf({ mayApply, passwordRequired, questionCount, response, state }: ApplicantForm): string {
  const sent =
    response && `You applied on ${new Date(response.submittedAt).toLocaleDateString()}: ${results[response.status]}.`
  const questions = questionCount === 1 ? '1 question' : `${questionCount} questions`
  const open = passwordRequired ? `Open with a password, ${questions}.` : `Open, ${questions}.`
  if (mayApply) return sent ? `${sent} You may apply again.` : open
  return sent ?? (state === 'open' ? open : 'Closed. You applied.')
}
