// What a browser keeps, sealed, between the begin and the end of a sign-in with the issuer.
import { randomBytes } from 'node:crypto'
import { deriveKey } from '../base/derived-key'
import type { Keyring } from '../encryption/keyring'
import { seal, SEAL_BYTES, unseal } from '../encryption/seal'
import type { IssuerQuestion, IssuerSecrets } from '../issuer/issuer'

const SECRET_BYTES = 32
export const ATTEMPT_MS = 600_000

/** With `maxAgeSeconds`, it proves the person of a session, and signs nobody in. */
export interface IssuerAttempt extends IssuerQuestion {
  /** Milliseconds since the epoch. */
  readonly begunAt: number
  readonly invitation: string | null
  readonly communityId: string | null
  /** The account of a player, if one of several was chosen; null: a person of the staff signs in. */
  readonly applicant: { readonly userId: number | null } | null
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export function newAttempt(facts: Omit<IssuerAttempt, keyof IssuerSecrets>): IssuerAttempt {
  return { state: newSecret(), nonce: newSecret(), verifier: newSecret(), ...facts }
}

const keyOf = (key: Buffer): Buffer => deriveKey(key, 'sign-in with the issuer')

/** @param issuer the attempt cannot be opened for another one */
export function sealAttempt({ current }: Keyring, issuer: string, attempt: IssuerAttempt): string {
  return seal(keyOf(current), Buffer.from(issuer), JSON.stringify(attempt)).toString('base64url')
}

/** Null: this server did not seal it for the issuer, or more than ten minutes ago. */
export function openAttempt(keys: Keyring, issuer: string, sealed: string, now: Date): IssuerAttempt | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= SEAL_BYTES) return null
  for (const key of keys.all()) {
    const text = unseal(keyOf(key), Buffer.from(issuer), bytes)
    if (text === null) continue
    const attempt = JSON.parse(text) as IssuerAttempt
    return Math.abs(now.getTime() - attempt.begunAt) <= ATTEMPT_MS ? attempt : null
  }
  return null
}
