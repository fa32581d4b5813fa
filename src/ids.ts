// Random ids.
import { randomInt } from 'node:crypto'

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Random lower-case base32 characters, five bits each. */
export function randomBase32(length: number): string {
  return Array.from({ length }, () => base32.charAt(randomInt(32))).join('')
}
