// Suspensions in the shape of the contract.
import type { Schema } from '../../contract/types'
import type { SuspendedRankRow, SuspensionRow } from './queries'

export function toSuspension(row: SuspensionRow): Schema<'Suspension'> {
  return {
    suspensionId: row.suspension_id,
    userId: String(row.user_id),
    reason: row.reason,
    state: row.state,
    suspendedRank: toRank(row.suspended_unique_id, row.suspended_rank_id, row.suspended_name),
    formerRank: toRank(row.former_unique_id, row.former_rank_id, row.former_name),
    formerRoles: row.former_role_ids ?? (row.former_unique_id === null ? [] : [row.former_unique_id]),
    operationId: row.operation_id,
    createdBy: { kind: row.actor_kind, id: row.actor_id },
    createdAt: row.created_at,
    endsAt: row.ends_at,
    liftedAt: row.lifted_at,
    liftedBy:
      row.lifted_by_kind === null || row.lifted_by_id === null
        ? null
        : { kind: row.lifted_by_kind, id: row.lifted_by_id },
    endedAt: row.ended_at,
    outcome: row.outcome,
    errorCode: row.error_code,
  }
}

export function toSuspensionSettings(row: SuspendedRankRow | null): Schema<'SuspensionSettings'> {
  return { rank: row && toRank(row.unique_id, row.rank_id, row.name) }
}

function toRank(uniqueId: number | null, rankId: number | null, name: string | null) {
  return uniqueId === null ? null : { uniqueId, rankId, name }
}
