// What a browser keeps, sealed, between the begin and the end of a sign-in with the issuer.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keyring } from '../encryption/keyring'
import type { IssuerSecrets } from '../issuer/issuer'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const SECRET_BYTES = 32
export const ATTEMPT_MS = 600_000

export interface IssuerAttempt extends IssuerSecrets {
  /** It is in milliseconds. */
  readonly begunAt: number
  readonly invitation: string | null
  readonly communityId: string | null
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export function newAttempt(facts: Omit<IssuerAttempt, keyof IssuerSecrets>): IssuerAttempt {
  return { state: newSecret(), nonce: newSecret(), verifier: newSecret(), ...facts }
}

const keyOf = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'sign-in with the issuer', 32))

/** @param issuer it cannot be opened for another one */
export function sealAttempt({ current }: Keyring, issuer: string, attempt: IssuerAttempt): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(current), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(issuer))
  const sealed = [cipher.update(JSON.stringify(attempt)), cipher.final()]
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Null means that this server did not seal it for the issuer, or that it is late. */
export function openAttempt(keys: Keyring, issuer: string, sealed: string, now: Date): IssuerAttempt | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  for (const key of keys.all()) {
    const text = tryOpen(keyOf(key), issuer, bytes)
    if (text === null) continue
    const attempt = JSON.parse(text) as IssuerAttempt
    return Math.abs(now.getTime() - attempt.begunAt) <= ATTEMPT_MS ? attempt : null
  }
  return null
}

function tryOpen(key: Buffer, issuer: string, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(issuer))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return null
  }
}
