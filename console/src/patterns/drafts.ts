// What a person typed and has not sent: kept in this browser for the person, the community, the form and the record.
import { useSyncExternalStore } from 'react'
import { ownerOf, storageOf } from './owner'

const PREFIX = 'draft.'
const listeners = new Set<() => void>()
/** Where the browser keeps nothing. */
const inMemory = new Map<string, string>()

export interface DraftOf {
  /** Such as `review`. */
  readonly form: string
  /** Id of the record; empty for a new one. */
  readonly record: string
}

const startOf = ({ form, record }: DraftOf): string => `${PREFIX}${ownerOf()}.${form}.${record}.`

function write(name: string, text: string | null): void {
  const storage = storageOf('localStorage')
  try {
    if (text === null) storage?.removeItem(name)
    else storage?.setItem(name, text)
  } catch {
    // the storage is full: the text is known until the page is left
  }
  if (text === null) inMemory.delete(name)
  else inMemory.set(name, text)
  listeners.forEach((listen) => listen())
}

const read = (name: string): string | null => inMemory.get(name) ?? storageOf('localStorage')?.getItem(name) ?? null

const subscribe = (listen: () => void): (() => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** A text that is kept while it is typed. @param stored the text of the record; a draft that equals it is removed */
export function useDraft(
  of: DraftOf,
  field: string,
  stored = '',
): readonly [text: string, set: (text: string) => void] {
  const name = startOf(of) + field
  const text = useSyncExternalStore(subscribe, () => read(name)) ?? stored
  return [text, (next) => write(name, next === stored ? null : next)]
}

/** After the act succeeded. @param of without a record: of all */
export function clearDrafts(of: Pick<DraftOf, 'form'> & Partial<DraftOf>): void {
  const start =
    of.record === undefined ? `${PREFIX}${ownerOf()}.${of.form}.` : startOf({ form: of.form, record: of.record })
  const names = new Set([...inMemory.keys(), ...Object.keys(storageOf('localStorage') ?? {})])
  for (const name of names) if (name.startsWith(start)) write(name, null)
}
