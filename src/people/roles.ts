// Staff roles: named sets of scopes, each with those of the one before, and numbers a minute. Pure.
import { scopes as contractScopes } from '../../generated/operations'
import { DEFAULT_LIMITS } from '../auth/change-limits/rules'
import type { ChangeLimits } from '../context'

type Scope = keyof typeof contractScopes

export const staffRoles = ['viewer', 'reviewer', 'moderator', 'officer', 'administrator'] as const
export type StaffRole = (typeof staffRoles)[number]

const viewer: readonly Scope[] = [
  ...(['members.read', 'ranks.read', 'medals.read', 'qualifications.read', 'events.read'] as const),
  ...(['applications.read', 'settings.read', 'plans.read'] as const),
]
const reviewer: readonly Scope[] = [
  ...viewer,
  ...(['applications.responses.read', 'applications.responses.review', 'verifications.read'] as const),
]
const moderator: readonly Scope[] = [
  ...reviewer,
  ...(['blacklists.read', 'blacklists.write', 'warnings.read', 'warnings.write'] as const),
  ...(['suspensions.read', 'suspensions.write', 'joins.read', 'joins.write'] as const),
  ...(['members.identities.read', 'audit.read', 'people.read'] as const),
]
const officer: readonly Scope[] = [
  ...moderator,
  ...(['members.experience.write', 'members.quota.write', 'members.ranks.write', 'members.roles.write'] as const),
  ...(['members.medals.write', 'members.qualifications.write', 'medals.write', 'qualifications.write'] as const),
  ...(['events.write', 'applications.write', 'reversals.read', 'reversals.write'] as const),
]

const scopesByRole: Readonly<Record<StaffRole, readonly Scope[]>> = {
  viewer,
  reviewer,
  moderator,
  officer,
  administrator: Object.keys(contractScopes) as Scope[],
}

export const scopesOf = (role: StaffRole): readonly string[] => scopesByRole[role]

/** The numbers a minute of a new person; docs/operations/sessions.md gives the reasons. */
export const limitsByRole: Readonly<Record<StaffRole, ChangeLimits>> = {
  viewer: { rankChanges: 0, points: 0 },
  reviewer: { rankChanges: 60, points: 0 },
  moderator: { rankChanges: 60, points: 0 },
  officer: { rankChanges: 100, points: 250_000 },
  administrator: DEFAULT_LIMITS,
}

/** A person has no end of its own; sessions end. */
export const grantsOf = ({ role, enabled }: { readonly role: StaffRole; readonly enabled: boolean }) => ({
  scopes: scopesOf(role),
  enabled,
  expiresAt: null,
})
