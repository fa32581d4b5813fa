// Submission rounds: consecutive versions to which an account may submit once. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Definition } from './rules'

/**
 * Not if only state or password change; any other update does, even without changes (spec: one submission per version).
 */
export function startsNewRound(before: Definition, after: Definition, passwordChanged: boolean): boolean {
  if (before.state === after.state && !passwordChanged) return true
  return !isDeepStrictEqual({ ...before, state: null }, { ...after, state: null })
}
