// Submission rounds: consecutive versions of a form to which an account may submit once. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Definition } from './rules'

/**
 * Whether an update starts a new round. A change of the state or the password alone does not; any other update does, even
 * one without changes (spec: one submission per version).
 */
export function startsNewRound(before: Definition, after: Definition, passwordChanged: boolean): boolean {
  if (before.state === after.state && !passwordChanged) return true
  return !isDeepStrictEqual({ ...before, state: null }, { ...after, state: null })
}
