// Which credentials an operation takes.
import { operationTable, signInTable } from '../../generated/operations'
import type { Requirement } from '../context'
import type { Browser, ServedId } from '../contract/types'
import type { AnyPrincipal } from '../people/rules'
import type { Route } from './api'

/** Of operations on the caller's own session, which need no scope. */
export const ANY: Requirement = { scope: 'any', feature: null }

export const factsOf = (operationId: ServedId): Route['facts'] =>
  operationId in signInTable
    ? signInTable[operationId as keyof typeof signInTable]
    : operationTable[operationId as keyof typeof operationTable]

export function takesOf(operationId: ServedId, facts: Route['facts']): Route['takes'] {
  const { scope, takesSession, takesApplicant } = facts
  if (scope !== null && !takesSession) return KEYS
  if (scope !== null) return takesApplicant ? ALL : KEYS_AND_SESSIONS
  if (!(operationId in signInTable)) return 'signature'
  if (takesSession) return SESSIONS
  return takesApplicant ? APPLICANTS : 'nothing'
}

/** Given to the handlers of the caller's own session. */
export function ownSession(takes: Route['takes'], principal: AnyPrincipal, browser: () => Browser) {
  if (takes === SESSIONS) return { person: principal, browser: browser() }
  return takes === APPLICANTS ? { applicant: principal } : {}
}

export const KEYS = { keys: true, sessions: false, applicants: false }
export const SESSIONS = { keys: false, sessions: true, applicants: false }
export const APPLICANTS = { keys: false, sessions: false, applicants: true }
export const KEYS_AND_SESSIONS = { keys: true, sessions: true, applicants: false }
const ALL = { keys: true, sessions: true, applicants: true }
