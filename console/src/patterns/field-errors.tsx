// The errors of fields, at the fields: of the last refusal of the act whose fields they are.
import { cloneElement, createContext, useContext, type ReactElement, type ReactNode } from 'react'
import { fieldErrorsOf } from './errors'

const Refused = createContext<unknown>(null)

interface FieldErrorsProps {
  /** The error of the act. */
  readonly of: unknown
  readonly children: ReactNode
}

/** Around the fields of an act; `ActDialog` has it. */
export const FieldErrors = ({ of, children }: FieldErrorsProps) => <Refused value={of}>{children}</Refused>

/** What the server says about a value. @param names what the request calls it; several where it has one of them */
export function useFieldError(...names: readonly string[]): string | undefined {
  const errors = fieldErrorsOf(useContext(Refused), names)
  return names.map((name) => errors[name]).find((error) => error !== undefined)
}

interface FieldProps {
  readonly of: string | readonly string[]
  /** A field of the design system; its own error is said first. */
  readonly children: ReactElement<{ readonly error?: ReactNode }>
}

export function Field({ of, children }: FieldProps) {
  const refused = useFieldError(...[of].flat())
  return cloneElement(children, { error: children.props.error ?? refused })
}
