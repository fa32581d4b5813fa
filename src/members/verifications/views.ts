// Links and codes in the shape of the contract.
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { toShown } from './codes'
import type { IssuedCode } from './redeem'
import type { Linked, LinkMethod, LinkResult, LinkRow } from './rules'

export function toVerification({ user_id, chat_user_id, method, linked_at }: LinkRow): Schema<'Verification'> {
  return {
    userId: String(user_id),
    chatUserId: chat_user_id,
    source: chat_user_id === null ? 'server' : 'community',
    // safe: a check constraint has the methods of the contract
    method: method as LinkMethod,
    linkedAt: linked_at,
  }
}

export function toChanged({ link, outcome, auditId }: Linked): Schema<'VerificationChanged'> {
  return { data: toVerification(link), meta: { outcome, auditId } }
}

export function toResult(userId: number, result: LinkResult): Schema<'VerificationResult'> {
  if (!(result instanceof DomainError)) return { userId: String(userId), ...result }
  const { code, message } = result
  return { userId: String(userId), outcome: 'failed', auditId: null, error: { code, message } }
}

export function toLinkCode({ code, subject: { userId, chatUserId }, expiresAt }: IssuedCode): Schema<'LinkCode'> {
  return { code: toShown(code), userId: userId === null ? null : String(userId), chatUserId, expiresAt }
}
