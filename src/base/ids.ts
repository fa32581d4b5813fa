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

/** The id of an account, group or role on the platform; null: no positive number that PostgreSQL and JavaScript have in common. */
export function platformIdIn(text: string): number | null {
  const number = Number(text)
  return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(number) ? number : null
}
