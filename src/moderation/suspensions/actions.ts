// Moves to the suspended rank and back are rank changes, whose completion changes the suspension's state.
import { lockAccount } from '../../identities/accounts/queries'
import { insertAuditEntry, type Cause } from '../../audit/queries'
import { lockSettings } from '../../communities/queries'
import { countTakesOfCaller } from '../../auth/takes/actions'
import { assertInReach, boundsOfAuthor, boundsOnGiven, toAuthorBounds } from '../../auth/bounds/rules'
import { assertMayStore } from '../../auth/stored/actions'
import { boundsAfter } from '../../auth/stored/rules'
import { boundsOfCaller, inTransaction, JOB, type Ctx, type TxCtx } from '../../context'
import { toDomainError } from '../../db/errors'
import { DomainError, firstSentence, orNotFound } from '../../base/errors'
import { commitOnce, releaseKey, type Effect } from '../../idempotency/actions'
import { afterCommit } from '../../idempotency/after-commit'
import { resolveConnection } from '../../platform-connection/connection'
import { ensureMember, requireMember } from '../../members/actions'
import { listRanks, type RankRow } from '../../ranks/queries'
import { namedTarget } from '../../ranks/rules'
import { randomBase32 } from '../../base/ids'
import { timeOf } from '../../base/time'
import { awaitRankChange, commitAndWait, type InSameTransaction } from '../../operations/enqueue/submit-and-wait'
import { resolveTargetRank, newOperationId } from '../../operations/enqueue/resolve-target'
import { startRestores } from './restore'
import { waitForEnd } from './expiry'
import {
  changeSuspension,
  endKeptSuspensions,
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
import { alreadySuspended, assertChangeable, isChangeable } from './rules'

export interface SuspensionRequest {
  readonly userId: number
  readonly reason: string | null
  readonly endsAt: string
  readonly rankUniqueId?: number | undefined
}

/**
 * `suspended` reads the result.
 * @throws DomainError 409 `member_suspended` or `suspended_rank_not_set`, or the error of the rank change, with
 * `details.committed` when the suspension is in force, or `details.suspensionId` while its move may still fail
 */
export async function createSuspension(ctx: Ctx, request: SuspensionRequest): Promise<Effect<SuspensionIds>> {
  const { userId, reason, endsAt, rankUniqueId } = request
  await resolveConnection(ctx)
  await ensureMember(ctx, userId)
  const rank = await suspendedRank(ctx, rankUniqueId)
  // avoids a useless rank change; checked again under the lock
  await assertNotSuspended(ctx, userId)
  const [suspensionId, operationId] = [newSuspensionId(), newOperationId()]
  const move = { suspendedUniqueId: rank.unique_id, operationId }
  const record: InSameTransaction = (tx) => add(tx, { suspensionId, userId, reason, endsAt, move }, rank)
  const change = { kind: 'rank.suspend', operationId, userId, targetUniqueId: rank.unique_id } as const
  const ids = { suspensionId, operationId }
  try {
    return await commitAndWait(ctx, change, ids, record)
  } catch (error) {
    throw await withCommitted(ctx, ids, error)
  }
}

export interface SuspensionIds {
  readonly suspensionId: string
  readonly operationId: string
}

/** For a repeated request, the rank change may still run. @throws DomainError as the first one */
export async function suspended(ctx: Ctx, ids: SuspensionIds): Promise<SuspensionRow> {
  try {
    await awaitRankChange(ctx, ids.operationId)
    return await requireSuspension(ctx, ids.suspensionId)
  } catch (error) {
    throw await withCommitted(ctx, ids, error)
  }
}

/** A suspension ends when its rank change fails. @throws an error of the database: its end is unknown then */
async function withCommitted(ctx: Ctx, ids: SuspensionIds, error: unknown): Promise<unknown> {
  const { suspensionId } = ids
  const row = await findSuspension(ctx, suspensionId)
  if (!row || row.state === 'ended') {
    await releaseKey(ctx, ids)
    return error
  }
  if (row.state === 'suspending') return unknownMove(error, suspensionId)
  const rest = 'and the move to the suspended rank continues'
  return afterCommit(error, { parts: ['suspension'], rest, details: { suspensionId } })
}

/** The move may still fail and end the suspension, so the error does not say that it is committed. */
function unknownMove(error: unknown, suspensionId: string): DomainError {
  const { code, message, details, operationId } = toDomainError(error)
  const advice = 'Read the suspension: it ends when the move fails, and only then repeat the request.'
  return new DomainError(code, `${firstSentence(message)} ${advice}`, {
    details: { ...details, suspensionId },
    ...(operationId === undefined ? {} : { operationId }),
    cause: error,
  })
}

/**
 * For the operator. The member keeps the current rank, so the platform is not called.
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
  // serializes suspensions of the account
  await lockAccount(tx.db, userId)
  await endKeptSuspensions(tx.db, { communityId: tx.community.communityId, userId }, tx)
  await assertNotSuspended(tx, userId)
  await insertSuspension(tx, suspension)
  const suspendedRank = rank && { uniqueId: rank.unique_id, rankId: rank.rank_id, name: rank.name }
  await insertAuditEntry(tx, {
    action: 'suspension.add',
    userId,
    reason,
    after: { suspensionId, endsAt, suspendedRank },
  })
  await countTakesOfCaller(tx, 1)
}

async function assertNotSuspended(ctx: Ctx, userId: number): Promise<void> {
  const live = await findLiveSuspension(ctx, userId)
  if (live) throw alreadySuspended(live)
}

/** The bounds of who stored the rank of the settings hold: its number may have changed since. */
async function suspendedRank(ctx: Ctx, named: number | undefined): Promise<RankRow> {
  if (named !== undefined) return resolveTargetRank(ctx, { kind: 'set', rankUniqueId: named })
  const stored = await findSuspendedRank(ctx)
  if (stored) {
    const rank = await resolveTargetRank(ctx, { kind: 'set', rankUniqueId: stored.unique_id })
    assertInReach(boundsOfAuthor(stored.author_bounds), rank.rank_id)
    return rank
  }
  throw new DomainError(
    'suspended_rank_not_set',
    'The community has no suspended rank. Send rankUniqueId, or set the rank with updateSuspensionSettings.',
  )
}

export async function requireSuspension(ctx: Ctx, suspensionId: string): Promise<SuspensionRow> {
  return orNotFound(await findSuspension(ctx, suspensionId), 'suspension_not_found')
}

/** Absent properties stay; null removes them. */
export interface SuspensionChange {
  readonly endsAt?: string | undefined
  readonly reason?: string | null | undefined
}

/**
 * A suspension that is ending is not changed.
 * @throws DomainError 404 `suspension_not_found`, 409 `suspension_ended`
 */
export async function updateSuspension(
  ctx: Ctx,
  suspensionId: string,
  change: SuspensionChange,
): Promise<SuspensionRow> {
  await inTransaction(ctx, async (tx) => {
    const before = orNotFound(await lockSuspension(tx, suspensionId), 'suspension_not_found')
    await tx.assertUnchanged?.(tx)
    assertChangeable(before)
    const former = await formerRank(tx, before)
    const given = { suspension: former === null ? null : { rankId: former } }
    const endsAt = change.endsAt === undefined ? before.ends_at : timeOf(Date.parse(change.endsAt))
    await assertMayStore(tx, 'updateSuspension', { endsAt: before.ends_at, ...given }, { endsAt, ...given })
    await changeLocked(tx, before, change, { reason: change.reason ?? null })
  })
  return requireSuspension(ctx, suspensionId)
}

/** The number of the rank that the end gives back: before the move, the one that is stored. */
async function formerRank(
  tx: TxCtx,
  { state, former_rank_id: former, user_id }: SuspensionRow,
): Promise<number | null> {
  return former === null && state === 'suspending' ? (await requireMember(tx, user_id)).rank_id : former
}

/** The suspension is in force and locked. Its author is who has chosen the end. */
export async function changeLocked(
  tx: TxCtx,
  { suspension_id: suspensionId, user_id: userId, ends_at, reason }: SuspensionRow,
  change: SuspensionChange,
  cause: Cause,
): Promise<string> {
  const isChosen = change.endsAt !== undefined && Date.parse(change.endsAt) !== Date.parse(ends_at)
  const bounds = isChosen ? toAuthorBounds(boundsOfCaller(tx)) : undefined
  await changeSuspension(tx, suspensionId, { ...change, bounds })
  return insertAuditEntry(tx, {
    action: 'suspension.update',
    userId,
    ...cause,
    before: { suspensionId, endsAt: ends_at, ...(change.reason !== undefined && { reason }) },
    after: {
      suspensionId,
      endsAt: change.endsAt ?? ends_at,
      ...(change.reason !== undefined && { reason: change.reason }),
    },
  })
}

/**
 * Starts the restore, for which `restored` waits. A suspension that ends or has ended is not changed.
 * @throws DomainError 404 `suspension_not_found`, 409 of the connection
 */
export async function liftSuspension(
  ctx: Ctx,
  suspensionId: string,
  reason: string | null,
): Promise<Effect<LiftedIds>> {
  const row = await requireSuspension(ctx, suspensionId)
  if (row.state !== 'ended' && row.suspended_unique_id !== null) await resolveConnection(ctx)
  return commitOnce(ctx, async (tx) => {
    const locked = await lockSuspension(tx, suspensionId)
    if (!locked || !isChangeable(locked)) return { suspensionId }
    await assertMayEnd(tx, locked)
    await lift(tx, locked, { reason })
    return { suspensionId }
  })
}

export interface LiftedIds {
  readonly suspensionId: string
}

/** Waits for the restore. @throws DomainError its error, with `details.committed` */
export const restored = (ctx: Ctx, { suspensionId }: LiftedIds): Promise<SuspensionRow> =>
  waitForEnd(ctx, suspensionId).catch((error: unknown) => {
    throw afterCommit(error, { parts: ['lift'], rest: 'but its rank is not restored', details: { suspensionId } })
  })

/** The suspension is in force and locked. Its restore is queued, or follows its move. */
export async function lift(
  tx: TxCtx,
  { suspension_id: suspensionId, user_id: userId, ends_at: endsAt }: SuspensionRow,
  cause: Cause,
): Promise<string> {
  await markLifted(tx, suspensionId, toAuthorBounds(boundsOfCaller(tx)))
  const auditId = await insertAuditEntry(tx, {
    action: 'suspension.lift',
    userId,
    ...cause,
    before: { suspensionId, endsAt },
    after: { suspensionId, endsAt, lifted: true },
  })
  const { communityId } = tx.community
  await startRestores(tx, { communityId, suspensionId }, 1)
  await endKeptSuspensions(tx.db, { communityId, userId }, tx)
  return auditId
}

/** The end gives the former rank back. @throws DomainError 403 `rank_out_of_bounds` */
async function assertMayEnd(tx: TxCtx, suspension: SuspensionRow): Promise<void> {
  const bounds = boundsOfCaller(tx)
  const former = bounds && (await formerRank(tx, suspension))
  if (former !== null) assertInReach(bounds, former, former)
}

/** Restores that one call starts, at most. */
const BATCH_SIZE = 50

/** Every worker calls it each second, for all communities. */
export async function endDueSuspensions(base: Pick<Ctx, 'db' | 'log' | 'rankChanges'>): Promise<void> {
  const by = { caller: JOB, actor: { kind: 'job', id: 'end-suspensions' }, requestId: null } as const
  await base.db.transaction().execute((db) => startRestores({ ...base, ...by, db }, 'all', BATCH_SIZE))
  await endKeptSuspensions(base.db, 'all', by)
}

/**
 * Null removes it; live suspensions keep theirs.
 * @throws DomainError 404 `rank_not_found`, 409 `rank_not_assignable`, or the platform's error
 */
export async function setSuspendedRank(ctx: Ctx, rankUniqueId: number | null): Promise<SuspendedRankRow | null> {
  if (rankUniqueId !== null) await requireRank(ctx, rankUniqueId)
  const recorded = await assertMayStore(ctx, 'updateSuspensionSettings', null, { rankUniqueId })
  await inTransaction(ctx, async (tx) => {
    // the settings have no row yet
    await lockSettings(tx.db, tx.community.communityId)
    await tx.assertUnchanged?.(tx)
    const before = await findSuspendedRank(tx)
    const isKept = before?.unique_id === rankUniqueId
    const bounds = isKept ? before.author_bounds : boundsOnGiven(boundsAfter(recorded))
    await storeSuspendedRank(tx, rankUniqueId, bounds)
    await insertAuditEntry(tx, {
      action: 'suspension-settings.update',
      before: { rankUniqueId: before?.unique_id ?? null },
      after: { rankUniqueId },
    })
  })
  return findSuspendedRank(ctx)
}

async function requireRank(ctx: Ctx, rankUniqueId: number): Promise<RankRow> {
  const goal = { kind: 'set', rankUniqueId } as const
  return ctx.community.connection === 'none' ? namedTarget(await listRanks(ctx), goal) : resolveTargetRank(ctx, goal)
}
