// What a stored person has, and what audit entries show of it. Pure.
import type { HolderState } from '../auth/handing-on/rules'
import { toBoundsShown } from '../auth/bounds/rules'
import type { PersonRow } from './queries'
import type { Binding } from './rules'
import { scopesOf } from './roles'

/** A person has neither an end nor networks, and does not act for members. */
export const stateOfPerson = (row: PersonRow): HolderState => ({
  scopes: scopesOf(row.role, row.own_scopes),
  bounds: row.bounds,
  takesPerHour: row.takes_per_hour_limit,
  actFor: false,
  expiresAt: null,
  allowedAddresses: null,
  enabled: row.enabled,
  isRevoked: false,
  isPaused: row.paused_at !== null,
})

export const bindingIn = ({ user_id: userId, lowest_rank_unique_id: lowestRank }: PersonRow): Binding => ({
  userId,
  lowestRank,
})

export const shownFacts = (row: PersonRow): object => ({
  personId: row.person_id,
  name: row.name,
  role: row.role,
  ...(row.lowest_rank_unique_id !== null && { lowestRankUniqueId: row.lowest_rank_unique_id }),
  ...toBoundsShown(row.bounds),
  takesPerHourLimit: row.takes_per_hour_limit,
})
