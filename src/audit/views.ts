// An audit entry as its readers see it: the API's and the operator's.
import type { Schema } from '../contract/types'
import type { EntryRow } from './queries'

/** The entry in the contract's words. */
export function toEntry(row: EntryRow): Schema<'AuditEntry'> {
  return {
    auditId: String(row.audit_id),
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id },
    action: row.action,
    userId: row.user_id === null ? null : String(row.user_id),
    before: row.before,
    after: row.after,
    reason: row.reason,
    requestId: row.request_id,
  }
}
