// Why the server refused the player, and the way on.
import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isSignedOut } from '../api'
import { ErrorNote } from '../patterns/error-note'
import { useTexts } from '../patterns/texts'
import { applicantQuery, textOf, type Question } from './requests'
import { texts } from './texts'

interface RefusalProps {
  readonly of: unknown
  readonly questions?: readonly Question[]
  readonly onRetry?: () => void
}

export function Refusal({ of: error, questions, onRetry }: RefusalProps) {
  const t = useTexts(texts)
  const client = useQueryClient()
  if (error === null || error === undefined) return null
  if (!isSignedOut(error)) return <ErrorNote error={error} text={textOf(error, questions)} onAgain={onRetry} />
  return (
    <Stack gap="xs" align="start">
      <ErrorNote error={error} text={textOf(error, questions)} />
      <Button type="button" variant="default" onClick={() => client.setQueryData(applicantQuery.queryKey, null)}>
        {t('newCode')}
      </Button>
    </Stack>
  )
}
