// AES-256-GCM. Layout: nonce (12 bytes), tag (16), ciphertext.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES

/** @param bound authenticated, and not contained */
export function seal(key: Buffer, bound: Buffer, plain: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(bound)
  const secret = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), secret])
}

/** Null: another key, another bound text, or other bytes. @param sealed at least `SEAL_BYTES` */
export function unseal(key: Buffer, bound: Buffer, sealed: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, SEAL_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(SEAL_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
