// Random ids.
import { randomInt } from 'node:crypto'

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Five bits per character. */
export function randomBase32(length: number): string {
  return Array.from({ length }, () => base32.charAt(randomInt(32))).join('')
}
