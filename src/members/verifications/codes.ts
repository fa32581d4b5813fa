// One-time codes as players type them, and as they are stored.
import { createHmac, randomInt } from 'node:crypto'
import type { Keyring } from '../../encryption/keyring'

/** Without vowels, digits and Y, no character looks like another, and codes contain no words (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** 20^9 = 5.12 * 10^11 codes. */
const LENGTH = 9

export function makeCode(length = LENGTH): string {
  return Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

export const toShown = (code: string): string => code.replace(/(...)(?=.)/g, '$1-')

/** Case, spaces and hyphens do not matter. */
export const toCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

/** A code outlives a rotation, so it has a hash by each encryption key, the current one first. */
export function hashesOf(keys: Keyring, communityId: string, text: string): [Buffer, ...Buffer[]] {
  const hash = (key: Buffer): Buffer => createHmac('sha256', key).update(`link\0${communityId}\0${text}`).digest()
  return [hash(keys.current), ...keys.previous.map(hash)]
}
