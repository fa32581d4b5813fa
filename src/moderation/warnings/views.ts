// Maps rows to the contract's Warning.
import type { Schema } from '../../contract/types'
import { toActor } from '../views'
import type { WarningRow } from './queries'

export function toWarning(row: WarningRow): Schema<'Warning'> {
  return {
    warningId: row.warning_id,
    userId: String(row.user_id),
    reason: row.reason,
    points: row.points,
    state: row.state,
    issuedBy: { kind: row.issued_by_kind, id: row.issued_by_id },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    revokedBy: toActor(row.revoked_by_kind, row.revoked_by_id),
    revokeReason: row.revoke_reason,
  }
}
