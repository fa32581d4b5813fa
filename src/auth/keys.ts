// API keys: `cmk_<keyId>_<secret><checksum>`, shown once and stored as SHA-256. The checksum (CRC-32, as in GitHub's tokens)
// lets the server and secret scanners recognise a mistyped key without the database.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_ID_LENGTH = 12
/** 43 base62 characters hold 256 bits. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

const format = new RegExp(`^cmk_([0-9A-Za-z]{${KEY_ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

export interface NewKey {
  readonly keyId: string
  /** The whole key, which is not stored. */
  readonly key: string
}

/** A new random key. */
export function makeKey(): NewKey {
  const keyId = randomBase62(KEY_ID_LENGTH)
  const body = `cmk_${keyId}_${randomBase62(SECRET_LENGTH)}`
  return { keyId, key: body + checksumOf(body) }
}

/** The key id of a well-formed key with a correct checksum; else null. */
export function keyIdOf(key: string): string | null {
  const match = format.exec(key)
  if (!match) return null
  const body = key.slice(0, -CHECKSUM_LENGTH)
  return checksumOf(body) === key.slice(-CHECKSUM_LENGTH) ? (match[1] ?? null) : null
}

/** The stored SHA-256 of a key. A key has 256 random bits and needs no slow hash. */
export function hashKey(key: string): Buffer {
  // from text: an own buffer for each digest takes Node three times as long
  return Buffer.from(hash('sha256', key, 'binary'), 'binary')
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = alphabet.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(62))).join('')
}
