// What every piece of work has in hand: a request, a job and an operator's command look the same to the rooms.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../generated/database'
import { DomainError } from './errors'
import type { Logger } from './logger'
import type { Keyring } from './platform/keyring'
import type { Platform } from './platform/platform'

export type Db = Kysely<DB>

/** Who does it, as the audit trail names them. */
export interface Actor {
  readonly kind: 'key' | 'operator' | 'job'
  readonly id: string
  /** Of a key: the first key of its chain of rotations. */
  readonly originKeyId?: string
}

/** Whose an idempotency key or a batch id is: a key's, which keeps them when it is rotated; or who else it is. */
export function ownerOf({ kind, id, originKeyId }: Actor): string {
  return kind === 'key' ? (originKeyId ?? id) : `${kind} ${id}`
}

/** What a community is entitled to and how it is set up, as the process remembers it (at most a second old). */
export interface Community {
  readonly communityId: string
  readonly apiEnabled: boolean
  readonly experienceAwardLimit: number
  readonly quotaAwardLimit: number
  readonly autoRankEnabled: boolean
  readonly autoRankDemotes: boolean
  /** Whether a platform connection is stored, and whether it was last seen to work. */
  readonly connection: 'none' | 'connected' | 'reconnect_required'
  /** The plans of its subscription and its trial, each with its end; the clock decides which are live. */
  readonly plans: readonly PlanHeld[]
}

export interface PlanHeld {
  readonly apiAccess: boolean
  readonly automaticGrading: boolean
  readonly features: readonly string[]
  /** Milliseconds since the epoch; null: until further notice. */
  readonly endsAt: number | null
}

/** Where webhooks may be sent. */
export interface WebhookTargets {
  /** Private addresses, and plain http to them: refused, allowed, or allowed in these networks (CIDR). */
  readonly allowPrivate: 'nothing' | 'anything' | readonly string[]
  /** The addresses of a host name. @throws when there are none */
  readonly resolve: (host: string) => Promise<readonly string[]>
}

export interface Settings {
  /** How old a synced profile may be before a fetch syncs it again, in seconds. */
  readonly profileStalenessSeconds: number
  /** Encrypts platform credentials and webhook secrets at rest, and signs cursors. */
  readonly encryptionKey: Keyring
  /** How long one call of the platform may take, in milliseconds. */
  readonly platformTimeoutMs: number
  /** How long a synchronous caller waits for a rank change, in milliseconds. */
  readonly rankChangeWaitMs: number
  /** Queued operations of one community beyond which no more are accepted. */
  readonly queueLimit: number
  /** How long audit entries are kept, in days; null: for ever. */
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

/** What the contract asks of the caller of an operation. */
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
  /** What the contract asked of a request's caller; absent for operators and jobs. */
  readonly requires?: Requirement
  /** Throws what a request's caller would be refused with were this asked as well; absent for operators and jobs. */
  readonly assertAlso?: (requirement: Requirement) => void
  /** Absent with SCHEDULER=off: rank changes then run in this process. */
  readonly completionNotifier?: CompletionNotifier
}

/** Functions that must not run alone ask for this. */
export interface TxCtx extends Ctx {
  readonly db: Transaction<DB>
}

/** Whether a request's caller has the scope; operators and jobs may read everything. */
export function mayRead({ assertAlso }: Pick<Ctx, 'assertAlso'>, scope: string): boolean {
  try {
    assertAlso?.({ scope, feature: null })
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/** Runs `work` in one transaction. It must hold no network call. */
export function inTransaction<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
