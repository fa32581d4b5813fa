// The context of a request, a job or a command.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../generated/database'
import { DomainError } from './base/errors'
import type { Logger } from './base/logger'
import type { Keyring } from './encryption/keyring'
import type { Platform } from './platform/platform'

export type Db = Kysely<DB>

/** As audited. */
export interface Actor {
  readonly kind: 'key' | 'operator' | 'job'
  readonly id: string
  /** First key of the rotation chain. */
  readonly originKeyId?: string
}

/** Owns idempotency keys and batch ids; rotated keys keep the first owner. */
export function ownerOf({ kind, id, originKeyId }: Actor): string {
  return kind === 'key' ? (originKeyId ?? id) : `${kind} ${id}`
}

/** The actor of a decision on a person. @throws for a job, which makes none */
export function moderatorOf({ kind, id }: Actor): { readonly kind: 'key' | 'operator'; readonly id: string } {
  if (kind === 'job') throw new Error('a job does not moderate')
  return { kind, id }
}

/** Cached for at most one second. */
export interface Community {
  readonly communityId: string
  readonly apiEnabled: boolean
  readonly experienceAwardLimit: number
  readonly quotaAwardLimit: number
  readonly autoRankEnabled: boolean
  readonly autoRankDemotes: boolean
  /** All roles are ranks. */
  readonly singleRank: boolean
  /** Some role is declared none, or all are ranks (`singleRank`). */
  readonly ranksDeclared: boolean
  /** Queued rank changes; null: the server's setting. */
  readonly queueLimit: number | null
  /** Live keys that keys created; null: the server's. */
  readonly keyLimit: number | null
  /** Webhook endpoints; null: the server's. */
  readonly webhookLimit: number | null
  /** At its last use. */
  readonly connection: 'none' | 'connected' | 'reconnect_required'
  /** Those that have not ended apply. */
  readonly plans: readonly PlanHeld[]
}

export interface PlanHeld {
  readonly apiAccess: boolean
  readonly automaticGrading: boolean
  readonly features: readonly string[]
  /** Milliseconds; null: never. */
  readonly endsAt: number | null
}

export interface WebhookTargets {
  /** Private addresses, and plain HTTP to them; a list: networks (CIDR). */
  readonly allowPrivate: 'nothing' | 'anything' | readonly string[]
  /** @throws without addresses */
  readonly resolve: (host: string) => Promise<readonly string[]>
}

export interface Settings {
  /** Seconds. */
  readonly profileStalenessSeconds: number
  /** Seconds between attempts of a step of name look-ups that is off. */
  readonly nameRetrySeconds: number
  /** Days before the end of a platform credential when it is reported. */
  readonly platformKeyNoticeDays: number
  /** How long an erasure request whose id is not known is kept. */
  readonly parkedErasureDays: number
  /** For stored secrets and cursors. */
  readonly encryptionKey: Keyring
  /** Milliseconds. */
  readonly platformTimeoutMs: number
  /** Milliseconds. */
  readonly rankChangeWaitMs: number
  /** Per community without its own. */
  readonly queueLimit: number
  /** Days; null: unlimited. */
  readonly auditRetentionDays: number | null
  readonly webhookTargets: WebhookTargets
}

/** How rank changes run in this deployment. */
export interface RankChangeMode {
  /** False (SCHEDULER=off): no asynchronous routes, and the process that receives a request dispatches rank changes. */
  readonly scheduler: boolean
  readonly notifier: CompletionNotifier
  /** SCHEDULER=off: starts to execute what is queued. */
  readonly dispatch: (() => void) | null
}

/** Signals the end of rank changes to waiting callers (rank-changes/enqueue/completion-notifier.ts). */
export interface CompletionNotifier {
  /** Before the rank change is enqueued. */
  register(operationId: string): OperationWaiter
}

export interface OperationWaiter {
  /**
   * @param poll whether it has ended; called in case the notification was lost
   * @returns false after `ms`
   */
  wait(ms: number, poll: () => Promise<boolean>): Promise<boolean>
  /** Unregisters the waiter. */
  cancel(): void
}

/** The key of a request. */
export interface CallerKey {
  readonly keyId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** null: the group's. */
  readonly domain: string | null
  /** Milliseconds; null: never. */
  readonly expiresAt: number | null
  /** CIDR; null: any. */
  readonly allowedAddresses: readonly string[] | null
  /** null: off. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetMs: number } | null
  readonly accessLimit: number | null
}

export interface Requirement {
  /** `any`: every key. */
  readonly scope: string
  readonly feature: string | null
}

/** Decides what a request, a command or a job may do. */
export type Caller = KeyCaller | { readonly kind: 'operator' } | { readonly kind: 'job' }

/** The caller of everything that no request and no command asks for. */
export const JOB: Caller = { kind: 'job' }

export interface KeyCaller {
  readonly kind: 'key'
  /** What the operation requires, which the key meets. */
  readonly requirement: Requirement
  readonly describe: () => CallerKey
  /** @throws DomainError 403 unless the key meets it */
  readonly assertMay: (requirement: Requirement) => void
}

/** @throws DomainError 403 for a key that does not meet it; operators and jobs may do everything */
export function assertMay({ caller }: Pick<Ctx, 'caller'>, requirement: Requirement): void {
  switch (caller.kind) {
    case 'key':
      return caller.assertMay(requirement)
    case 'operator':
    case 'job':
      return
    default:
      throw new Error(`no rule for the caller ${JSON.stringify(caller satisfies never)}`)
  }
}

/** Of a key that is bound to a domain. */
export interface KeyDomain {
  readonly domain: string
  /** The body with ids of the domain. */
  readonly sentBody: unknown
  /** The id that the request has for an account, or for the negative number of an unknown one. */
  idOf(account: number): string
}

/** An `Idempotency-Key` and its request, as stored. */
export interface HashedKey {
  readonly key: Buffer
  readonly fingerprint: Buffer
}

/** The `Idempotency-Key` of a request. */
export interface RequestKey extends HashedKey {
  /** What the contract says of the answer. */
  readonly answer: {
    /** Names of properties that are not stored. */
    readonly secrets: readonly string[]
    readonly accountsIn: (reply: StoredReply) => readonly number[]
  }
  /** The answer to the result of `commitOnce`; absent: it is made after the commit. */
  replyTo?: (result: object) => StoredReply
  /** The effect of this request is committed with the key. */
  isCommitted?: boolean
}

/** What a repeated request gets. */
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
  /** Of a request with an `Idempotency-Key` (src/idempotency). */
  readonly requestKey?: RequestKey | undefined
  /** Of a request with `If-Match`. @throws DomainError 409 `record_changed`; call it with the record locked */
  readonly assertUnchanged?: (tx: TxCtx) => Promise<void>
}

export interface TxCtx extends Ctx {
  readonly db: Transaction<DB>
}

/** Whether the caller has the scope. */
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

/** Parameters of the columns actor_kind, actor_id and request_id. */
export const actorParameters = ({ actor, requestId }: Pick<Ctx, 'actor' | 'requestId'>) => ({
  actorKind: actor.kind,
  actorId: actor.id,
  requestId,
})
