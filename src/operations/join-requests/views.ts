// Join requests as the contract shows them.
import type { Schema } from '../../contract/types'
import type { Decided } from './rules'
import type { JoinRequest } from '../../platform/platform'

export function toJoinRequest({ userId, requestedAt }: JoinRequest): Schema<'JoinRequest'> {
  return { userId: String(userId), requestedAt }
}

export function toDecided({ userId, decision, changed, auditId }: Decided): Schema<'JoinDecided'> {
  return { data: { userId: String(userId), decision }, meta: { changed, auditId } }
}
