// Synchronous rank changes: enqueue, or execute in this process without a scheduler, and wait for the result.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorStatus } from '../../../generated/errors'
import { authorizeKey } from '../../auth/actions'
import { inTransaction, type Ctx, type CompletionNotifier, type TxCtx } from '../../context'
import { isDatabaseUnavailable } from '../../db/errors'
import { DomainError } from '../../errors'
import { resolveConnection } from '../../platform-connection/connection'
import type { RankGoal } from '../../ranks/rules'
import { ensureMember } from '../../members/actions'
import { execute } from '../dispatch/execute'
import { leaseSecondsFor, newExecution } from '../dispatch/dispatcher'
import { promoteNext, promoteNextAfterCommit, claimById, type Claimer } from '../dispatch/queries'
import { findOperation, type OperationRow } from '../queries'
import { deadlineMessage, hasEnded, type OperationKind } from '../rules'
import { resolveTargetRank, newOperationId } from './resolve-target'
import { enqueueAwaited, cancelIfUnsent, startOperation, type Acceptance, type NewOperation } from './queries'
import { assertAccepted, assertQueueNotFull, mapQueueErrors } from './preconditions'

export interface RankChanged {
  /** False if the member already held the target rank. */
  readonly changed: boolean
  readonly auditId: string | null
}

/**
 * Sets, promotes or demotes, and returns once the platform has applied the change. Creates the member record if needed.
 * @throws DomainError `member_not_found`, `rank_not_found`, `rank_not_assignable`, `rank_limit_reached`,
 *   `member_not_in_group`, a platform connection error, or a scheduler outcome (spec, Scheduled platform operation
 *   outcomes)
 */
export async function changeRank(ctx: Ctx, userId: number, goal: RankGoal): Promise<RankChanged> {
  await prepareMember(ctx, userId)
  const target = goal.kind === 'set' ? await resolveTargetRank(ctx, goal) : null
  return submitAndWait(ctx, `rank.${goal.kind}`, userId, target?.unique_id ?? null)
}

/** Creates the member record if needed. Connection errors take precedence. */
export async function prepareMember(ctx: Ctx, userId: number): Promise<void> {
  const [connection, member] = await Promise.allSettled([resolveConnection(ctx), ensureMember(ctx, userId)])
  if (connection.status === 'rejected') throw connection.reason
  if (member.status === 'rejected') throw member.reason
}

/** Writes that are committed together with the rank change, or not at all. */
export type InSameTransaction = (tx: TxCtx) => Promise<void>

export interface SuspensionMove {
  readonly operationId: string
  readonly userId: number
  readonly targetUniqueId: number
}

/**
 * Moves a member to a suspended rank, and returns once the platform has applied the change.
 * @param inSameTransaction stores the suspension
 * @throws DomainError as `changeRank`, or an error of `inSameTransaction`
 */
export function suspendRank(
  ctx: Ctx,
  move: SuspensionMove,
  inSameTransaction: InSameTransaction,
): Promise<RankChanged> {
  return submitAndWait(ctx, 'rank.suspend', move.userId, move.targetUniqueId, move.operationId, inSameTransaction)
}

/**
 * Runs AutoRank for a member, and returns once the platform has applied the change.
 * @throws DomainError as `changeRank`
 */
export async function autoRank(ctx: Ctx, userId: number): Promise<RankChanged> {
  await resolveConnection(ctx)
  return submitAndWait(ctx, 'rank.auto', userId, null)
}

function submitAndWait(
  ctx: Ctx,
  kind: OperationKind,
  userId: number,
  targetUniqueId: number | null,
  operationId = newOperationId(),
  inSameTransaction?: InSameTransaction,
): Promise<RankChanged> {
  const operation: NewOperation = {
    operationId,
    kind,
    userId,
    targetUniqueId,
    awaited: true,
    deadlineSeconds: ctx.settings.rankChangeWaitMs / 1_000,
  }
  return ctx.completionNotifier
    ? enqueueAndWait(ctx, ctx.completionNotifier, operation, inSameTransaction)
    : runInProcess(ctx, operation, inSameTransaction)
}

