// Ids of domains in the shape of the contract.
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import type { IdentityRow } from '../../identities/queries'
import { stateOf, type ReportResult } from '../../identities/rules'

export function toIdentity(row: IdentityRow): Schema<'Identity'> {
  return {
    domain: row.domain,
    id: String(row.id),
    groupUserId: row.user_id === null ? null : String(row.user_id),
    state: stateOf(row),
    username: row.username,
    displayName: row.display_name,
    source: row.source,
    reportedAt: row.reported_at,
    resolvedAt: row.resolved_at,
  }
}

export function toResult(id: number, result: ReportResult): Schema<'IdentityResult'> {
  if (result instanceof DomainError) {
    const { code, message } = result
    const nothing = { groupUserId: null, auditId: null, state: 'conflict' } as const
    return { id: String(id), outcome: 'failed', ...nothing, error: { code, message } }
  }
  const { outcome, userId, auditId } = result
  if (outcome === 'conflict') throw new Error('a conflict is an error')
  const groupUserId = userId === null ? null : String(userId)
  return { id: String(id), outcome, state: userId === null ? 'pending' : 'resolved', groupUserId, auditId }
}
