// People and sessions in the form of the contract.
import type { Schema } from '../contract/types'
import { toBoundsShown } from '../auth/bounds/rules'
import { toAuthor } from '../auth/handing-on/author'
import { timeOf } from '../base/time'
import type { RankBounds } from '../context'
import type { PersonRow, SessionRow } from './queries'
import type { OwnRoleRow } from './own-roles/queries'
import type { StaffRole } from './roles'
import { signInOf, stateOf } from './rules'

export const toPerson = (row: PersonRow): Schema<'Person'> => ({
  personId: row.person_id,
  name: row.name,
  role: row.role,
  userId: row.user_id === null ? null : String(row.user_id),
  lowestRankUniqueId: row.lowest_rank_unique_id,
  roleCounts: row.role_loss === null,
  state: stateOf(row),
  signIn: signInOf(row),
  createdAt: row.created_at,
  createdBy: toAuthor({ keyId: row.creator_key_id, personId: row.creator_person_id }),
  invitedBy: toAuthor({ keyId: row.inviter_key_id, personId: row.inviter_person_id }),
  lastSignInAt: row.last_sign_in_at,
  invitationExpiresAt: row.invitation_expires_at,
  ...toBoundsShown(row.bounds),
  takesPerHourLimit: row.takes_per_hour_limit,
  pausedAt: row.paused_at,
})

export const toSession = (row: SessionRow): Schema<'Session'> => ({
  sessionId: row.session_id,
  personId: row.person_id,
  personName: row.name,
  client: row.client,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
})

export const toOwnRole = (row: OwnRoleRow): Schema<'OwnRole'> => ({
  name: row.name,
  scopes: row.scopes,
  takesPerHourLimit: row.takes_per_hour_limit,
  people: row.people,
})

interface Current {
  readonly communityId: string
  readonly communityName: string
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly role: StaffRole
  readonly scopes: readonly string[]
  readonly expiresAt: string | number
  readonly bounds: RankBounds
  readonly takesPerHour: number | null
  readonly pausedAt: string | null
  readonly provedAt: string | number
}

const toTime = (time: string | number): string => (typeof time === 'string' ? time : timeOf(time))

export const toCurrent = ({
  expiresAt,
  provedAt,
  bounds,
  takesPerHour,
  ...session
}: Current): Schema<'CurrentSession'> => ({
  ...session,
  ...toBoundsShown(bounds),
  takesPerHourLimit: takesPerHour,
  scopes: [...session.scopes],
  expiresAt: toTime(expiresAt),
  provedAt: toTime(provedAt),
})
