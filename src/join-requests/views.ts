// Join requests as the contract shows them.
import type { Schema } from '../contract/types'
import type { JoinRequest } from '../platform/platform'

export function toJoinRequest({ userId, requestedAt }: JoinRequest): Schema<'JoinRequest'> {
  return { userId: String(userId), requestedAt }
}
