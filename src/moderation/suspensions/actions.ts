// Suspending, changing and lifting, and the suspended rank. The move to the suspended rank and the way back are operations
// (operations/); the record goes on when they end, in their own transactions.
import { lockAccount } from '../../accounts/queries'
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { DomainError } from '../../errors'
import { resolveConnection } from '../../platform-connection/connection'
import { listRanks, type RankRow } from '../../ranks/queries'
import { namedTarget } from '../../ranks/rules'
import { randomBase32 } from '../../ids'
import { prepareMember, suspendRank, type Besides } from '../../rank-changes/enqueue/submit-and-wait'
import { lookUpTarget, newOperationId } from '../../rank-changes/enqueue/resolve-target'
import { followRestoring } from './expiry'
import {
  beginRestoring,
  changeSuspension,
  endKept,
  findLiveSuspension,
  findSuspendedRank,
  findSuspension,
  insertSuspension,
  lockSuspension,
  markLifted,
  storeSuspendedRank,
  type NewSuspension,
  type SuspendedRankRow,
  type SuspensionRow,
} from './queries'
import { alreadySuspended, assertOpen, isOpen } from './rules'

export interface SuspensionRequest {
  readonly userId: number
  readonly reason: string | null
  /** RFC 3339. */
  readonly endsAt: string
  /** The rank to move to; undefined: the community's suspended rank. */
  readonly rankUniqueId?: number | undefined
}

/**
 * Moves the member to the suspended rank, and answers when the platform has it.
 * @throws DomainError 409 `member_suspended` or `suspended_rank_not_set`, what a rank change is refused with, or an outcome
 *   of the scheduler, with `details.committed` where the suspension stands nevertheless
 */
export async function createSuspension(ctx: Ctx, request: SuspensionRequest): Promise<SuspensionRow> {
  const { userId, reason, endsAt, rankUniqueId } = request
  await prepareMember(ctx, userId)
  const rank = await suspendedRank(ctx, rankUniqueId)
  // asked again under the lock; here it spares the queue
  await assertNotSuspended(ctx, userId)
  const [suspensionId, operationId] = [newSuspensionId(), newOperationId()]
  const move = { suspendedUniqueId: rank.unique_id, operationId }
  const record: Besides = (tx) => add(tx, { suspensionId, userId, reason, endsAt, move }, rank)
  await suspendRank(ctx, { operationId, userId, targetUniqueId: rank.unique_id }, record).catch(
    async (error: unknown) => {
      throw error instanceof DomainError ? await withCommitted(ctx, suspensionId, error) : error
    },
  )
  return requireSuspension(ctx, suspensionId)
}

/** A suspension that nobody refused stands, whatever its caller is told. */
async function withCommitted(ctx: Ctx, suspensionId: string, error: DomainError): Promise<DomainError> {
  const row = await findSuspension(ctx, suspensionId).catch(() => null)
  if (!row || row.state === 'ended') return error
  return error.withDetails({ committed: ['suspension'], suspensionId })
}

/**
 * Keeps the member's rank as it is until then: nobody is moved, and nothing needs the platform. For the operator.
 * @throws DomainError 409 `member_suspended`
 */
export async function keepRank(ctx: Ctx, request: Omit<SuspensionRequest, 'rankUniqueId'>): Promise<SuspensionRow> {
  const suspensionId = newSuspensionId()
  await inTransaction(ctx, (tx) => add(tx, { ...request, suspensionId, move: null }, null))
  return requireSuspension(ctx, suspensionId)
}

const newSuspensionId = (): string => `sus_${randomBase32(20)}`

async function add(tx: TxCtx, suspension: NewSuspension, rank: RankRow | null): Promise<void> {
  const { suspensionId, userId, reason, endsAt } = suspension
  // of two at once the second sees the first
  await lockAccount(tx.db, userId)
  await endKept(tx.db, { communityId: tx.community.communityId, userId }, tx)
  await assertNotSuspended(tx, userId)
  await insertSuspension(tx, suspension)
  const suspendedRank = rank && { uniqueId: rank.unique_id, rankId: rank.rank_id, name: rank.name }
  await insertAuditEntry(tx, {
    action: 'suspension.add',
    userId,
    reason,
    after: { suspensionId, endsAt, suspendedRank },
  })
}

async function assertNotSuspended(ctx: Ctx, userId: number): Promise<void> {
  const live = await findLiveSuspension(ctx, userId)
  if (live) throw alreadySuspended(live)
}

async function suspendedRank(ctx: Ctx, named: number | undefined): Promise<RankRow> {
  const rankUniqueId = named ?? (await findSuspendedRank(ctx))?.unique_id
  if (rankUniqueId !== undefined) return lookUpTarget(ctx, { kind: 'set', rankUniqueId })
  throw new DomainError(
    'suspended_rank_not_set',
    'The community has no suspended rank. Name one with rankUniqueId, or set it with updateSuspensionSettings.',
  )
}

