// Rows of the leaderboard in the form of the contract.
import type { Schema } from '../../contract/types'
import type { PlaceRow } from './queries'

export function toEntry(row: Omit<PlaceRow, 'counted_at'>): Schema<'LeaderboardEntry'> {
  return {
    place: row.place,
    userId: String(row.user_id),
    username: row.username,
    displayName: row.display_name,
    experience: row.experience,
  }
}
