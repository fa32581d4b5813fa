// What the server asks the person before it does what was sent: a fresh proof, or to confirm takes beyond the number. The page
// asks for it when the server does, and repeats the request.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { answerOf, api, messageOf, onQuestion, RequestError, type Question, type SignInWay } from './api'
import { proveAtIssuer } from './issuer'
import { assertionOf } from './passkey'

interface Asked {
  readonly question: Question
  readonly answer: (isYes: boolean) => void
}

async function prove(way: SignInWay): Promise<void> {
  if (way === 'issuer') return proveAtIssuer()
  await answerOf(api.POST('/v2/session/proof', { body: { passkey: await assertionOf() } }))
}

function reasonOf(error: Error): string {
  if (error instanceof RequestError || error.name === 'Error') return messageOf(error)
  return 'The device gave no passkey, or you declined. Try again.'
}

const texts = {
  proof: { heading: 'Confirm that it is you', text: () => 'What you asked for is done when you have confirmed.' },
  takes: {
    heading: 'Take more than usual?',
    text: (limit: number) =>
      `You have taken ranks, roles or awards ${limit} times within an hour, which is your number. What you confirm does not count.`,
  },
}

/** Above the dialog whose act needs it, which keeps what was typed. */
export function QuestionDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const proof = useMutation({ mutationFn: prove, onSuccess: () => end(true) })
  const end = (isYes: boolean) => {
    asked?.answer(isYes)
    setAsked(null)
    dialog.current?.close()
  }
  const { reset } = proof
  useEffect(() => {
    let open: { readonly is: Question['is']; readonly answered: Promise<boolean> } | null = null
    return onQuestion(async (question) => {
      // a proof is one for all requests that wait for it; what takes is confirmed one by one
      while (open !== null) {
        const { is, answered } = open
        const isYes = await answered
        if (is === 'proof' && question.is === 'proof') return isYes
      }
      const answered = new Promise<boolean>((answer) => {
        reset()
        setAsked({ question, answer })
        dialog.current?.showModal()
      }).finally(() => (open = null))
      open = { is: question.is, answered }
      return answered
    })
  }, [reset])
  const question = asked?.question
  const { heading: title, text } = texts[question?.is ?? 'proof']
  // the event comes late: the next question may be open, and is not declined by it
  const onClose = () => {
    if (!dialog.current?.open) end(false)
  }
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      <p>{text(question?.is === 'takes' ? question.limit : 0)}</p>
      {proof.error && <p role="alert">{reasonOf(proof.error)}</p>}
      <div className="actions">
        {question?.is === 'takes' ? (
          <button className="main" onClick={() => end(true)} autoFocus>
            Do it
          </button>
        ) : (
          <button
            className="main"
            disabled={proof.isPending}
            onClick={() => question && proof.mutate(question.way)}
            autoFocus
          >
            {question?.way === 'issuer' ? 'Confirm where you sign in' : 'Confirm with the passkey'}
          </button>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          Not now
        </button>
      </div>
    </dialog>
  )
}
