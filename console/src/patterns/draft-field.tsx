// A text field whose text survives a reload, a navigation and the end of the session, with the limit of the contract.
import { Textarea, TextInput } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useDraft, type DraftOf } from './drafts'
import { useFieldError } from './field-errors'
import { catalogue, useTexts } from './texts'

const texts = catalogue('draft-field', {
  count: '{count} of {limit}',
  tooLong_one: '{count} character too many',
  tooLong_other: '{count} characters too many',
})

/** As the contract counts: code points, so that an emoji is one. */
export const lengthOf = (text: string): number => [...text].length

interface FieldProps {
  readonly of: DraftOf
  /** Name of the value, as the request has it: what the server says about it stands here. */
  readonly field: string
  readonly label: string
  readonly description?: ReactNode
  /** The most characters, of `generated/field-limits.ts`. */
  readonly limit: number
  readonly stored?: string
  /** Lines; 1: no line breaks. */
  readonly rows?: number
  readonly required?: boolean
  readonly autoFocus?: boolean
}

/** Nothing is cut: a text that is too long is said so, and is not sent ({@link isTooLong}). */
export function DraftField(props: FieldProps) {
  const { of, field, label, description, limit, stored = '', rows = 1, required = false, autoFocus = false } = props
  const t = useTexts(texts)
  const [text, setText] = useDraft(of, field, stored)
  const error = useFieldError(field)
  const about = useId()
  const length = lengthOf(text)
  const over = length - limit
  const fields = {
    label,
    required,
    value: text,
    'data-autofocus': autoFocus || undefined,
    description: description ?? undefined,
    inputWrapperOrder: ['label', 'description', 'input', 'error'] as ('label' | 'description' | 'input' | 'error')[],
    error: over > 0 ? t('tooLong', { count: over }) : error,
    rightSection:
      length * 10 > limit * 8 ? (
        <span id={about} className="count">
          {t('count', { count: length, limit })}
        </span>
      ) : undefined,
    rightSectionWidth: length * 10 > limit * 8 ? 110 : undefined,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => setText(value),
  }
  return rows === 1 ? <TextInput {...fields} /> : <Textarea {...fields} autosize minRows={rows} maxRows={16} />
}

export const isTooLong = (text: string, limit: number): boolean => lengthOf(text) > limit
