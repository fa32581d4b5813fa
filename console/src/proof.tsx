// A change of credentials needs a fresh proof of the person. The page asks for it when the server does, and repeats the request.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { answerOf, api, messageOf, onProofRequired, RequestError, type SignInWay } from './api'
import { proveAtIssuer } from './issuer'
import { assertionOf } from './passkey'

interface Asked {
  readonly way: SignInWay
  readonly answer: (isProved: boolean) => void
}

async function prove(way: SignInWay): Promise<void> {
  if (way === 'issuer') return proveAtIssuer()
  await answerOf(api.POST('/v2/session/proof', { body: { passkey: await assertionOf() } }))
}

function reasonOf(error: Error): string {
  if (error instanceof RequestError || error.name === 'Error') return messageOf(error)
  return 'The device gave no passkey, or you declined. Try again.'
}

/** Above the dialog whose act needs the proof, which keeps what was typed. */
export function ProofDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const proof = useMutation({ mutationFn: prove, onSuccess: () => end(true) })
  const end = (isProved: boolean) => {
    asked?.answer(isProved)
    setAsked(null)
    dialog.current?.close()
  }
  const { reset } = proof
  useEffect(() => {
    let waiting: Promise<boolean> | null = null
    return onProofRequired(
      (way) =>
        (waiting ??= new Promise<boolean>((answer) => {
          reset()
          setAsked({ way, answer })
          dialog.current?.showModal()
        }).finally(() => (waiting = null))),
    )
  }, [reset])
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={() => end(false)}>
      <h2 id={heading}>Confirm that it is you</h2>
      <p>What you asked for changes who has access. It is done when you have confirmed.</p>
      {proof.error && <p role="alert">{reasonOf(proof.error)}</p>}
      <div className="actions">
        <button className="main" disabled={proof.isPending} onClick={() => asked && proof.mutate(asked.way)} autoFocus>
          {asked?.way === 'issuer' ? 'Confirm where you sign in' : 'Confirm with the passkey'}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Not now
        </button>
      </div>
    </dialog>
  )
}
