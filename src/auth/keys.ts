// API keys: `cmk_<keyId>_<secret><checksum>`, stored as SHA-256. The checksum (CRC-32) reveals typing errors.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_ID_LENGTH = 12
/** 256 bits. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

const format = new RegExp(`^cmk_([0-9A-Za-z]{${KEY_ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

export interface NewKey {
  readonly keyId: string
  /** Not stored. */
  readonly key: string
}

export function makeKey(): NewKey {
  const keyId = randomBase62(KEY_ID_LENGTH)
  const body = `cmk_${keyId}_${randomBase62(SECRET_LENGTH)}`
  return { keyId, key: body + checksumOf(body) }
}

/** Null: wrong format or checksum. */
export function keyIdOf(key: string): string | null {
  const match = format.exec(key)
  if (!match) return null
  const body = key.slice(0, -CHECKSUM_LENGTH)
  return checksumOf(body) === key.slice(-CHECKSUM_LENGTH) ? (match[1] ?? null) : null
}

/** 256 random bits need no slow hash. */
export function hashKey(key: string): Buffer {
  // as text: Node is three times slower with a buffer per digest
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
