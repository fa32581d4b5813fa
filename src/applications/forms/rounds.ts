// Submission rounds: consecutive versions to which an account may submit once. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Definition } from './rules'

/**
 * A change of state, password, use of join requests or awards starts none. Any other update does, even without changes
 * (spec: one submission per version).
 */
export function startsNewRound(before: Definition, after: Definition, passwordChanged: boolean): boolean {
  const isSame =
    before.state === after.state &&
    before.joinRequests === after.joinRequests &&
    isDeepStrictEqual(before.passAwards, after.passAwards)
  if (isSame && !passwordChanged) return true
  const settings = { state: null, joinRequests: null, passAwards: null }
  return !isDeepStrictEqual({ ...before, ...settings }, { ...after, ...settings })
}
