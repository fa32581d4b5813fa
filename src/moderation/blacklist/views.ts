// Maps rows to the contract's BlacklistEntry.
import type { Schema } from '../../contract/types'
import { toActor } from '../views'
import type { EntryRow } from './queries'

export function toBlacklistEntry(row: EntryRow): Schema<'BlacklistEntry'> {
  return {
    blacklistEntryId: row.blacklist_entry_id,
    kind: row.user_id === null ? 'group' : 'account',
    userId: row.user_id === null ? null : String(row.user_id),
    groupId: row.group_id === null ? null : String(row.group_id),
    reason: row.reason,
    evidenceUrl: row.evidence_url,
    createdBy: toActor(row.created_by_kind, row.created_by_id),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: row.state,
    liftedAt: row.lifted_at,
    liftedBy: toActor(row.lifted_by_kind, row.lifted_by_id),
    liftReason: row.lift_reason,
  }
}
