// API keys: `cmk_<keyId>_<secret><checksum>`. Made here, shown once, stored as a SHA-256. The checksum (CRC-32, as in
// GitHub's tokens) lets the server and secret scanners tell a mistyped key from a real one without the database.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_ID_LENGTH = 12
/** 43 base62 characters hold 256 bits. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

const form = new RegExp(`^cmk_([0-9A-Za-z]{${KEY_ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

export interface NewKey {
  readonly keyId: string
  /** The key itself; nobody will see it again. */
  readonly key: string
}

/** A new random key. */
export function makeKey(): NewKey {
  const keyId = randomBase62(KEY_ID_LENGTH)
  const body = `cmk_${keyId}_${randomBase62(SECRET_LENGTH)}`
  return { keyId, key: body + checksumOf(body) }
}

/** The key id of a well-formed key whose checksum is right; null otherwise. Asks nobody. */
export function keyIdOf(key: string): string | null {
  const match = form.exec(key)
  if (!match) return null
  const body = key.slice(0, -CHECKSUM_LENGTH)
  return checksumOf(body) === key.slice(-CHECKSUM_LENGTH) ? (match[1] ?? null) : null
}

/** What is stored of a key: 256 random bits need no slow hash. */
export function hashKey(key: string): Buffer {
  return Buffer.from(hashText(key), 'binary')
}

/** SHA-256 as text of 32 characters: a buffer of its own for each digest takes Node three times the time. */
export function hashText(text: string): string {
  return hash('sha256', text, 'binary')
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
