// Reversals in the form of the contract.
import type { Schema } from '../contract/types'
import { isOfRecord, type Kind } from './entries/rules'
import type { ItemRow, ReversalRow } from './queries'

type Reversal = Schema<'Reversal'>
type Item = Schema<'ReversalItem'>

/** The table has checked the texts. */
export function toReversal(row: ReversalRow): Reversal {
  const { entries, taken_back: takenBack, superseded, impossible } = row
  return {
    reversalId: row.reversal_id,
    dryRun: row.dry_run,
    source: row.source,
    sourceId: row.source_id,
    from: row.from_at,
    to: row.to_at,
    reason: row.reason,
    state: row.state,
    errorCode: row.error_code as Reversal['errorCode'],
    counts: { entries, takenBack, superseded, impossible, pending: entries - takenBack - superseded - impossible },
    createdBy: { kind: row.actor_kind, id: row.actor_id },
    createdAt: row.created_at,
    completedAt: row.completed_at,
  }
}

const awards: readonly Kind[] = ['medal', 'qualification']

const idOf = (id: number | null): string | null => (id === null ? null : String(id))

export function toItem(row: ItemRow): Item {
  return {
    auditId: row.changed_at === null ? String(row.audit_id) : null,
    changedAt: row.changed_at,
    userId: idOf(row.user_id),
    kind: row.kind,
    name: row.form_name ?? (awards.includes(row.kind) ? row.object : null),
    recordId: isOfRecord(row) && row.object !== '' ? row.object : null,
    groupId: idOf(row.group_id),
    rankUniqueId: row.kind === 'rank' ? row.value_before : null,
    roleUniqueId: row.kind === 'role' && row.value_before !== null ? Number(row.object) : null,
    heldRoleUniqueIds: row.held_role_ids,
    state: row.state,
    change: row.change,
    clamped: row.clamped,
    supersededBy: idOf(row.superseded_by),
    reason: row.reason as Item['reason'],
    resultAuditId: idOf(row.result_audit_id),
    errorCode: row.error_code,
    operationId: row.operation_id,
  }
}
