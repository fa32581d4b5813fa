// Tells what was done, in a sentence, and offers to undo it.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { catalogue, textsOf } from './texts'

/** For those who show them in other languages. */
export const toastTexts = catalogue('toast', { undo: 'Undo', close: 'Close' })

/** Milliseconds that the toast, and with it the undo, stays. */
export const TOAST_MS = 10_000

interface Toast {
  readonly text: ReactNode
  readonly isWrong?: boolean
  /** Milliseconds; false: until it is closed. */
  readonly stays?: number | false
  readonly undo?: (() => void) | undefined
}

/** Of those that are shown, oldest first: whether it may go before its time. */
const shown = new Map<string, boolean>()
const MOST = 3
let count = 0

/** The oldest gives way. An error, and what can be undone, stays below the newer ones, where one scrolls to it. */
function makeRoom(): void {
  const [oldest] = [...shown].find(([, mayGo]) => mayGo) ?? []
  if (shown.size >= MOST && oldest !== undefined) notifications.hide(oldest)
}

/** @returns its id, for `hideToast` */
export function toast({ text, isWrong = false, undo, stays = isWrong ? false : TOAST_MS }: Toast): string {
  const t = textsOf(toastTexts)
  makeRoom()
  count += 1
  const id: string = notifications.show({
    // the newest is on top
    priority: count,
    onClose: () => void shown.delete(id),
    // an error interrupts a screen reader, a success waits
    role: isWrong ? 'alert' : 'status',
    color: isWrong ? 'red' : 'teal',
    autoClose: stays,
    closeButtonProps: { 'aria-label': t('close') },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" c="bright">
          {text}
        </Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={() => {
              notifications.hide(id)
              undo()
            }}
          >
            {t('undo')}
          </Button>
        )}
      </Group>
    ),
  })
  shown.set(id, !isWrong && undo === undefined && stays !== false)
  return id
}

export const hideToast = (id: string): void => void notifications.hide(id)
