// Digests of erased accounts.
import { createHmac } from 'node:crypto'
import type { AskedId } from './rules'

/** HMAC-SHA256 of the id. @param key from `digestKeyOf` */
export function digestOf({ id, domain }: AskedId, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(domain === null ? String(id) : `${domain} ${id}`)
    .digest()
}
