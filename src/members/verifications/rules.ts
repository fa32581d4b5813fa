// Which link of an account may change. Pure.
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'

export interface NewLink {
  readonly userId: number
  readonly chatUserId: string
  /** Another chat account is replaced. */
  readonly transfer: boolean
}

export interface LinkState {
  readonly user_id: number
  /** The chat account that this community linked, or null. */
  readonly chat_user_id: string | null
  readonly by_operator: boolean
  readonly held: boolean
}

export type LinkOutcome = Schema<'VerificationOutcome'>
export type LinkMethod = Schema<'VerificationMethod'>

export interface LinkRow {
  readonly user_id: number
  /** Null: the operator's link. */
  readonly chat_user_id: string | null
  readonly method: string
  readonly linked_at: string
}

export interface LinkWritten {
  readonly outcome: LinkOutcome
  /** Null: nothing changed. */
  readonly auditId: string | null
}

export interface Linked extends LinkWritten {
  readonly link: LinkRow
}

export type LinkResult = LinkWritten | DomainError

/**
 * The chat account of the operator's link is not compared, because communities must not learn it.
 * @returns the error of an account that stays as it is
 */
export function decideLink(state: LinkState, { chatUserId, transfer }: NewLink): LinkOutcome | DomainError {
  if (state.held) return onHoldError()
  if (state.chat_user_id === chatUserId) return 'unchanged'
  const isLinked = state.chat_user_id !== null || state.by_operator
  if (!isLinked) return 'linked'
  return transfer ? 'transferred' : linkedElsewhere(state)
}

function linkedElsewhere({ chat_user_id }: LinkState): DomainError {
  const who =
    chat_user_id === null ? 'The operator linked this account' : 'This account is linked to another chat account'
  return new DomainError('account_linked', `${who}. Send transfer: true to link it to this one.`)
}

export function onHoldError(): DomainError {
  return new DomainError(
    'data_rights_restricted',
    'A data-rights request protects this account, so its link cannot change.',
  )
}
