// What may stay of an account that was erased.
import { createHmac } from 'node:crypto'

/** Stands for an account that may no longer be named: found again by who knows the id and the server's key. */
export function digestOf(userId: number, encryptionKey: Buffer): Buffer {
  const key = createHmac('sha256', encryptionKey).update('erasure request').digest()
  return createHmac('sha256', key).update(String(userId)).digest()
}
