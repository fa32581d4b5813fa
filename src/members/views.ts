// Maps rows to the contract's Member.
import type { Schema } from '../contract/types'
import { OWNER } from '../ranks/rules'
import type { MemberRole, MemberRow } from './queries'
import type { MemberFieldList } from './rules'

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
    roles: [...(row.roles ?? [])],
  }
}

export function toMemberFields(row: MemberRow, fields: MemberFieldList): Schema<'MemberFields'> {
  const member = toMember(row)
  if (fields === undefined) return member
  const { userId, username } = member
  return pick<Schema<'MemberFields'>, Schema<'MemberField'>>({ userId, username }, member, fields)
}

/** Property by property: V8 reads objects of `Object.fromEntries` slowly. */
export function pick<Picked, Field extends keyof Picked>(
  picked: Picked,
  whole: Pick<Picked, Field>,
  fields: readonly Field[],
): Picked {
  for (const field of fields) picked[field] = whole[field]
  return picked
}

const rankAmong = (roles: readonly MemberRole[]): MemberRole | undefined =>
  roles.findLast(({ rankId, managed }) => managed || rankId === OWNER) ?? roles[0]

/** By the stored roles, because the community may have declared since which of them are ranks. */
function toMemberRank(row: MemberRow): Schema<'Member'>['rank'] {
  if (row.rank_unique_id === null) return null
  const role = rankAmong(row.roles ?? [])
  if (role) return { uniqueId: role.uniqueId, rankId: role.rankId, name: role.name }
  if (row.rank_id === null || row.rank_name === null) return null
  return { uniqueId: row.rank_unique_id, rankId: row.rank_id, name: row.rank_name }
}