/** Holds no database connection while it waits. */
async function enqueueAndWait(
  ctx: Ctx,
  completionNotifier: CompletionNotifier,
  operation: NewOperation,
  inSameTransaction?: InSameTransaction,
): Promise<RankChanged> {
  const { operationId } = operation
  await assertQueueNotFull(ctx)
  const waiter = completionNotifier.register(operationId)
  const error = await tryEnqueue(ctx, operation, inSameTransaction)
  if (error && !mayHaveBeenQueued(error)) {
    waiter.cancel()
    throw error
  }
  let row: OperationRow | null = null
  const ended = await waiter.wait(ctx.settings.rankChangeWaitMs, async () => {
    row = await findOperation(ctx, operationId)
    return row === null || hasEnded(row.status)
  })
  if (ended) return row ? resultOf(ctx, row) : Promise.reject(error ?? memberErased())
  return stopWaiting(ctx, operationId)
}

/** Erasure is the only writer that deletes a rank change with a waiting caller. */
function memberErased(): DomainError {
  return new DomainError('member_not_found', 'The account was erased before its rank was changed.')
}

/** @returns why nothing was queued; null on success */
async function tryEnqueue(
  ctx: Ctx,
  operation: NewOperation,
  inSameTransaction?: InSameTransaction,
): Promise<Error | null> {
  try {
    const acceptance = await mapQueueErrors(() =>
      inSameTransaction
        ? inTransaction(ctx, (tx) => enqueueInTransaction(tx, operation, inSameTransaction))
        : enqueueAwaited(ctx, operation),
    )
    assertAccepted(acceptance)
    if (acceptance.first_in_line === false) await promoteNextAfterCommit(ctx, operation.operationId)
    return null
  } catch (error) {
    return error as Error
  }
}

async function enqueueInTransaction(
  tx: TxCtx,
  operation: NewOperation,
  inSameTransaction: InSameTransaction,
): Promise<Acceptance> {
  const acceptance = await enqueueAwaited(tx, operation)
  assertAccepted(acceptance)
  await inSameTransaction(tx)
  return acceptance
}

/** The commit may have succeeded although its response was lost. */
function mayHaveBeenQueued({ cause }: Error): boolean {
  return isDatabaseUnavailable(cause)
}

/** Cancels the rank change unless a write was sent; otherwise it continues, and the error names it. */
async function stopWaiting(ctx: Ctx, operationId: string): Promise<RankChanged> {
  if (await cancelIfUnsent(ctx, operationId)) {
    throw new DomainError('deadline-cancelled-before-dispatch', deadlineMessage)
  }
  const row = await findOperation(ctx, operationId)
  if (row && hasEnded(row.status)) return resultOf(ctx, row)
  const message =
    'The change was sent, but its outcome is unknown. Read the member or the operation before you repeat it.'
  throw await outcomePendingError(ctx, operationId, message)
}

/** 504 `outcome-pending-check-status`, with the operation id if the caller may still read it. */
export async function outcomePendingError(ctx: Ctx, operationId: string, message: string): Promise<DomainError> {
  return new DomainError('outcome-pending-check-status', message, await operationReference(ctx, operationId))
}

/**
 * The result of a rank change that has ended.
 * @throws DomainError its error
 */
export async function resultOf(ctx: Ctx, row: OperationRow): Promise<RankChanged> {
  if (row.result) return row.result
  const code = row.error_code ?? 'internal_error'
  const { retry_after_seconds: retryAfterSeconds } = row
  throw new DomainError(code, row.error_message ?? 'The rank change failed.', {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(errorStatus[code] === 504 && ctx.completionNotifier ? await operationReference(ctx, row.operation_id) : {}),
  })
}

