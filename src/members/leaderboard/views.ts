// Rows of the leaderboard in the shape of the contract.
import type { Schema } from '../../contract/types'
import { pick } from '../views'
import type { PlaceRow } from './queries'

type Entry = Schema<'LeaderboardEntry'>
export type LeaderboardFieldList = readonly Schema<'LeaderboardField'>[] | undefined

export function toPlace(row: Omit<PlaceRow, 'counted_at'>, fields: LeaderboardFieldList): Entry {
  const entry: Required<Entry> = {
    place: row.place,
    userId: String(row.user_id),
    username: row.username,
    displayName: row.display_name,
    experience: row.experience,
  }
  if (fields === undefined) return entry
  const { place, userId, username } = entry
  return pick<Entry, Schema<'LeaderboardField'>>({ place, userId, username }, entry, fields)
}
