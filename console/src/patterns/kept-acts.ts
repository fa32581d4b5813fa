// The acts whose answer is not known, in the storage of the tab: they survive a reload.
import { useSyncExternalStore } from 'react'
import { newKey } from '../api'
import { declarationOf, type ActName, type RequestOf } from './acts'
import type { DraftOf } from './drafts'
import { isLeaving } from './leaving'
import { ownerOf, storageOf } from './owner'

export interface KeptAct<Name extends ActName = ActName> {
  /** The act and what it is done to: only one of it has no answer. */
  readonly key: string
  readonly name: Name
  /** Identifies it: all its attempts have the same. */
  readonly id: string
  /** For people: "Give 10 experience to Ana". */
  readonly title: string
  /** Null: it has a secret, so it must be entered again. */
  readonly request: RequestOf<Name> | null
  /** What was typed for it: it goes when the act is done. */
  readonly drafts?: DraftOf | undefined
  /** When it was first sent, in milliseconds since 1970. */
  readonly since: number
  /** No answer came to the last attempt, or the page was left before one came. */
  readonly isLost: boolean
  /** It was sent some seconds after it was decided, so no screen may be there to tell its end. */
  readonly isHeld?: boolean
  /** What was sent before with the same id and other values, without an answer either, the newest last. */
  readonly before?: readonly Pick<KeptAct<Name>, 'title' | 'request'>[]
}

/** How long the server keeps an id, in milliseconds, less the time that a request may take. */
const ID_MS = 24 * 3_600_000 - 300_000

/** The server has forgotten the id: with it, the act would be done a second time. */
export const isExpired = ({ name, since }: Pick<KeptAct, 'name' | 'since'>): boolean =>
  ['key', 'batch'].includes(declarationOf(name).again) && Date.now() - since > ID_MS

/** Not entered by the person: what the values are based on. */
const bases = ['seen', 'version', 'revision']
const valuesIn = (request: unknown): string =>
  JSON.stringify(request, (name, value: unknown) => (bases.includes(name) ? undefined : value))

/** Whether the person entered other values since it was sent. */
export const isChanged = ({ request }: Pick<KeptAct, 'request'>, now: unknown): boolean =>
  request !== null && valuesIn(request) !== valuesIn(now)

/** Milliseconds since 1970: what was sent before is of an earlier page. */
const pageBegan = Date.now()

const PREFIX = 'act.'
/** Also where the browser keeps nothing. */
const inMemory = new Map<string, KeptAct>()
const listeners = new Set<() => void>()

/** What an earlier page of this tab has left, and what was held when a tab was closed: their answers cannot come any more. */
function read(): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    const storage = storageOf(kind)
    for (const name of storage === null ? [] : Object.keys(storage)) {
      if (!name.startsWith(PREFIX)) continue
      const kept = JSON.parse(storage?.getItem(name) ?? 'null') as KeptAct | null
      if (kept !== null) inMemory.set(name, { ...kept, isLost: true })
    }
  }
}
read()

const nameOf = (key: string): string => `${PREFIX}${ownerOf()}.${key}`

let shown: { readonly owner: string; readonly acts: readonly KeptAct[] } | null = null

function changed(): void {
  shown = null
  for (const listen of listeners) listen()
}

function write(kept: KeptAct): void {
  const name = nameOf(kept.key)
  inMemory.set(name, kept)
  const stored = declarationOf(kept.name).secret ? { ...kept, request: null, before: undefined } : kept
  try {
    storageOf('sessionStorage')?.setItem(name, JSON.stringify(stored))
    if (isLeaving() && kept.isHeld) storageOf('localStorage')?.setItem(name, JSON.stringify(stored))
  } catch {
    // the storage is full: the act is known until the page is left
  }
  changed()
}

export const keptAct = <Name extends ActName>(key: string): KeptAct<Name> | null =>
  (inMemory.get(nameOf(key)) as KeptAct<Name> | undefined) ?? null

/** Keeps the act before it is sent. If an earlier one has no answer, this has the same id, so that one of them is done. */
export function keep<Name extends ActName>(
  key: string,
  act: Pick<KeptAct<Name>, 'name' | 'title' | 'drafts' | 'isHeld'> & { readonly request: RequestOf<Name> },
): KeptAct<Name> {
  const earlier = keptAct<Name>(key)
  const kept = { ...act, key, id: newKey(), since: Date.now(), isLost: false, ...earlierIn(earlier, act) }
  write(kept as unknown as KeptAct)
  return kept
}

function earlierIn<Name extends ActName>(
  earlier: KeptAct<Name> | null,
  { request }: { readonly request: RequestOf<Name> },
): Partial<KeptAct<Name>> {
  if (earlier === null) return {}
  const { id, since, title, before = [] } = earlier
  if (!isChanged(earlier as unknown as KeptAct, request))
    return { ...earlier, request: earlier.request ?? request, isLost: false }
  return { id, since, before: [...before, { title, request: earlier.request }] }
}

export function markLost(key: string): void {
  const kept = keptAct(key)
  if (kept !== null) write({ ...kept, isLost: true })
}

/** The answer is known, or the person does not want to know it. */
export function forget(key: string): void {
  inMemory.delete(nameOf(key))
  for (const kind of ['localStorage', 'sessionStorage'] as const) storageOf(kind)?.removeItem(nameOf(key))
  changed()
}

/** The acts that a screen shows, with what became of them. */
const onScreen = new Map<string, number>()

/** @returns what ends it */
export function showAct(key: string): () => void {
  const count = (by: number): void => {
    onScreen.set(key, (onScreen.get(key) ?? 0) + by)
    if (keptAct(key) !== null) changed()
  }
  count(1)
  return () => count(-1)
}

/** Whether no screen tells of it: the person went on, or it is of an earlier page. */
export const isUntold = ({ key, since }: KeptAct): boolean => since < pageBegan || !onScreen.get(key)

export const isOnScreen = (key: string): boolean => Boolean(onScreen.get(key))

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

function allKept(): readonly KeptAct[] {
  const owner = ownerOf()
  if (shown?.owner !== owner) {
    const acts = [...inMemory].filter(([name]) => name.startsWith(`${PREFIX}${owner}.`)).map(([, kept]) => kept)
    shown = { owner, acts }
  }
  return shown.acts
}

/** The acts of the person here whose answer is not known. */
export const useKeptActs = (): readonly KeptAct[] => useSyncExternalStore(subscribe, allKept)
