// Secrets of endpoints at rest: sealed as platform credentials are, bound to the community and the endpoint.
import { decryptCredential, encryptCredential } from '../platform/credentials'

/** Whose secret it is: a row copied elsewhere does not open there. */
export interface SecretOwner {
  readonly communityId: string
  readonly webhookId: string
}

const boundTo = ({ communityId, webhookId }: SecretOwner): string => `${communityId} ${webhookId}`

/** Encrypts a secret for storage. @param key the server's, 32 bytes */
export function sealSecret(key: Buffer, owner: SecretOwner, secret: string): Buffer {
  return encryptCredential(key, boundTo(owner), secret)
}

/** @throws Error when it was changed, belongs elsewhere, or was encrypted under another key */
export function openSecret(key: Buffer, owner: SecretOwner, stored: Buffer): string {
  return decryptCredential(key, boundTo(owner), stored)
}
