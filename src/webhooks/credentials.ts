// Encryption of endpoint secrets at rest, bound to the community and the endpoint.
import { decryptCredential, encryptCredential } from '../platform/credentials'
import type { Keyring } from '../platform/keyring'

/** The owner is authenticated data: a ciphertext copied to another row does not decrypt there. */
export interface SecretOwner {
  readonly communityId: string
  readonly webhookId: string
}

const boundTo = ({ communityId, webhookId }: SecretOwner): string => `${communityId} ${webhookId}`

export function sealSecret(keys: Keyring, owner: SecretOwner, secret: string): Buffer {
  return encryptCredential(keys, boundTo(owner), secret)
}

/** @throws Error when the ciphertext was changed, has another owner, or was encrypted under another key */
export function openSecret(keys: Keyring, owner: SecretOwner, stored: Buffer): string {
  return decryptCredential(keys, boundTo(owner), stored)
}
