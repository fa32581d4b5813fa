// What the server tells only once: the secret of a key, the link of an invitation. It stays until the person says that it is saved,
// whatever screen is open when the answer comes, and whichever attempt brought it. The shell shows it.
import { useSyncExternalStore } from 'react'
import type { Schema } from '../api'
import { ownerOf } from './owner'

export type ToldOnce =
  /** `isOpened`: the page of the key is shown after it. */
  | { readonly is: 'key'; readonly of: Schema<'NewApiKey'>; readonly isOpened?: true }
  | { readonly is: 'invitation'; readonly of: Schema<'InvitedPerson'> }

interface Kept {
  readonly owner: string
  readonly told: ToldOnce
}

let kept: readonly Kept[] = []
const listeners = new Set<() => void>()

function change(all: readonly Kept[]): void {
  kept = all
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const tellOnce = (told: ToldOnce): void => change([...kept, { owner: ownerOf(), told }])

export const saved = (told: ToldOnce): void => change(kept.filter((one) => one.told !== told))

/** The first that the person here has not saved. */
export const useToldOnce = (): ToldOnce | null =>
  useSyncExternalStore(subscribe, () => kept.find(({ owner }) => owner === ownerOf())?.told ?? null)
