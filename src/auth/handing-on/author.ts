// Who made a key or a person: a key, a person, or the operator. Pure.
import type { Actor } from '../../context'
import type { Schema } from '../../contract/types'

/** Both are null for the operator. */
export interface Author {
  readonly keyId: string | null
  readonly personId: string | null
}

export const authorOf = ({ kind, id }: Actor): Author => ({
  keyId: kind === 'key' ? id : null,
  personId: kind === 'person' ? id : null,
})

export function toAuthor({ keyId, personId }: Author): Schema<'CredentialAuthor'> {
  if (keyId !== null) return { kind: 'key', id: keyId }
  return personId === null ? { kind: 'operator', id: null } : { kind: 'person', id: personId }
}
