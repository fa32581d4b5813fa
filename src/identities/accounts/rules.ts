// Access checks of applicants (spec, Applications 4). Pure.
import type { OperationId } from '../../contract/types'
import { adminCommand } from '../../base/commands'
import { DomainError } from '../../base/errors'

/** Without the data-rights hold, see `assertNotHeld`. */
export interface ApplicantStatus {
  /** Null: not verified. */
  readonly chatUserId: string | null
  readonly restricted: boolean
  readonly blacklisted: boolean
  /** Members of these groups cannot apply. */
  readonly blacklistedGroups: readonly number[]
}

/** Operations of the contract. The operator's command exists in every deployment. */
const waysToLink: readonly OperationId[] = ['setVerification', 'setVerifications', 'createLinkCode', 'redeemLinkCode']

/** @throws DomainError 403 `applicant_unverified` */
export function assertVerified(status: ApplicantStatus): void {
  if (status.chatUserId !== null) return
  throw new DomainError(
    'applicant_unverified',
    'This platform account is not linked to a chat account. Link it with PUT /v2/verifications/{userId}, with a code that the ' +
      `player enters in the game or sends in the chat (POST /v2/link-codes), or with ${adminCommand} account verify.`,
    { details: { ways: waysToLink } },
  )
}

/** @throws DomainError 403 `data_rights_restricted` */
export function assertNotOnHold(isOnHold: boolean): void {
  if (!isOnHold) return
  throw new DomainError('data_rights_restricted', 'A data-rights request protects this account, so it cannot apply.')
}

/** @throws DomainError 403 `applicant_restricted` or `applicant_blacklisted` */
export function assertAllowed({ restricted, blacklisted }: ApplicantStatus): void {
  if (restricted) throw new DomainError('applicant_restricted', 'This account is restricted and cannot apply.')
  if (blacklisted) throw new DomainError('applicant_blacklisted', 'This community has blacklisted the account.')
}

/**
 * @param groups blacklisted groups that the account is a member of
 * @throws DomainError 403 `applicant_blacklisted`
 */
export function assertNoBlacklistedGroups(groups: ReadonlySet<number>): void {
  if (groups.size === 0) return
  throw new DomainError(
    'applicant_blacklisted',
    'This community has blacklisted a group that the account is a member of.',
  )
}
