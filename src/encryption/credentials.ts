// Encryption of stored secrets, bound to the owner.
import { errorMessage } from '../base/error-message'
import { StartError } from '../base/errors'
import { FailureLog, type Logger } from '../base/logger'
import { KEY_ID_BYTES, keyIdOf, type Keyring } from './keyring'
import { seal, SEAL_BYTES, unseal } from './seal'

/** Layout: version (1 byte), key id (8 bytes, from version 2), seal. */
const WITHOUT_ID = 1
const WITH_ID = 2

/** @param owner a row copied to another owner does not decrypt */
export function encryptCredential(keys: Keyring, owner: string, plain: string): Buffer {
  keys.reload()
  const head = keys.writesIds ? Buffer.concat([Buffer.of(WITH_ID), keyIdOf(keys.current)]) : Buffer.of(WITHOUT_ID)
  return Buffer.concat([head, seal(keys.current, boundData(head, owner), plain)])
}

/** A wrong key fails the secrets of every community: only so many owners have a log line of their own. */
export const MAX_OWNERS_LOGGED = 50
const failures = new FailureLog()

/**
 * A failure is logged once for each owner.
 * @throws Error if the ciphertext was modified, belongs to another owner, or needs a key that is not configured
 */
export function decryptCredential(keys: Keyring, owner: string, stored: Buffer, log: Logger): string {
  try {
    return openCredential(keys, owner, stored).plain
  } catch (error) {
    logFailure(owner, errorMessage(error), log)
    throw error
  }
}

function logFailure(owner: string, reason: string, log: Logger): void {
  const name = `${owner}: ${reason}`
  if (failures.isOngoing(name) || failures.size < MAX_OWNERS_LOGGED)
    return failures.report(log, 'error', name, { owner, reason }, 'a stored secret cannot be decrypted')
  const message = 'more stored secrets cannot be decrypted; secrets status counts them'
  failures.report(log, 'error', '', { owner }, message)
}

export interface OpenedCredential {
  readonly plain: string
  readonly key: Buffer
  readonly hasId: boolean
}

export function openCredential(keys: Keyring, owner: string, stored: Buffer): OpenedCredential {
  const { head, body, id } = split(stored)
  const candidates = id === null ? keys.all() : [keys.find(id) ?? unknownKey(keys, id)]
  for (const key of candidates) {
    const plain = unseal(key, boundData(head, owner), body)
    if (plain !== null) return { plain, key, hasId: id !== null }
  }
  throw new Error(
    `The stored credential does not decrypt: ENCRYPTION_KEY or the row was changed. Restore the key; the current one is ${keys.describe()}.`,
  )
}

/** In hex; null: no key id. */
export function keyNamedBy(stored: Buffer): string | null {
  return split(stored).id?.toString('hex') ?? null
}

function unknownKey(keys: Keyring, id: Buffer): never {
  throw new Error(
    `The stored credential needs the key ${id.toString('hex')}, but ENCRYPTION_KEY is ${keys.describe()}. ` +
      'Set ENCRYPTION_KEY to that key, or add it to ENCRYPTION_KEY_PREVIOUS.',
  )
}

function split(stored: Buffer): { head: Buffer; id: Buffer | null; body: Buffer } {
  const headBytes = stored[0] === WITH_ID ? 1 + KEY_ID_BYTES : 1
  const isKnown = stored[0] === WITHOUT_ID || stored[0] === WITH_ID
  if (!isKnown || stored.length < headBytes + SEAL_BYTES) {
    throw new Error('The stored credential has an unknown format. Check whether a newer release wrote it.')
  }
  const head = stored.subarray(0, headBytes)
  return { head, id: headBytes === 1 ? null : head.subarray(1), body: stored.subarray(headBytes) }
}

/** Version and key id are authenticated too. */
const boundData = (head: Buffer, owner: string): Buffer => Buffer.concat([head, Buffer.from(owner, 'utf8')])

/** 64 hex digits, or base64 of 32 bytes. Messages never contain the value. @throws StartError for other texts */
export function parseEncryptionKey(text: string, name = 'ENCRYPTION_KEY'): Buffer {
  const value = text.trim()
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64')
  throw new StartError(
    `${name} is not 32 bytes. Set it to 64 hex digits or base64 of 32 bytes, for example from: openssl rand -hex 32`,
  )
}
