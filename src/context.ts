// The context of a request, a job or an operator's command, as passed to every function of the domain.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../generated/database'
import { DomainError } from './errors'
import type { Logger } from './logger'
import type { Keyring } from './platform/keyring'
import type { Platform } from './platform/platform'

export type Db = Kysely<DB>

/** The actor as recorded in the audit log. */
export interface Actor {
  readonly kind: 'key' | 'operator' | 'job'
  readonly id: string
  /** For keys: the first key of the rotation chain. */
  readonly originKeyId?: string
}

/** The owner of idempotency keys and batch ids. Rotated keys keep the owner of the first key. */
export function ownerOf({ kind, id, originKeyId }: Actor): string {
  return kind === 'key' ? (originKeyId ?? id) : `${kind} ${id}`
}

/** Settings and entitlements of a community, cached for at most one second. */
export interface Community {
  readonly communityId: string
  readonly apiEnabled: boolean
  readonly experienceAwardLimit: number
  readonly quotaAwardLimit: number
  readonly autoRankEnabled: boolean
  readonly autoRankDemotes: boolean
  /** Status of the stored platform connection at its last use. */
  readonly connection: 'none' | 'connected' | 'reconnect_required'
  /** Plans of the subscription and the trial; the ones that have not ended apply. */
  readonly plans: readonly PlanHeld[]
}

export interface PlanHeld {
  readonly apiAccess: boolean
  readonly automaticGrading: boolean
  readonly features: readonly string[]
  /** Milliseconds since the epoch; null: no end. */
  readonly endsAt: number | null
}

export interface WebhookTargets {
  /** Private addresses, and plain HTTP to them: rejected, allowed, or allowed in these networks (CIDR). */
  readonly allowPrivate: 'nothing' | 'anything' | readonly string[]
  /** Resolves a host name. @throws if there are no addresses */
  readonly resolve: (host: string) => Promise<readonly string[]>
}

export interface Settings {
  /** Age in seconds after which a fetch syncs a profile again. */
  readonly profileStalenessSeconds: number
  /** Encrypts platform credentials and webhook secrets at rest, and signs cursors. */
  readonly encryptionKey: Keyring
  /** Time limit of one platform call, in milliseconds. */
  readonly platformTimeoutMs: number
  /** Time limit of a synchronous rank change, in milliseconds. */
  readonly rankChangeWaitMs: number
  /** Maximum number of queued rank changes per community. */
  readonly queueLimit: number
  /** Retention of audit entries in days; null: unlimited. */
  readonly auditRetentionDays: number | null
  readonly webhookTargets: WebhookTargets
}

/** Signals the end of rank changes to waiting callers (rank-changes/enqueue/completion-notifier.ts). */
export interface CompletionNotifier {
  /** Registers a waiter. Call it before the rank change is enqueued, so that no notification is missed. */
  register(operationId: string): OperationWaiter
}

export interface OperationWaiter {
  /**
   * Waits until the rank change has ended.
   * @param poll whether it has ended; called periodically, in case the notification was lost
   * @returns false if `ms` elapsed first
   */
  wait(ms: number, poll: () => Promise<boolean>): Promise<boolean>
  /** Unregisters the waiter. */
  cancel(): void
}

export interface Requirement {
  readonly scope: string
  readonly feature: string | null
}

export interface Ctx {
  readonly db: Db
  readonly platform: Platform
  readonly settings: Settings
  readonly log: Logger
  readonly now: () => Date
  readonly community: Community
  readonly actor: Actor
  readonly requestId: string | null
  /** The scope and feature that the contract requires for this request; absent for operators and jobs. */
  readonly requires?: Requirement
  /** Throws unless the caller also meets this requirement; absent for operators and jobs. */
  readonly assertAlso?: (requirement: Requirement) => void
  /** Absent with SCHEDULER=off: rank changes then run in this process. */
  readonly completionNotifier?: CompletionNotifier
}

/** For functions that must run in a transaction. */
export interface TxCtx extends Ctx {
  readonly db: Transaction<DB>
}

/** Whether the caller has the scope; always true for operators and jobs. */
export function mayRead({ assertAlso }: Pick<Ctx, 'assertAlso'>, scope: string): boolean {
  try {
    assertAlso?.({ scope, feature: null })
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/** Runs `work` in one transaction. `work` must not make network calls. */
export function inTransaction<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
