// The page to which the issuer sends the browser back.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { messageOf, RequestError } from './api'
import { applicantQuery } from './apply/requests'
import {
  finishAsPlayer,
  finishAtIssuer,
  finishProof,
  goToIssuer,
  goToIssuerAsPlayer,
  isAwaited,
  takeAnswer,
  takeApplying,
  takeReturn,
} from './issuer'
import { sessionQuery } from './session'
import styles from './sign-in.module.css'

export function SignedInScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  // a player who applies there
  const [applying] = useState(takeApplying)
  const finish = useMutation({
    mutationFn: async () => {
      const answer = takeAnswer()
      if (answer === undefined) return null
      if (isAwaited(answer)) {
        await finishProof(answer)
        return 'proved'
      }
      if (answer === null) throw new Error('You are not signed in: the issuer did not confirm it.')
      return applying === null
        ? { player: null, person: await finishAtIssuer(answer) }
        : { player: await finishAsPlayer(answer), person: null }
    },
    onSuccess: async (signedIn) => {
      if (signedIn === 'proved') return
      if (signedIn?.player) {
        client.setQueryData(applicantQuery.queryKey, signedIn.player)
        await navigate({ to: '/apply', search: { ...applying, community: signedIn.player.communityId }, replace: true })
        return
      }
      if (signedIn?.person) client.setQueryData(sessionQuery.queryKey, signedIn.person)
      await navigate({ to: takeReturn(), replace: true })
    },
  })
  const choose = useMutation({
    mutationFn: (id: string) =>
      applying === null ? goToIssuer({ communityId: id }) : goToIssuerAsPlayer(applying, id),
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    finish.mutate()
  }, [finish])
  const choices = choicesOf(finish.error)
  const error = choose.error ?? (choices ? null : finish.error)
  return (
    <main className={styles.screen}>
      <h1>{choices ? (applying === null ? 'Choose a community' : 'Choose an account') : 'Sign in'}</h1>
      {!finish.error && <p role="status">{finish.data === 'proved' ? 'You may close this window.' : 'Signing in'}</p>}
      {choices && (
        <ul className={styles.choice}>
          {choices.map(({ id, name, about }) => (
            <li key={id}>
              <button disabled={choose.isPending} onClick={() => choose.mutate(id)}>
                {name} <span className="quiet">{about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && <p role="alert">{messageOf(error)}</p>}
      {finish.error && applying === null && (
        <Link to="/sign-in" search={{}}>
          Begin again
        </Link>
      )}
      {finish.error && applying !== null && (
        <Link to="/apply" search={applying}>
          Begin again
        </Link>
      )}
    </main>
  )
}

interface Choice {
  readonly id: string
  readonly name: string
  readonly about: string
}

/** Communities of a person, or accounts of a player. */
function choicesOf(error: Error | null): readonly Choice[] | null {
  if (!(error instanceof RequestError)) return null
  const { communities = [], accounts = [] } = error.details as {
    readonly communities?: readonly {
      readonly communityId: string
      readonly name: string
      readonly groupId?: string | null
    }[]
    readonly accounts?: readonly { readonly userId: string; readonly username: string | null }[]
  }
  const choices = [
    ...communities.map(({ communityId, name, groupId }) => {
      const group = groupId == null ? 'not connected to a group' : `group ${groupId}`
      return { id: communityId, name, about: `${group}, ${communityId}` }
    }),
    ...accounts.map(({ userId, username }) => ({ id: userId, name: username ?? 'Account', about: userId })),
  ]
  return choices.length === 0 ? null : choices
}
