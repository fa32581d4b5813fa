// How a medal or qualification looks outside.
import type { Schema } from '../contract/types'
import type { DefinitionRow, WrittenRow } from './queries'

/** The contract's Award of a row. */
export function toAward(row: DefinitionRow): Schema<'Award'> {
  return {
    name: row.name,
    description: row.description,
    archived: row.archived,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The contract's answer to a write. */
export function toAwardWritten(row: WrittenRow): Schema<'AwardWritten'> {
  return { data: toAward(row), meta: { auditId: row.audit_id === null ? null : String(row.audit_id) } }
}
