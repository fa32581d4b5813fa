// Secrets of endpoints at rest: sealed as platform credentials are, bound to the community and the endpoint.
import { decryptCredential, encryptCredential } from '../platform/credentials'
import type { Keyring } from '../platform/keyring'

/** Whose secret it is: a row copied elsewhere does not open there. */
export interface SecretOwner {
  readonly communityId: string
  readonly webhookId: string
}

const boundTo = ({ communityId, webhookId }: SecretOwner): string => `${communityId} ${webhookId}`

/** Encrypts a secret for storage. */
export function sealSecret(keys: Keyring, owner: SecretOwner, secret: string): Buffer {
  return encryptCredential(keys, boundTo(owner), secret)
}

/** @throws Error when it was changed, belongs elsewhere, or was encrypted under another key */
export function openSecret(keys: Keyring, owner: SecretOwner, stored: Buffer): string {
  return decryptCredential(keys, boundTo(owner), stored)
}
