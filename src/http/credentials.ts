// Which credentials an operation takes.
import { operationTable, signInTable } from '../../generated/operations'
import type { Requirement } from '../context'
import type { ServedId } from '../contract/types'
import type { Route } from './api'

/** The own session needs no scope. */
export const ANY: Requirement = { scope: 'any', feature: null }

export const factsOf = (operationId: ServedId): Route['facts'] =>
  operationId in signInTable
    ? signInTable[operationId as keyof typeof signInTable]
    : operationTable[operationId as keyof typeof operationTable]

export function takesOf(operationId: ServedId, { scope, takesSession }: Route['facts']): Route['takes'] {
  if (scope !== null) return takesSession ? KEYS_AND_SESSIONS : KEYS
  if (!(operationId in signInTable)) return 'signature'
  return takesSession ? SESSIONS : 'nothing'
}

const KEYS = { keys: true, sessions: false }
export const SESSIONS = { keys: false, sessions: true }
const KEYS_AND_SESSIONS = { keys: true, sessions: true }
