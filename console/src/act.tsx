// A button, and the dialog that asks for what the act needs.
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, type ReactNode } from 'react'
import { messageOf, newKey } from './api'

interface ActProps<Result> {
  readonly title: string
  /** What the act is done to, where several buttons have the same title. */
  readonly subject?: string
  readonly children?: ReactNode
  /** @param key of the attempt: repeated with the same values it has one effect */
  readonly run: (form: FormData, key: string) => Promise<Result>
  readonly onDone: (result: Result) => Promise<void> | void
  readonly onOpen?: () => void
  readonly onClose?: () => void
  /** Text of the button in the dialog; default: the title. */
  readonly confirm?: string
  /** Text of the button that closes the dialog. */
  readonly decline?: string
}

export function Act<Result>({ title, subject, children, run, onDone, ...props }: ActProps<Result>) {
  const { onOpen, onClose, confirm = title, decline = 'Cancel' } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const heading = useId()
  const key = useRef(newKey())
  const act = useMutation({
    mutationFn: (values: FormData) => run(values, key.current),
    onSuccess: async (result) => {
      dialog.current?.close()
      await onDone(result)
    },
  })
  const open = () => {
    key.current = newKey()
    act.reset()
    form.current?.reset()
    onOpen?.()
    dialog.current?.showModal()
  }
  const name = subject === undefined ? title : `${title}: ${subject}`
  return (
    <>
      <button type="button" aria-label={name} onClick={open}>
        {title}
      </button>
      <dialog ref={dialog} aria-labelledby={heading} onClose={onClose}>
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault()
            act.mutate(new FormData(event.currentTarget))
          }}
        >
          <h2 id={heading}>{name}</h2>
          {children}
          {act.error && <p role="alert">{messageOf(act.error)}</p>}
          <div className="actions">
            <button className="main" disabled={act.isPending}>
              {confirm}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              {decline}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

/** The value of a field that has one; empty when it is absent. */
export const fieldOf = (form: FormData, name: string): string => String(form.get(name) ?? '')

/** The property with the text; without the property when the text is empty. */
export const withText = <Name extends string>(name: Name, text: string): { [Key in Name]?: string } =>
  text === '' ? {} : ({ [name]: text } as { [Key in Name]?: string })
