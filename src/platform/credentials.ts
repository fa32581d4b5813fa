// Platform credentials at rest: AES-256-GCM under the server's key, bound to the community they belong to.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { StartError } from '../errors'

/** Layout of what is stored: version (1 byte), nonce (12), tag (16), ciphertext. */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/**
 * Encrypts a platform credential for storage.
 * @param key 32 bytes, from `parseEncryptionKey`
 * @param communityId bound to the ciphertext: a row copied to another community does not decrypt there
 */
export function encryptCredential(key: Buffer, communityId: string, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundData(communityId))
  const secret = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), secret])
}

/**
 * The credential `encryptCredential` was given.
 * @throws Error when it was changed, belongs to another community, or was encrypted under another key
 */
export function decryptCredential(key: Buffer, communityId: string, stored: Buffer): string {
  if (stored.length < headBytes || stored[0] !== version) {
    throw new Error('The stored platform credential is not in a form this server knows')
  }
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(boundData(communityId))
  decipher.setAuthTag(stored.subarray(1 + nonceBytes, headBytes))
  try {
    return Buffer.concat([decipher.update(stored.subarray(headBytes)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('The stored platform credential does not decrypt: ENCRYPTION_KEY or the row was changed', { cause })
  }
}

/** The version is authenticated too, so that a later layout cannot be passed off as this one. */
function boundData(communityId: string): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(communityId, 'utf8')])
}

/**
 * Reads ENCRYPTION_KEY: 64 hex digits, or base64 of exactly 32 bytes. Never echoes it.
 * @throws StartError saying what is wrong and how to make one
 */
export function parseEncryptionKey(text: string): Buffer {
  const value = text.trim()
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64')
  throw new StartError(
    'ENCRYPTION_KEY is not 32 bytes; set it to 64 hex digits or base64 of 32 bytes, made with: openssl rand -hex 32',
  )
}
