// Challenges of WebAuthn. The server stores none: a MAC shows that it made one, and when.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../base/derived-key'
import type { Keyring } from '../encryption/keyring'

const TIME_BYTES = 8
const RANDOM_BYTES = 16
const MAC_BYTES = 16
const LIFE_MS = 300_000

export type Purpose = 'registration' | 'sign-in'

const macOf = (key: Buffer, purpose: Purpose, payload: Buffer): Buffer =>
  createHmac('sha256', deriveKey(key, `challenge ${purpose}`))
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES)

export function makeChallenge({ current }: Keyring, purpose: Purpose, now: Date): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(now.getTime()))
  const payload = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
  return Buffer.concat([payload, macOf(current, purpose, payload)]).toString('base64url')
}

/** Null: the server did not make it for this purpose, or more than five minutes ago. */
export function timeOfChallenge(keys: Keyring, purpose: Purpose, challenge: string, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return null
  const payload = bytes.subarray(0, -MAC_BYTES)
  const isOwn = keys.all().some((key) => timingSafeEqual(macOf(key, purpose, payload), bytes.subarray(-MAC_BYTES)))
  const madeAt = Number(payload.readBigUInt64BE())
  return isOwn && Math.abs(now.getTime() - madeAt) <= LIFE_MS ? new Date(madeAt) : null
}
