// MACs of seals: HMAC-SHA-256 with a key that is derived from ENCRYPTION_KEY.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../base/derived-key'
import type { Ctx } from '../../context'
import { decryptCredential } from '../../encryption/credentials'
import { digestKeyOf } from '../../encryption/keyring'
import { listKeptKeys, type Head } from './queries'

export type SealBase = Pick<Ctx, 'db' | 'settings' | 'log'>

const derive = (digestKey: Buffer): Buffer => deriveKey(digestKey, 'audit seal')

/** The current key first, then those before a rotation. One that no configured key decrypts is left out. */
export async function macKeysOf({ db, settings, log }: SealBase): Promise<[Buffer, ...Buffer[]]> {
  const keys = settings.encryptionKey
  keys.reload()
  const kept = (await listKeptKeys(db)).flatMap(({ key_id, sealed }) => {
    try {
      return [Buffer.from(decryptCredential(keys, `erasure digest ${key_id}`, sealed, log), 'hex')]
    } catch {
      return []
    }
  })
  return [derive(digestKeyOf(keys.current)), ...[...keys.previous.map(digestKeyOf), ...kept].map(derive)]
}

const macOf = (key: Buffer, what: readonly (string | number)[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(what)).digest()

export const sealMac = (key: Buffer, communityId: string, { number, hash }: Pick<Head, 'number' | 'hash'>): Buffer =>
  macOf(key, ['seal', communityId, number, hash])

export const headMac = (key: Buffer, communityId: string, { number, hash, first }: Omit<Head, 'mac'>): Buffer =>
  macOf(key, ['head', communityId, number, hash, first])

export const isMacOf = (mac: Buffer, keys: readonly Buffer[], compute: (key: Buffer) => Buffer): boolean =>
  keys.some((key) => mac.length === 32 && timingSafeEqual(compute(key), mac))
