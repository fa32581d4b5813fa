// Whose acts and drafts this browser keeps: the person in the community. Known when the session is read.
import type { Session } from '../session'

let owner = ''

/** Called by the shell when it knows the session, and by the page of a player. */
export function setOwner({ communityId, personId }: Pick<Session, 'communityId' | 'personId'>): void {
  owner = `${communityId}.${personId}`
}

export const ownerOf = (): string => owner

/** Null where the browser has no storage, such as in a private window. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind]
  } catch {
    return null
  }
}
