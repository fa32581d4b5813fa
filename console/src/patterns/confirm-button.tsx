// A button with the dialog that says what will happen.
import { Button, type ButtonProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog, type ConfirmProps } from './act-dialog'

interface ConfirmButtonProps<Values> extends Omit<ConfirmProps<Values>, 'opened' | 'onClose'> {
  /** Its look, and its name where several have the same text. */
  readonly button: ButtonProps & { readonly 'aria-label'?: string }
  /** Default: the title of the dialog. */
  readonly label?: ReactNode
}

export function ConfirmButton<Values>({ button, label, ...dialog }: ConfirmButtonProps<Values>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label ?? dialog.title}
      </Button>
      <ConfirmDialog {...dialog} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
