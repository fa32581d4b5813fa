// A search whose text is in the address. It searches while one types, and at once with Enter.
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from './icons'

const WAIT_MS = 350

interface SearchProps {
  readonly label: string
  /** The text in the address. */
  readonly value: string
  readonly onSearch: (text: string) => void
  /** With Enter, after the search: such as opening what has exactly this name. */
  readonly onEnter?: (text: string) => void
  readonly error?: string | undefined
}

export function SearchField({ label, value, onSearch, onEnter, error }: SearchProps) {
  const [text, setText] = useState(value)
  // another address: back, or cleared filters
  useEffect(() => setText(value), [value])
  const search = (next: string) => {
    if (next.trim() !== value) onSearch(next.trim())
  }
  const later = useDebouncedCallback(search, WAIT_MS)
  return (
    <TextInput
      type="search"
      label={label}
      leftSection={<Icon name="search" size={14} />}
      value={text}
      error={error}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed)
        later(typed)
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return
        later.cancel()
        search(text)
        if (text.trim() !== '') onEnter?.(text.trim())
      }}
    />
  )
}
