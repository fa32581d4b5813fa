// Submission rounds: consecutive versions to which an account may submit once. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Definition } from './rules'

/**
 * A change of state, password or use of join requests starts none. Any other update does, even without changes (spec:
 * one submission per version).
 */
export function startsNewRound(before: Definition, after: Definition, passwordChanged: boolean): boolean {
  const isSame = before.state === after.state && before.joinRequests === after.joinRequests
  if (isSame && !passwordChanged) return true
  const settings = { state: null, joinRequests: null }
  return !isDeepStrictEqual({ ...before, ...settings }, { ...after, ...settings })
}
