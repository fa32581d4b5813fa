// People and sessions. Pure.
import type { Principal } from '../auth/rules'
import type { Community, RankBounds } from '../context'
import { DomainError, invalid } from '../base/errors'
import type { ApplicantPrincipal } from './applicants/rules'
import type { StaffRole } from './roles'

export const INVITATION_MS = 72 * 3_600_000
/** A session ends after this time without a request. */
export const IDLE_MS = 12 * 3_600_000
export const SESSION_MS = 7 * 86_400_000
/** The use of a session is stored this often. */
export const TOUCH_MS = 60_000
/** Ended sessions are kept this long. */
export const KEPT_MS = 30 * 86_400_000
/** A proof of the person counts this long for what needs one. */
export const PROOF_MS = 300_000
/** Older sessions of the person are removed. */
export const MAX_SESSIONS = 20

export interface PersonPrincipal {
  readonly kind: 'person'
  readonly personId: string
  readonly sessionId: string
  readonly name: string
  readonly role: StaffRole
  readonly scopes: readonly string[]
  readonly enabled: boolean
  /** End of the session, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The newest proof of the session, in milliseconds since the epoch. */
  readonly provedAt: number
  readonly signIn: 'passkey' | 'issuer'
  readonly networks: null
  readonly domain: null
  readonly bounds: RankBounds
  /** Null: any number. */
  readonly takesPerHour: number | null
  readonly pausedAt: string | null
  readonly roleLoss: RoleLoss | null
  readonly community: Community
}

export type AnyPrincipal = Principal | PersonPrincipal | ApplicantPrincipal

/** Times in milliseconds since the epoch. */
interface SessionTimes {
  readonly enabled: boolean
  readonly endedAt: number | null
  readonly lastUsedAt: number
  readonly expiresAt: number
}

export const isLive = ({ enabled, endedAt, lastUsedAt, expiresAt }: SessionTimes, now: number): boolean =>
  enabled && endedAt === null && now < expiresAt && now - lastUsedAt < IDLE_MS

interface PersonFacts {
  readonly enabled: boolean
  readonly credential_id: string | null
  readonly issuer: string | null
  readonly invitation_hash: Buffer | null
}

export function stateOf(person: PersonFacts): 'invited' | 'active' | 'disabled' {
  if (!person.enabled) return 'disabled'
  return signInOf(person) === null ? 'invited' : 'active'
}

/** A server of the previous release removes a passkey and no account, when it invites a person again. */
export function signInOf({ credential_id, issuer, invitation_hash }: PersonFacts): 'passkey' | 'issuer' | null {
  if (credential_id !== null) return 'passkey'
  return issuer === null || invitation_hash !== null ? null : 'issuer'
}

export interface Binding {
  readonly userId: number | null
  /** Unique id of a rank: the role counts while the member holds it or a higher one; null: always. */
  readonly lowestRank: number | null
}

export const UNBOUND: Binding = { userId: null, lowestRank: null }

export const toBindingColumns = ({ userId, lowestRank }: Binding) => ({
  user_id: userId,
  lowest_rank_unique_id: lowestRank,
})

export interface BindingInput {
  readonly userId?: number | undefined
  readonly removeMember?: boolean | undefined
  readonly lowestRank?: number | undefined
  readonly removeLowestRank?: boolean | undefined
}

/** @throws DomainError 400 `validation_failed` */
export function bindingOf(input: BindingInput, old: Binding): Binding {
  const { userId, removeMember, lowestRank, removeLowestRank } = input
  if (userId !== undefined && removeMember) throw invalid('/body/removeMember', 'not', 'must not be sent with userId')
  if (lowestRank !== undefined && removeLowestRank)
    throw invalid('/body/removeLowestRank', 'not', 'must not be sent with lowestRankUniqueId')
  const binding = {
    userId: removeMember ? null : (userId ?? old.userId),
    lowestRank: removeLowestRank ? null : (lowestRank ?? old.lowestRank),
  }
  if (binding.lowestRank === null || binding.userId !== null || !(lowestRank ?? removeMember)) return binding
  throw removeMember
    ? invalid('/body/removeMember', 'dependentRequired', 'needs removeLowestRank: the role depends on the rank')
    : invalid('/body/lowestRankUniqueId', 'dependentRequired', 'needs userId: the member who holds the rank')
}

