// Maps rows to the contract's Member.
import type { Schema } from '../contract/types'
import type { MemberRow } from './queries'

export function toMember(row: MemberRow): Schema<'Member'> {
  return {
    userId: String(row.user_id),
    username: row.username,
    displayName: row.display_name,
    experience: row.experience,
    quotaPoints: row.quota_points,
    rank: toMemberRank(row),
    medals: [...row.medals],
    qualifications: [...row.qualifications],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    syncedAt: row.synced_at,
  }
}

/** @param fields undefined: all */
export function toMemberFields(
  row: MemberRow,
  fields: readonly Schema<'MemberField'>[] | undefined,
): Schema<'MemberFields'> {
  const member = toMember(row)
  if (fields === undefined) return member
  const { userId, username } = member
  return { ...Object.fromEntries(fields.map((field) => [field, member[field]])), userId, username }
}

function toMemberRank(row: MemberRow): Schema<'Member'>['rank'] {
  if (row.rank_unique_id === null || row.rank_id === null || row.rank_name === null) return null
  return { uniqueId: row.rank_unique_id, rankId: row.rank_id, name: row.rank_name }
}
