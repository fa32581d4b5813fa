// Maps rows to the contract's Award.
import type { Schema } from '../../contract/types'
import type { DefinitionRow, WrittenRow } from './queries'

export function toAward(row: DefinitionRow): Schema<'Award'> {
  return {
    name: row.name,
    description: row.description,
    archived: row.archived,
    roleUniqueId: row.role_unique_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toAwardWritten(row: WrittenRow): Schema<'AwardWritten'> {
  return { data: toAward(row), meta: { auditId: row.audit_id === null ? null : String(row.audit_id) } }
}