/** The operation id, unless the caller's access was revoked or cannot be verified (spec). */
export async function operationReference(ctx: Ctx, operationId: string): Promise<{ operationId?: string }> {
  if (!ctx.requires) return { operationId }
  const isAuthorized = await authorizeKey(ctx, ctx.actor.id, ctx.requires).then(
    () => true,
    () => false,
  )
  return isAuthorized ? { operationId } : {}
}

const processWorkerId = `api ${randomUUID()}`
const CLAIM_RETRY_MS = 50

const claimerOf = ({ settings }: Ctx): Claimer => ({
  workerId: processWorkerId,
  leaseSeconds: leaseSecondsFor(settings.platformTimeoutMs),
})

/**
 * Waits until a rank change has ended. Without a scheduler, executes it in this process.
 * @returns null if it has not ended within `waitMs`
 */
export async function waitForOperation(ctx: Ctx, operationId: string, waitMs: number): Promise<OperationRow | null> {
  let row: OperationRow | null = null
  const poll = async (): Promise<boolean> => {
    row = await findOperation(ctx, operationId)
    return row === null || hasEnded(row.status)
  }
  if (ctx.completionNotifier) {
    const waiter = ctx.completionNotifier.register(operationId)
    if (await poll()) waiter.cancel()
    else if (!(await waiter.wait(waitMs, poll))) return null
    return row
  }
  const until = performance.now() + waitMs
  while (!(await poll())) {
    if (performance.now() > until) return null
    const claimed = await claimById(ctx, operationId, claimerOf(ctx))
    if (claimed) await executeInProcess(ctx, claimed)
    else await sleep(CLAIM_RETRY_MS)
  }
  return row
}

/** Executes in the name of the original actor, as a worker does. */
async function executeInProcess(ctx: Ctx, operation: OperationRow): Promise<void> {
  const { actor_kind: kind, actor_id: id, request_id: requestId } = operation
  await execute(newExecution({ ...ctx, actor: { kind, id }, requestId }, operation, claimerOf(ctx), 'connection'))
  await promoteNext(ctx, operation.operation_id)
}

/** SCHEDULER=off: executes the rank change in this process. */
async function runInProcess(
  ctx: Ctx,
  operation: NewOperation,
  inSameTransaction?: InSameTransaction,
): Promise<RankChanged> {
  const claimer = claimerOf(ctx)
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  let claimed: OperationRow | null = await start(ctx, operation, until, inSameTransaction)
  for (;;) {
    if (claimed) await execute(newExecution(ctx, claimed, claimer, 'connection'))
    const row = await findOperation(ctx, operation.operationId)
    if (!row) throw memberErased()
    if (hasEnded(row.status)) return resultOf(ctx, row)
    if (performance.now() > until) return stopWaitingInProcess(ctx, operation.operationId)
    await sleep(CLAIM_RETRY_MS)
    claimed = await claimById(ctx, operation.operationId, claimer)
  }
}

async function start(
  ctx: Ctx,
  operation: NewOperation,
  until: number,
  inSameTransaction?: InSameTransaction,
): Promise<OperationRow> {
  for (;;) {
    const row = await (inSameTransaction
      ? startInTransaction(ctx, operation, inSameTransaction)
      : startOperation(ctx, operation, claimerOf(ctx)))
    if (row) return row
    if (performance.now() > until) {
      throw new DomainError(
        'dependency_unavailable',
        'Another rank change of this member is still running. Retry in a second.',
        { retryAfterSeconds: 1 },
      )
    }
    await sleep(CLAIM_RETRY_MS)
  }
}

function startInTransaction(
  ctx: Ctx,
  operation: NewOperation,
  inSameTransaction: InSameTransaction,
): Promise<OperationRow | null> {
  return inTransaction(ctx, async (tx) => {
    const row = await startOperation(tx, operation, claimerOf(ctx))
    if (row) await inSameTransaction(tx)
    return row
  })
}

async function stopWaitingInProcess(ctx: Ctx, operationId: string): Promise<RankChanged> {
  return stopWaiting(ctx, operationId).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'outcome-pending-check-status') throw error
    throw new DomainError('platform_cloud_timeout', error.message, { cause: error })
  })
}
