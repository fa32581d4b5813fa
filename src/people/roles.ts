// Staff roles: named sets of scopes, each with those of the one before, and the takes of a new person. Pure.
import { scopes as contractScopes } from '../../generated/operations'
import { DEFAULT_TAKES_PER_HOUR } from '../auth/takes/rules'

type Scope = keyof typeof contractScopes

export const staffRoles = ['viewer', 'reviewer', 'moderator', 'officer', 'administrator'] as const
type BuiltInRole = (typeof staffRoles)[number]
/** A built-in role, or one of the community's own. */
export type StaffRole = string

export const isBuiltIn = (role: StaffRole): role is BuiltInRole => staffRoles.some((one) => one === role)

const viewer: readonly Scope[] = [
  'members.read',
  'ranks.read',
  'medals.read',
  'qualifications.read',
  'events.read',
  'applications.read',
  'settings.read',
  'plans.read',
]
const reviewer: readonly Scope[] = [
  ...viewer,
  'applications.responses.read',
  'applications.responses.review',
  'verifications.read',
]
const moderator: readonly Scope[] = [
  ...reviewer,
  'blacklists.read',
  'blacklists.write',
  'warnings.read',
  'warnings.write',
  'suspensions.read',
  'suspensions.write',
  'joins.read',
  'joins.write',
  'members.identities.read',
  'audit.read',
  'people.read',
]
const officer: readonly Scope[] = [
  ...moderator,
  'members.experience.write',
  'members.quota.write',
  'members.ranks.write',
  'members.roles.write',
  'members.medals.write',
  'members.qualifications.write',
  'medals.write',
  'qualifications.write',
  'events.write',
  'applications.write',
  'reversals.read',
  'reversals.write',
]

const scopesByRole: Readonly<Record<BuiltInRole, readonly Scope[]>> = {
  viewer,
  reviewer,
  moderator,
  officer,
  administrator: Object.keys(contractScopes) as Scope[],
}

/** @param own those of a role of the community's own */
export const scopesOf = (role: StaffRole, own: readonly string[] | null = null): readonly string[] =>
  isBuiltIn(role) ? scopesByRole[role] : (own ?? [])

/** Takes an hour of a new person. A viewer changes no member. */
export const takesByRole: Readonly<Record<BuiltInRole, number | null>> = {
  viewer: 0,
  reviewer: DEFAULT_TAKES_PER_HOUR,
  moderator: DEFAULT_TAKES_PER_HOUR,
  officer: DEFAULT_TAKES_PER_HOUR,
  administrator: DEFAULT_TAKES_PER_HOUR,
}

export interface RoleFacts {
  readonly name: StaffRole
  /** Of a new person; null: any number. */
  readonly takesPerHour: number | null
}

interface Granted {
  readonly role: StaffRole
  readonly ownScopes?: readonly string[] | null
  readonly enabled: boolean
}

/** A person does not expire; sessions do. */
export const grantsOf = ({ role, ownScopes, enabled }: Granted) => ({
  scopes: scopesOf(role, ownScopes),
  enabled,
  expiresAt: null,
})