export const isSameBinding = (one: Binding, other: Binding): boolean =>
  one.userId === other.userId && one.lowestRank === other.lowestRank

export const mayLoosen = (old: Binding, binding: Binding): boolean =>
  old.lowestRank !== null && !isSameBinding(old, binding)

export interface RoleLoss {
  /** `unread`: the platform was not read for three minutes. `unbound`: the account was erased. */
  readonly reason: 'lost' | 'unread' | 'unbound'
  readonly rank: string
  readonly account: number | null
}

/** @throws DomainError 403 `insufficient_scope` */
export function assertRoleCounts(loss: RoleLoss | null): void {
  if (loss === null) return
  const { reason, rank, account } = loss
  const texts = {
    lost: `The role counts only from the rank ${rank} on, which the account ${account} does not hold. Get the rank on the platform, and wait a minute, or ask an administrator.`,
    unread: `The role counts only from the rank ${rank} on, and the rank of the account ${account} was not read from the platform for three minutes. Try again in a minute, or ask an administrator to look at the connection.`,
    unbound: `The role counts only from the rank ${rank} on, and the person is bound to no account. Ask an administrator to bind one.`,
  }
  throw new DomainError('insufficient_scope', texts[reason], {
    challenge: 'Bearer error="insufficient_scope"',
    details: { lowestRank: rank, reason },
  })
}

/**
 * A stolen cookie alone changes no credentials.
 * @param now milliseconds since the epoch
 * @throws DomainError 403 `proof_required`
 */
export function assertProved({ provedAt, signIn }: Pick<PersonPrincipal, 'provedAt' | 'signIn'>, now: number): void {
  if (now - provedAt <= PROOF_MS) return
  throw new DomainError(
    'proof_required',
    'This needs a proof of who you are that is at most 5 minutes old. Send one to POST /v2/session/proof, and repeat the request.',
    { details: { operation: 'proveSession', signIn, maxAgeSeconds: PROOF_MS / 1_000 } },
  )
}

/** Says nothing of who exists: it follows from the address alone. */
export const refusedElsewhere = (publicUrl: string): DomainError =>
  new DomainError(
    'sign_in_refused',
    `This page is open at another address than that of the server. Open it at ${publicUrl}, or let the operator set PUBLIC_URL.`,
    { challenge: 'Passkey' },
  )

/** @param cause logged, never sent */
export const refused = (cause?: Error): DomainError =>
  new DomainError('sign_in_refused', 'The sign-in is refused. Begin again, or ask for a new invitation.', {
    challenge: 'Passkey',
    ...(cause && { cause }),
  })

/** Characters of `sub` (OpenID Connect Core 1.0, 2). */
export const MAX_SUBJECT = 255

export const issuerNotConfigured = (): DomainError =>
  new DomainError('issuer_not_configured', 'This server has no issuer to sign in with. Sign in with a passkey.')

export const issuerNotForApplicants = (): DomainError =>
  new DomainError('issuer_not_configured', 'Players do not sign in with an issuer here. Enter a code.')

export interface PersonOfAccount {
  readonly personId: string
  readonly communityId: string
  readonly communityName: string
  /** Tells communities of one name apart; null: not connected. */
  readonly groupId: number | null
}

const MAX_CHOICE = 50

export const choiceRequired = (people: readonly PersonOfAccount[]): DomainError =>
  new DomainError(
    'community_choice_required',
    'The account signs in to several communities. Begin again with the communityId of one of those in details.',
    {
      details: {
        communities: people.slice(0, MAX_CHOICE).map(({ communityId, communityName: name, groupId }) => ({
          communityId,
          name,
          groupId: groupId === null ? null : String(groupId),
        })),
      },
    },
  )

/** The handle of a passkey tells the community and the person. */
export const toHandle = (communityId: string, personId: string): string =>
  Buffer.from(`${communityId} ${personId}`).toString('base64url')

export function fromHandle(handle: string): { readonly communityId: string; readonly personId: string } | null {
  const [communityId = '', personId = '', ...more] = Buffer.from(handle, 'base64url').toString('latin1').split(' ')
  const isHandle = /^cmt_[a-z2-7]{20}$/.test(communityId) && /^per_[a-z2-7]{20}$/.test(personId) && more.length === 0
  return isHandle ? { communityId, personId } : null
}
