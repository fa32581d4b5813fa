// Staff roles: the built-in ones of the contract, and those of the community. Pure.
import { staffRoles as builtIn } from '../../generated/operations'

type BuiltInRole = keyof typeof builtIn
/** Weakest first. Named here, because the generator loads this file before it has written their table. */
export const staffRoles = [
  'viewer',
  'reviewer',
  'moderator',
  'officer',
  'administrator',
] as const satisfies readonly BuiltInRole[]
/** A built-in role, or one of the community's own. */
export type StaffRole = string

export const isBuiltIn = (role: StaffRole): role is BuiltInRole => staffRoles.some((one) => one === role)

/** @param own those of a role of the community's own */
export const scopesOf = (role: StaffRole, own: readonly string[] | null = null): readonly string[] =>
  isBuiltIn(role) ? builtIn[role].scopes : (own ?? [])

/** Takes an hour of a new person. A viewer changes no member. */
export const takesOf = (role: BuiltInRole): number => builtIn[role].takesPerHourLimit

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
