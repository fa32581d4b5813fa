// Who may apply, in the spec's order: verification, data rights, restriction, blacklist. Pure.
import { DomainError } from '../errors'

/** What decides whether an account may apply, but for data rights. */
export interface ApplicantStanding {
  /** null: not verified. */
  readonly chatUserId: string | null
  readonly restricted: boolean
  readonly blacklisted: boolean
  /** Groups of the platform the community has blacklisted: who is in one of them is kept out too. */
  readonly blacklistedGroups: readonly number[]
}

/** @throws DomainError 403 `applicant_unverified` */
export function assertVerified(standing: ApplicantStanding): void {
  if (standing.chatUserId !== null) return
  throw new DomainError('applicant_unverified', 'This platform account is not verified. The player must link it first.')
}

/** @throws DomainError 403 `data_rights_restricted` */
export function assertNotHeld(held: boolean): void {
  if (!held) return
  throw new DomainError('data_rights_restricted', 'A data-rights request protects this account; it cannot apply.')
}

/** @throws DomainError 403 `applicant_restricted` or `applicant_blacklisted` */
export function assertAllowed({ restricted, blacklisted }: ApplicantStanding): void {
  if (restricted) throw new DomainError('applicant_restricted', 'This account is restricted and cannot apply.')
  if (blacklisted) throw new DomainError('applicant_blacklisted', 'This community has blacklisted the account.')
}

/** @param groups the blacklisted groups the account is in @throws DomainError 403 `applicant_blacklisted` */
export function assertInNone(groups: ReadonlySet<number>): void {
  if (groups.size === 0) return
  throw new DomainError('applicant_blacklisted', 'This community has blacklisted a group that the account is in.')
}
