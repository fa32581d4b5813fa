// The context of a request, a job or a command.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../generated/database'
import type { components } from '../generated/openapi'
import { errorOf } from './base/errors'
import type { Logger } from './base/logger'
import type { Keyring } from './encryption/keyring'
import type { SignInIssuer } from './issuer/issuer'
import type { Platform } from './platform/platform'

export type Db = Kysely<DB>

export interface Actor {
  readonly kind: 'key' | 'operator' | 'job' | 'person' | 'applicant'
  readonly id: string
  /** The first key of the chain of rotations. */
  readonly originKeyId?: string
  /** The account that a key acts for. */
  readonly onBehalfOf?: number | null
}

/** The owner of idempotency keys and batch ids. Rotated keys keep the first one. */
export function ownerOf({ kind, id, originKeyId }: Actor): string {
  return kind === 'key' ? (originKeyId ?? id) : `${kind} ${id}`
}

/** Those whose idempotency keys are the caller's: rows of an earlier release have an empty owner. */
export const ownersOf = (actor: Actor): string[] => [ownerOf(actor), '']

/** @throws Error for a job or an applicant, who make no decision on a person */
export function moderatorOf({ kind, id }: Actor): {
  readonly kind: 'key' | 'operator' | 'person'
  readonly id: string
} {
  if (kind === 'job' || kind === 'applicant') throw new Error(`a caller of the kind ${kind} does not moderate`)
  return { kind, id }
}

export interface Community {
  readonly communityId: string
  readonly apiEnabled: boolean
  /** The most that one request awards a member; 0 or more. */
  readonly experienceAwardLimit: number
  /** The most that one request awards a member; 0 or more. */
  readonly quotaAwardLimit: number
  readonly autoRankEnabled: boolean
  readonly autoRankDemotes: boolean
  /** Every role is a rank. */
  readonly singleRank: boolean
  /** True when some role is declared to be no rank, or all roles are ranks (`singleRank`). */
  readonly ranksDeclared: boolean
  /** Queued rank changes; null: the server's (QUEUE_LIMIT). */
  readonly queueLimit: number | null
  /** Live keys that keys and people created; null: MAX_LIVE_KEYS. */
  readonly keyLimit: number | null
  /** Webhook endpoints; null: MAX_ENDPOINTS. */
  readonly webhookLimit: number | null
  /** Its state at the last use. */
  readonly connection: 'none' | 'connected' | 'reconnect_required'
  /** Those that have not ended apply. */
  readonly plans: readonly AssignedPlan[]
}

export interface AssignedPlan {
  readonly apiAccess: boolean
  readonly automaticGrading: boolean
  readonly features: readonly string[]
  /** Milliseconds since the epoch; null: never. */
  readonly endsAt: number | null
}

export interface WebhookTargets {
  /** Private addresses, also over plain HTTP; a list: networks (CIDR). */
  readonly allowPrivate: 'nothing' | 'anything' | readonly string[]
  /** @throws Error without addresses */
  readonly resolve: (host: string) => Promise<readonly string[]>
}

export interface Settings {
  /** Age of a profile after which fetching a member syncs it; default 600. */
  readonly profileStalenessSeconds: number
  /** Between attempts of a step of name look-ups that is off; default 300. */
  readonly nameRetrySeconds: number
  /** Before the end of a platform credential, when it is reported; 1 to 59, default 14. */
  readonly platformKeyNoticeDays: number
  /** For which an erasure request with an unknown id is kept; default 30. */
  readonly parkedErasureDays: number
  /** For stored secrets and cursors. */
  readonly encryptionKey: Keyring
  /** Of each call of the platform; default 5000. */
  readonly platformTimeoutMs: number
  /** For which a synchronous caller waits; default 10000. */
  readonly rankChangeWaitMs: number
  /** Queued rank changes of a community without its own limit; default 20000. */
  readonly queueLimit: number
  /** How long audit entries are kept; 31 or more, default 400; null: without limit. */
  readonly auditRetentionDays: number | null
  readonly webhookTargets: WebhookTargets
  /** The origin that browsers use. */
  readonly publicUrl: string
  readonly issuer: SignInIssuer | null
}

export interface RankChangeMode {
  /** False (SCHEDULER=off): no asynchronous routes; the process that receives a request dispatches rank changes. */
  readonly scheduler: boolean
  readonly notifier: CompletionNotifier
  /** With SCHEDULER=off: starts to execute what is queued. */
  readonly dispatch: (() => void) | null
}

export interface CompletionNotifier {
  /** To be called before the rank change is enqueued. */
  register(operationId: string): OperationWaiter
}

export interface OperationWaiter {
  /**
   * @param poll whether it has ended; called in case the notification was lost
   * @returns false after `ms`
   */
  wait(ms: number, poll: () => Promise<boolean>): Promise<boolean>
  cancel(): void
}

/** Numbers of ranks (`rankId`, 0 to 255). */
export interface RankBounds {
  /** The highest rank that may be given or taken away. */
  readonly highestGiven: number
  /** Members that hold a rank outside these two are not changed. */
  readonly lowestTouched: number
  readonly highestTouched: number
  /** Ranks and roles that a key does not give; absent for a person. */
  readonly givenByPeople?: readonly number[]
  /** The account that the key acts for. */
  readonly account?: number
  /** Of who stored what gives it, who is not the caller. */
  readonly isOfAuthor?: boolean
}

/** Bounds of who stored what gives, recorded with it. */
export type AuthorBounds = Pick<RankBounds, 'highestGiven' | 'lowestTouched' | 'highestTouched'>

