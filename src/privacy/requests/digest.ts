// What may stay of an account that was erased.
import { createHmac } from 'node:crypto'

/** The key of digests that is derived from an encryption key. */
export function digestKeyOf(encryptionKey: Buffer): Buffer {
  return createHmac('sha256', encryptionKey).update('erasure request').digest()
}

/** Stands for an account that may no longer be named. @param key from `digestKeyOf` */
export function digestOf(userId: number, key: Buffer): Buffer {
  return createHmac('sha256', key).update(String(userId)).digest()
}
