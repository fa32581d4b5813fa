// Errors where they happened: what, why, and what to do.
import { Alert, Button, Group, Text, type ButtonProps } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore, type ComponentPropsWithoutRef } from 'react'
import { RequestError } from '../api'
import { sentenceOf } from './errors'
import { catalogue, useTexts } from './texts'

/** For those who show them in other languages. */
export const errorNoteTexts = catalogue('error-note', {
  again: 'Try again',
  in_one: 'Try again in {count} second',
  in_other: 'Try again in {count} seconds',
  offline: 'You are offline. What you see may be old.',
})

/** Seconds until the time, counted down; 0: it is over, or null. */
function useSecondsUntil(time: number | null): number {
  const secondsLeft = () => (time === null ? 0 : Math.max(0, Math.ceil((time - Date.now()) / 1000)))
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    setLeft(secondsLeft())
    const timer = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [time])
  return left
}

interface SendProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Why the last attempt failed. */
  readonly after: unknown
}

/** A button that sends. After a refusal that named a time it counts down to it, and does not send before. */
export function SendButton({ after, children, disabled, ...button }: SendProps) {
  const t = useTexts(errorNoteTexts)
  const left = useSecondsUntil(after instanceof RequestError ? after.retryAt : null)
  return (
    <Button {...button} disabled={disabled || left > 0}>
      {left > 0 ? t('in', { count: left }) : children}
    </Button>
  )
}

interface NoteProps {
  readonly error: unknown
  readonly onAgain?: (() => void) | undefined
  /** Instead of the sentence of the error. */
  readonly text?: string
}

/** With the time after which the server may be asked again, if it named one. */
export function ErrorNote({ error, onAgain, text }: NoteProps) {
  const t = useTexts(errorNoteTexts)
  if (error === null || error === undefined) return null
  return (
    <Alert color="red" role="alert" variant="light">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text ?? sentenceOf(error)}</Text>
        {onAgain && (
          <SendButton after={error} size="xs" variant="default" onClick={onAgain}>
            {t('again')}
          </SendButton>
        )}
      </Group>
    </Alert>
  )
}

const subscribe = (listen: () => void): (() => void) => {
  window.addEventListener('online', listen)
  window.addEventListener('offline', listen)
  return () => {
    window.removeEventListener('online', listen)
    window.removeEventListener('offline', listen)
  }
}

export function OfflineNote() {
  const t = useTexts(errorNoteTexts)
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOnline ? null : (
    <Alert color="yellow" role="status">
      {t('offline')}
    </Alert>
  )
}
