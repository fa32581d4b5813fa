// Why the server refused the player, and the way on.
import { useQueryClient } from '@tanstack/react-query'
import { isSignedOut } from './api'
import { applicantQuery, textOf, type Question } from './apply-requests'

interface RefusalProps {
  readonly of: Error | null
  readonly questions?: readonly Question[]
  readonly onRetry?: () => void
}

export function Refusal({ of: error, questions, onRetry }: RefusalProps) {
  const client = useQueryClient()
  if (!error) return null
  return (
    <>
      <p role="alert">{textOf(error, questions)}</p>
      {isSignedOut(error) ? (
        <button type="button" onClick={() => client.setQueryData(applicantQuery.queryKey, null)}>
          Enter a new code
        </button>
      ) : (
        onRetry && (
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        )
      )}
    </>
  )
}