/**
 * The suspension.
 * @throws DomainError 404 `suspension_not_found`
 */
export async function requireSuspension(ctx: Ctx, suspensionId: string): Promise<SuspensionRow> {
  return (await findSuspension(ctx, suspensionId)) ?? Promise.reject(notFound())
}

function notFound(): DomainError {
  return new DomainError('suspension_not_found', 'This community has no such suspension.')
}

/** What of a suspension is changed; a reason of null is forgotten. */
export interface SuspensionChange {
  readonly endsAt?: string | undefined
  readonly reason?: string | null | undefined
}

/**
 * Sets another end, another reason, or both.
 * @throws DomainError 404 `suspension_not_found`, 409 `suspension_ended`
 */
export async function updateSuspension(
  ctx: Ctx,
  suspensionId: string,
  change: SuspensionChange,
): Promise<SuspensionRow> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockSuspension(tx, suspensionId)
    if (!before) throw notFound()
    assertOpen(before)
    await changeSuspension(tx, suspensionId, change)
    await insertAuditEntry(tx, {
      action: 'suspension.update',
      userId: before.user_id,
      reason: change.reason ?? null,
      before: { suspensionId, endsAt: before.ends_at },
      after: { suspensionId, endsAt: change.endsAt ?? before.ends_at },
    })
  })
  return requireSuspension(ctx, suspensionId)
}

/**
 * Ends the suspension before its time, and answers when the rank is restored or there is nothing to restore; one that ends
 * or has ended already is only waited for.
 * @throws DomainError 404 `suspension_not_found`, 409 of the connection before anything is done, or an outcome of the
 *   scheduler with `details.committed`
 */
export async function liftSuspension(ctx: Ctx, suspensionId: string, reason: string | null): Promise<SuspensionRow> {
  const row = await requireSuspension(ctx, suspensionId)
  if (row.state === 'ended') return row
  if (row.suspended_unique_id !== null) await resolveConnection(ctx)
  await inTransaction(ctx, (tx) => lift(tx, suspensionId, reason))
  return followRestoring(ctx, suspensionId)
}

async function lift(tx: TxCtx, suspensionId: string, reason: string | null): Promise<void> {
  const row = await lockSuspension(tx, suspensionId)
  if (!row || !isOpen(row)) return
  await markLifted(tx, suspensionId)
  await insertAuditEntry(tx, {
    action: 'suspension.lift',
    userId: row.user_id,
    reason,
    before: { suspensionId, endsAt: row.ends_at },
    after: { suspensionId, endsAt: row.ends_at, lifted: true },
  })
  const { communityId } = tx.community
  await beginRestoring(tx.db, [newOperationId()], { communityId, suspensionId }, tx)
  await endKept(tx.db, { communityId, userId: row.user_id }, tx)
}

/** The suspension of the account that has not ended, lifted; null when there is none. For the operator. */
export async function liftSuspensionOf(ctx: Ctx, userId: number, reason: string | null): Promise<SuspensionRow | null> {
  const live = await findLiveSuspension(ctx, userId)
  return live && liftSuspension(ctx, live.suspension_id, reason)
}

/** Suspensions taken at once by one look. */
const SWEPT_AT_ONCE = 50

/**
 * Begins to restore whoever's time is up, in every community: called every second by the heart of each worker. The rows are
 * all there is to it: nothing is remembered, and two who look at once take different ones.
 */
export async function endDueSuspensions(db: Ctx['db']): Promise<void> {
  const by = { actor: { kind: 'job', id: 'end-suspensions' }, requestId: null } as const
  const operationIds = Array.from({ length: SWEPT_AT_ONCE }, newOperationId)
  await beginRestoring(db, operationIds, 'all', by)
  await endKept(db, 'all', by)
}

/**
 * Sets the rank suspended members are moved to; null: there is none any more. Live suspensions keep theirs.
 * @throws DomainError 404 `rank_not_found`, 409 `rank_not_assignable`, or the platform's error when it had to be asked
 */
export async function setSuspendedRank(ctx: Ctx, rankUniqueId: number | null): Promise<SuspendedRankRow | null> {
  if (rankUniqueId !== null) await requireRank(ctx, rankUniqueId)
  await inTransaction(ctx, async (tx) => {
    const before = (await findSuspendedRank(tx))?.unique_id ?? null
    await storeSuspendedRank(tx, rankUniqueId)
    await insertAuditEntry(tx, {
      action: 'suspension-settings.update',
      before: { rankUniqueId: before },
      after: { rankUniqueId },
    })
  })
  return findSuspendedRank(ctx)
}

async function requireRank(ctx: Ctx, rankUniqueId: number): Promise<RankRow> {
  const goal = { kind: 'set', rankUniqueId } as const
  return ctx.community.connection === 'none' ? namedTarget(await listRanks(ctx), goal) : lookUpTarget(ctx, goal)
}