export interface CallerKey extends Holdings {
  readonly keyId: string
  readonly name: string
  readonly domain: string | null
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null
  /** Canonical CIDR; null: any. */
  readonly allowedAddresses: readonly string[] | null
  readonly actFor: boolean
  readonly pausedAt: string | null
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetMs: number } | null
  /** Null: off (RATE_LIMITING). */
  readonly accessLimit: number | null
}

export interface Requirement {
  /** `any` admits every key. */
  readonly scope: string
  readonly feature: string | null
}

export type Caller =
  KeyCaller | PersonCaller | ApplicantCaller | { readonly kind: 'operator' } | { readonly kind: 'job' }

/** Of work that no request and no command starts. */
export const JOB: Caller = { kind: 'job' }

interface BoundedCaller {
  readonly requirement: Requirement
  readonly bounds: RankBounds
  /** See auth/takes; null: any number. */
  readonly takesPerHour: number | null
  /** @throws DomainError 403 unless the key or the role meets it */
  readonly assertMay: (requirement: Requirement) => void
}

export interface KeyCaller extends BoundedCaller {
  readonly kind: 'key'
  readonly describe: () => CallerKey
  /** Of the account that the key acts for, without those of the key. */
  readonly acting?: RankBounds
}

export interface PersonCaller extends BoundedCaller {
  readonly kind: 'person'
  readonly sessionId: string
  /** The person confirmed the request with a fresh proof, so nothing of it is a take. */
  readonly isConfirmed: boolean
  /** Reads the person from the database. @throws DomainError 401 or 403 when the person may not do this any more */
  readonly holdingsNow: (ctx: Pick<Ctx, 'db' | 'community' | 'now'>) => Promise<PersonHoldings>
}

export type ApplicantCaller = BoundedCaller & { readonly kind: 'applicant' }

export interface Holdings {
  readonly scopes: readonly string[]
  readonly bounds: RankBounds
  /** Null: any number. */
  readonly takesPerHour: number | null
}

/** Of a person, read from the database. */
export interface PersonHoldings extends Holdings {
  /** The role counts only while the person holds a rank. */
  readonly isBoundToRank: boolean
}

/** Null: operators and jobs, which may do everything. */
export function boundedCaller(caller: Caller): BoundedCaller | null {
  switch (caller.kind) {
    case 'key':
    case 'person':
    case 'applicant':
      return caller
    case 'operator':
    case 'job':
      return null
    default:
      throw new Error(`no rule for the caller ${JSON.stringify(caller satisfies never)}`)
  }
}

/** Null: operators and jobs, which have no bounds. */
export const boundsOfCaller = ({ caller }: Pick<Ctx, 'caller'>): RankBounds | null =>
  boundedCaller(caller)?.bounds ?? null

/** @throws DomainError 403 for a key or a person that does not meet it */
export const assertMay = ({ caller }: Pick<Ctx, 'caller'>, requirement: Requirement): void =>
  boundedCaller(caller)?.assertMay(requirement)

export interface SignedIn extends Holdings {
  readonly personId: string
  readonly sessionId: string
  readonly name: string
  readonly role: components['schemas']['StaffRole']
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** Of the newest proof, in milliseconds since the epoch. */
  readonly provedAt: number
  readonly pausedAt: string | null
}

/** Of a key that is bound to a domain. */
export interface KeyDomain {
  readonly domain: string
  /** The body with ids of the domain. */
  readonly sentBody: unknown
  /** The id in the request of an account, or of the negative number of an unknown one. */
  idOf(account: number): string
}

/** An idempotency key as it is stored, hashed or not, and the SHA-256 of what was asked for with it (src/idempotency). */
export interface IdempotencyKey<Key = Buffer> {
  readonly key: Key
  readonly fingerprint: Buffer
}

/** That of a request, whose answer is stored. */
export interface RequestKey extends IdempotencyKey {
  readonly answer: {
    /** Names of properties that are not stored. */
    readonly secrets: readonly string[]
    readonly accountsIn: (reply: StoredReply) => readonly number[]
  }
}

/** Commits the work and what it has done with the key of the request. */
export type CommitOnce = <T extends object>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>) => Promise<T>

export interface StoredReply {
  readonly status: number
  readonly headers?: object | undefined
  readonly body?: unknown
}

export interface Ctx {
  readonly db: Db
  readonly platform: Platform
  readonly settings: Settings
  readonly log: Logger
  readonly now: () => Date
  readonly community: Community
  readonly actor: Actor
  readonly caller: Caller
  readonly requestId: string | null
  readonly rankChanges: RankChangeMode
  /** Absent for a key without a domain. */
  readonly keyDomain?: KeyDomain
  /** Of a request with an `Idempotency-Key`. */
  readonly requestKey?: RequestKey | undefined
  /** Of an action that `once` runs for such a request. */
  readonly commitOnce?: CommitOnce
  /** Of a request with `If-Match`; the record must be locked. @throws DomainError 409 `record_changed` */
  readonly assertUnchanged?: (tx: TxCtx) => Promise<void>
}

export interface TxCtx extends Ctx {
  readonly db: Transaction<DB>
}

export const mayRead = (ctx: Pick<Ctx, 'caller'>, scope: string): boolean =>
  errorOf(() => assertMay(ctx, { scope, feature: null })) === null

/** `work` must not make network calls. */
export function inTransaction<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}

export const actorParameters = ({ actor, requestId }: Pick<Ctx, 'actor' | 'requestId'>) => ({
  actorKind: actor.kind,
  actorId: actor.id,
  requestId,
  onBehalfOf: actor.onBehalfOf ?? null,
})
