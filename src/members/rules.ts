// Lookups of members, and selected properties. Pure.
import type { Schema } from '../contract/types'

export type MemberFieldList = readonly Schema<'MemberField'>[] | undefined

export function awardsIn(fields: MemberFieldList): { readonly medals: boolean; readonly qualifications: boolean } {
  const isRead = (field: Schema<'MemberField'>): boolean => fields === undefined || fields.includes(field)
  return { medals: isRead('medals'), qualifications: isRead('qualifications') }
}

interface Requested {
  readonly userIds: readonly number[]
  readonly usernames: readonly string[]
}

interface Found {
  readonly user_id: number
  readonly username: string | null
}

export function missingOf(requested: Requested, rows: readonly Found[]): Schema<'MissingMembers'> {
  const ids = new Set(rows.map((row) => row.user_id))
  const names = new Set(rows.map((row) => row.username?.toLowerCase()))
  return {
    userIds: [...new Set(requested.userIds)].filter((userId) => !ids.has(userId)).map(String),
    usernames: [...new Set(requested.usernames)].filter((username) => !names.has(username.toLowerCase())),
  }
}
