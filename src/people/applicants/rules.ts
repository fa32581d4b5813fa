// Players who sign in to apply. Pure.
import type { Community, RankBounds } from '../../context'
import { DomainError } from '../../base/errors'

export const APPLICANT_SESSION_MS = 12 * 3_600_000
/** A session ends after this time without a request. */
export const APPLICANT_IDLE_MS = 3_600_000
/** Older sessions of the account are removed. */
export const MAX_APPLICANT_SESSIONS = 5

export const CODE_SECONDS = 600
/** There are 20^12 = 4.1 * 10^15 codes (docs/operations/sessions.md: guesses). */
export const CODE_LETTERS = 12
/** Valid codes of a community. */
export const MAX_CODES = 5_000

/** All that a session of an applicant may do, for its own account. */
export const applicantScopes: readonly string[] = ['applications.submit']

/** @param form whose questions or result the page shows after the sign-in; without one it lists the forms */
export const applyPageOf = (publicUrl: string, communityId: string, form?: string): string =>
  `${publicUrl}/console/apply?community=${communityId}${form === undefined ? '' : `&form=${form}`}`

export interface ApplicantPrincipal {
  readonly kind: 'applicant'
  readonly sessionId: string
  readonly userId: number
  readonly scopes: readonly string[]
  readonly enabled: true
  /** End of the session, in milliseconds since the epoch. */
  readonly expiresAt: number
  readonly networks: null
  readonly domain: null
  readonly bounds: RankBounds
  readonly takesPerHour: null
  readonly community: Community
}

/** An applicant changes no rank: the form gives, whoever submits. */
export const NO_RANKS: RankBounds = { highestGiven: 0, lowestTouched: 0, highestTouched: 0 }

/** Times in milliseconds since the epoch. */
interface ApplicantSessionFacts {
  /** Still, to the chat account of the sign-in; also true after a code. */
  readonly isLinked: boolean
  readonly lastUsedAt: number
  readonly expiresAt: number
}

export const isLive = ({ isLinked, lastUsedAt, expiresAt }: ApplicantSessionFacts, now: number): boolean =>
  isLinked && now < expiresAt && now - lastUsedAt < APPLICANT_IDLE_MS

export const codeRefused = (): DomainError =>
  new DomainError('sign_in_refused', 'The code is not valid here. Check it, or ask for a new one.', {
    challenge: 'Passkey',
  })

export const accountChoiceRequired = (
  accounts: readonly { readonly userId: number; readonly username: string | null }[],
): DomainError =>
  new DomainError(
    'account_choice_required',
    'Several accounts are linked to this chat account. Begin again with the userId of one of those in details.',
    {
      details: {
        accounts: accounts.slice(0, 50).map(({ userId, username }) => ({ userId: String(userId), username })),
      },
    },
  )

export const tooManyCodes = (): DomainError =>
  new DomainError(
    'applicant_code_limit_reached',
    `This community has ${MAX_CODES.toLocaleString('en')} valid codes. Wait until codes are used or expire.`,
  )
