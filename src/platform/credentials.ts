// Secrets at rest: AES-256-GCM under a key of the server's, bound to the owner of the secret.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { StartError } from '../errors'
import { KEY_ID_BYTES, keyIdOf, type Keyring } from './keyring'

/** Layouts: version (1 byte), key id (8, from version 2 on), nonce (12), tag (16), ciphertext. */
const WITHOUT_ID = 1
const WITH_ID = 2
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a secret for storage, under the key in use.
 * @param owner bound to the ciphertext: a row copied to another owner does not decrypt there
 */
export function encryptCredential(keys: Keyring, owner: string, plain: string): Buffer {
  keys.reload()
  const head = keys.writesIds ? Buffer.concat([Buffer.of(WITH_ID), keyIdOf(keys.current)]) : Buffer.of(WITHOUT_ID)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keys.current, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundData(head, owner))
  const secret = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), secret])
}

/**
 * The secret that `encryptCredential` was given.
 * @throws Error when it was changed, belongs to another owner, or was encrypted under a key that is not configured
 */
export function decryptCredential(keys: Keyring, owner: string, stored: Buffer): string {
  return openCredential(keys, owner, stored).plain
}

export interface OpenedCredential {
  readonly plain: string
  /** That it was encrypted under. */
  readonly key: Buffer
  /** Whether the ciphertext names its key. */
  readonly hasId: boolean
}

/** As `decryptCredential`, with the key that it was encrypted under. */
export function openCredential(keys: Keyring, owner: string, stored: Buffer): OpenedCredential {
  const { head, body, id } = split(stored)
  const candidates = id === null ? keys.all() : [keys.find(id) ?? unknownKey(keys, id)]
  for (const key of candidates) {
    const plain = opened(key, boundData(head, owner), body)
    if (plain !== null) return { plain, key, hasId: id !== null }
  }
  throw new Error(
    `The stored credential does not decrypt: ENCRYPTION_KEY or the row was changed. The key in use is ${keys.describe()}.`,
  )
}

/** The id of the key that a ciphertext names, in hexadecimal; null when it names none. */
export function keyNamedBy(stored: Buffer): string | null {
  return split(stored).id?.toString('hex') ?? null
}

function unknownKey(keys: Keyring, id: Buffer): never {
  throw new Error(
    `The stored credential was encrypted under the key ${id.toString('hex')}, and ENCRYPTION_KEY is ${keys.describe()}. ` +
      'Set ENCRYPTION_KEY to that key, or name it in ENCRYPTION_KEY_PREVIOUS.',
  )
}

function split(stored: Buffer): { head: Buffer; id: Buffer | null; body: Buffer } {
  const headBytes = stored[0] === WITH_ID ? 1 + KEY_ID_BYTES : 1
  const isKnown = stored[0] === WITHOUT_ID || stored[0] === WITH_ID
  if (!isKnown || stored.length < headBytes + NONCE_BYTES + TAG_BYTES) {
    throw new Error('The stored credential is not in a form that this server knows')
  }
  const head = stored.subarray(0, headBytes)
  return { head, id: headBytes === 1 ? null : head.subarray(1), body: stored.subarray(headBytes) }
}

function opened(key: Buffer, bound: Buffer, body: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const plain = [decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(plain).toString('utf8')
  } catch {
    return null
  }
}

/** Version and key id are authenticated too, so that one layout cannot be passed off as another. */
const boundData = (head: Buffer, owner: string): Buffer => Buffer.concat([head, Buffer.from(owner, 'utf8')])

/**
 * Reads an encryption key: 64 hex digits, or base64 of exactly 32 bytes. Never echoes it.
 * @param name where it is from
 * @throws StartError saying what is wrong and how to make one
 */
export function parseEncryptionKey(text: string, name = 'ENCRYPTION_KEY'): Buffer {
  const value = text.trim()
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64')
  throw new StartError(
    `${name} is not 32 bytes; set it to 64 hex digits or base64 of 32 bytes, made with: openssl rand -hex 32`,
  )
}
