// Random ids, and ids in requests.
import { randomInt } from 'node:crypto'

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Five bits per character. */
export function randomBase32(length: number): string {
  return Array.from({ length }, () => base32.charAt(randomInt(32))).join('')
}

/** The contract has checked the digits. A number above MAX_SAFE_INTEGER matches nothing. */
export const filterId = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)
