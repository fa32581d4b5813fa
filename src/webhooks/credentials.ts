// Encryption of endpoint secrets at rest.
import type { Logger } from '../base/logger'
import { decryptCredential, encryptCredential } from '../encryption/credentials'
import type { Keyring } from '../encryption/keyring'

/** Authenticated data: the ciphertext decrypts in its own row only. */
export interface SecretOwner {
  readonly communityId: string
  readonly webhookId: string
}

const boundTo = ({ communityId, webhookId }: SecretOwner): string => `${communityId} ${webhookId}`

export function sealSecret(keys: Keyring, owner: SecretOwner, secret: string): Buffer {
  return encryptCredential(keys, boundTo(owner), secret)
}

export function openSecret(keys: Keyring, owner: SecretOwner, stored: Buffer, log: Logger): string {
  return decryptCredential(keys, boundTo(owner), stored, log)
}
