// Keys of one purpose each, from one secret.
import { hkdfSync } from 'node:crypto'

/** 32 bytes (HKDF with SHA-256, RFC 5869). Another purpose has another key. */
export const deriveKey = (secret: Buffer | string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
