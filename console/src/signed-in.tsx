// The page to which the issuer sends the browser back.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { messageOf, RequestError } from './api'
import { finishAtIssuer, goToIssuer, takeAnswer } from './issuer'
import { sessionQuery } from './shell'
import styles from './sign-in.module.css'

export function SignedInScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const finish = useMutation({
    mutationFn: async () => {
      const answer = takeAnswer()
      if (answer === undefined) return null
      if (answer === null) throw new Error('You are not signed in: the issuer did not confirm it.')
      return finishAtIssuer(answer)
    },
    onSuccess: async (session) => {
      if (session) client.setQueryData(sessionQuery.queryKey, session)
      await navigate({ to: '/', replace: true })
    },
  })
  const choose = useMutation({ mutationFn: (communityId: string) => goToIssuer({ communityId }) })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    finish.mutate()
  }, [finish])
  const communities = communitiesOf(finish.error)
  const error = choose.error ?? (communities ? null : finish.error)
  return (
    <main className={styles.screen}>
      <h1>{communities ? 'Choose a community' : 'Sign in'}</h1>
      {!finish.error && <p role="status">Signing in</p>}
      {communities && (
        <ul className={styles.choice}>
          {communities.map(({ communityId, name, groupId }) => (
            <li key={communityId}>
              <button disabled={choose.isPending} onClick={() => choose.mutate(communityId)}>
                {name}{' '}
                <span className="quiet">
                  {groupId == null ? 'not connected to a group' : `group ${groupId}`}, {communityId}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && <p role="alert">{messageOf(error)}</p>}
      {finish.error && <Link to="/sign-in">Begin again</Link>}
    </main>
  )
}

interface Choice {
  readonly communityId: string
  readonly name: string
  readonly groupId?: string | null
}

function communitiesOf(error: Error | null): readonly Choice[] | null {
  if (!(error instanceof RequestError) || error.code !== 'community_choice_required') return null
  return error.details['communities'] as readonly Choice[]
}
