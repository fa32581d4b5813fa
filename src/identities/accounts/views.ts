// Accounts as printed and exported.
import type { AccountRow, listAccountAuditEntries } from './queries'

export interface AccountStatus {
  readonly verification: { readonly chatUserId: string; readonly verifiedAt: string | null } | null
  readonly restriction: { readonly reason: string | null; readonly restrictedAt: string } | null
  readonly hold: { readonly reason: string | null; readonly heldAt: string } | null
}

export function toAccountStatus(row: AccountRow): AccountStatus {
  const { chat_user_id, verified_at, restricted_at, restriction_reason, held_at, hold_reason } = row
  return {
    verification: chat_user_id === null ? null : { chatUserId: chat_user_id, verifiedAt: verified_at },
    restriction: restricted_at === null ? null : { reason: restriction_reason, restrictedAt: restricted_at },
    hold: held_at === null ? null : { reason: hold_reason, heldAt: held_at },
  }
}

export function toAccountAuditEntry(entry: Awaited<ReturnType<typeof listAccountAuditEntries>>[number]) {
  const { audit_id, at, actor_id, action, details } = entry
  return { auditId: String(audit_id), at, actorId: actor_id, action, details }
}
