// Digests of erased accounts.
import { createHmac } from 'node:crypto'

/** HMAC-SHA256 of the id. @param key from `digestKeyOf` */
export function digestOf(userId: number, key: Buffer): Buffer {
  return createHmac('sha256', key).update(String(userId)).digest()
}
