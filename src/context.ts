// The context of a request, a job or a command.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../generated/database'
import type { components } from '../generated/openapi'
import { DomainError } from './base/errors'
import type { Logger } from './base/logger'
import type { Keyring } from './encryption/keyring'
import type { SignInIssuer } from './issuer/issuer'
import type { Platform } from './platform/platform'

export type Db = Kysely<DB>

export interface Actor {
  readonly kind: 'key' | 'operator' | 'job' | 'person' | 'applicant'
  readonly id: string
  readonly originKeyId?: string
  /** The key acts for this account. */
  readonly onBehalfOf?: number | null
}

/** Rotated keys keep the first owner of idempotency keys and batch ids. */
export function ownerOf({ kind, id, originKeyId }: Actor): string {
  return kind === 'key' ? (originKeyId ?? id) : `${kind} ${id}`
}

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
  readonly experienceAwardLimit: number
  readonly quotaAwardLimit: number
  readonly autoRankEnabled: boolean
  readonly autoRankDemotes: boolean
  /** Every role is a rank. */
  readonly singleRank: boolean
  /** True when some role is declared to be no rank, or all roles are ranks (`singleRank`). */
  readonly ranksDeclared: boolean
  /** Null means the server's setting. */
  readonly queueLimit: number | null
  /** It limits live keys that keys created. Null means the server's setting. */
  readonly keyLimit: number | null
  /** Null means the server's setting. */
  readonly webhookLimit: number | null
  readonly connection: 'none' | 'connected' | 'reconnect_required'
  /** Plans that have not ended apply. */
  readonly plans: readonly PlanHeld[]
}

export interface PlanHeld {
  readonly apiAccess: boolean
  readonly automaticGrading: boolean
  readonly features: readonly string[]
  readonly endsAt: number | null
}

export interface WebhookTargets {
  /** A list has networks (CIDR). */
  readonly allowPrivate: 'nothing' | 'anything' | readonly string[]
  /** @throws Error without addresses */
  readonly resolve: (host: string) => Promise<readonly string[]>
}

export interface Settings {
  readonly profileStalenessSeconds: number
  /** It is the time between attempts of a step of name look-ups that is off. */
  readonly nameRetrySeconds: number
  readonly platformKeyNoticeDays: number
  readonly parkedErasureDays: number
  readonly encryptionKey: Keyring
  readonly platformTimeoutMs: number
  readonly rankChangeWaitMs: number
  readonly queueLimit: number
  /** Null means without limit. */
  readonly auditRetentionDays: number | null
  readonly webhookTargets: WebhookTargets
  /** It is the origin that browsers use. */
  readonly publicUrl: string
  readonly issuer: SignInIssuer | null
}

export interface RankChangeMode {
  /**
   * False (SCHEDULER=off) means no asynchronous routes: the process that receives a request dispatches rank changes.
   */
  readonly scheduler: boolean
  readonly notifier: CompletionNotifier
  /** With SCHEDULER=off it starts to execute what is queued. */
  readonly dispatch: (() => void) | null
}

export interface CompletionNotifier {
  /** It must be called before the rank change is enqueued. */
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

/** The numbers are those of ranks (`rankId`). */
export interface RankBounds {
  /** It is the highest rank that may be given or taken away. */
  readonly highestGiven: number
  /** Members that hold another rank than these are not changed. */
  readonly lowestTouched: number
  readonly highestTouched: number
  /** A key does not give these ranks and roles. Absent for a person. */
  readonly givenByPeople?: readonly number[]
  /** The key acts for it. */
  readonly account?: number
}

export interface CallerKey extends Holdings {
  readonly keyId: string
  readonly name: string
  readonly domain: string | null
  /** It is in milliseconds; null means never. */
  readonly expiresAt: number | null
  readonly allowedAddresses: readonly string[] | null
  readonly actFor: boolean
  readonly pausedAt: string | null
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetMs: number } | null
  readonly accessLimit: number | null
}

export interface Requirement {
  /** `any` admits every key. */
  readonly scope: string
  readonly feature: string | null
}

export type Caller =
  KeyCaller | PersonCaller | ApplicantCaller | { readonly kind: 'operator' } | { readonly kind: 'job' }

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
}

export interface PersonCaller extends BoundedCaller {
  readonly kind: 'person'
  readonly sessionId: string
  /** It reads the person from the database. @throws DomainError 401 or 403 when the person may not do this any more */
  readonly holdingsNow: (ctx: Pick<Ctx, 'db' | 'community' | 'now'>) => Promise<Holdings>
}

export type ApplicantCaller = BoundedCaller & { readonly kind: 'applicant' }

export interface Holdings {
  readonly scopes: readonly string[]
  readonly bounds: RankBounds
  /** Null: any number. */
  readonly takesPerHour: number | null
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

/** Null means without bounds: operators and jobs. */
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
  /** It is in milliseconds. */
  readonly expiresAt: number
  readonly pausedAt: string | null
}

export interface KeyDomain {
  readonly domain: string
  readonly sentBody: unknown
  idOf(account: number): string
}

export interface HashedKey {
  readonly key: Buffer
  readonly fingerprint: Buffer
}

export interface RequestKey extends HashedKey {
  readonly answer: {
    /** These properties are not stored. */
    readonly secrets: readonly string[]
    readonly accountsIn: (reply: StoredReply) => readonly number[]
  }
  replyTo?: (result: object) => StoredReply
  isCommitted?: boolean
}

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
  readonly keyDomain?: KeyDomain
  readonly requestKey?: RequestKey | undefined
  /** The record must be locked. @throws DomainError 409 `record_changed` */
  readonly assertUnchanged?: (tx: TxCtx) => Promise<void>
}

export interface TxCtx extends Ctx {
  readonly db: Transaction<DB>
}

export function mayRead(ctx: Pick<Ctx, 'caller'>, scope: string): boolean {
  try {
    assertMay(ctx, { scope, feature: null })
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

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
