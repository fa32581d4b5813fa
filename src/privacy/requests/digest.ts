// Digests of erased accounts.
import { createHmac } from 'node:crypto'

export function digestKeyOf(encryptionKey: Buffer): Buffer {
  return createHmac('sha256', encryptionKey).update('erasure request').digest()
}

/** HMAC-SHA256 of the id. @param key from `digestKeyOf` */
export function digestOf(userId: number, key: Buffer): Buffer {
  return createHmac('sha256', key).update(String(userId)).digest()
}
