// Tells what was done, in a sentence, and offers to undo it.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { catalogue, textsOf } from './texts'

const texts = catalogue('toast', { undo: 'Undo', close: 'Close' })

/** Milliseconds that the toast, and with it the undo, stays. */
export const TOAST_MS = 10_000

interface Toast {
  readonly text: ReactNode
  readonly isWrong?: boolean
  /** Milliseconds; false: until it is closed. */
  readonly stays?: number | false
  readonly undo?: (() => void) | undefined
}

/** @returns its id, for `hideToast` */
export function toast({ text, isWrong = false, undo, stays = isWrong ? false : TOAST_MS }: Toast): string {
  const t = textsOf(texts)
  const id: string = notifications.show({
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
  return id
}

export const hideToast = (id: string): void => void notifications.hide(id)
