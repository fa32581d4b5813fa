// Which versions of a form count as one for submissions. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Definition } from './rules'

/**
 * Whether an update reopens the form to accounts that have submitted. One of the state or the password alone does not; any
 * other does, one that changes nothing included (spec: once per version, and every update makes one).
 */
export function startsNewRound(before: Definition, after: Definition, passwordChanged: boolean): boolean {
  if (before.state === after.state && !passwordChanged) return true
  return !isDeepStrictEqual({ ...before, state: null }, { ...after, state: null })
}
