// Ids of a domain as reported. Pure.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { adminCommand } from '../base/commands'
import { DomainError } from '../base/errors'

export type IdentityState = Schema<'IdentityState'>
export type IdentitySource = Schema<'IdentitySource'>

export interface Report {
  readonly id: number
  readonly username: string | null
  readonly displayName: string | null
  /** Null: the reporter does not know it. */
  readonly account: number | null
}

export type ReportOutcome = Schema<'IdentityOutcome'> | 'conflict'

export interface Reported {
  readonly outcome: ReportOutcome
  /** Null: not known. */
  readonly userId: number | null
  /** The id had an account before. */
  readonly wasKnown: boolean
  readonly auditId: string | null
}

export type ReportResult = Reported | DomainError

export function stateOf(row: { readonly user_id: number | null; readonly conflict_at: string | null }): IdentityState {
  if (row.user_id !== null) return 'resolved'
  return row.conflict_at === null ? 'pending' : 'conflict'
}

/** @param hasAccount whether the id, not the account, is taken */
export function conflictError(domain: string, hasAccount: boolean): DomainError {
  const what = hasAccount
    ? `This id of ${domain} belongs to another account.`
    : `The account of this player has another id in ${domain}.`
  return new DomainError('identity_conflict', `${what} Ask the operator to correct it: ${adminCommand} identity list.`)
}

/** An unknown id of an entry is a negative number (src/http/account-ids.ts), which no account has. */
export const isUnknown = (account: number): boolean => account < 0

export function unknownEntry({ keyDomain }: Pick<Ctx, 'keyDomain'>, account: number): DomainError {
  if (!keyDomain) throw new Error('the key has no domain')
  return unknownIdentity(keyDomain.domain, keyDomain.idOf(account))
}

export function unknownIdentity(domain: string, id: number | string): DomainError {
  return new DomainError(
    'identity_unknown',
    `The id ${id} of ${domain} is not known here. Report it with PUT /v2/identities/${domain}/${id}.`,
  )
}
