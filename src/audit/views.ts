// Audit entries in the shape of the contract.
import type { Schema } from '../contract/types'
import type { EntryRow } from './queries'
import { readScopeOf } from './rules'

export function toVisibleEntry(row: EntryRow, may: (scope: string) => boolean): Schema<'AuditEntry'> {
  const scope = readScopeOf(row.action)
  if (scope !== null && may(scope)) return toAuditEntry(row)
  const withheld = toAuditEntry({ ...row, before: null, after: null, reason: null })
  return scope === null ? withheld : { ...withheld, requiredScope: scope }
}

export function toAuditEntry(row: EntryRow): Schema<'AuditEntry'> {
  return {
    auditId: String(row.audit_id),
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id },
    onBehalfOf: row.on_behalf_of === null ? null : String(row.on_behalf_of),
    action: row.action,
    userId: row.user_id === null ? null : String(row.user_id),
    before: row.before,
    after: row.after,
    reason: row.reason,
    requestId: row.request_id,
  }
}
