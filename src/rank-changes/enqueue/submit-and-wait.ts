// Rank changes that a caller waits for: through the queue, or here and now, and what the caller is told in the end.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorStatus } from '../../../generated/errors'
import { authorizeKey } from '../../auth/actions'
import { inTransaction, type Ctx, type Endings, type TxCtx } from '../../context'
import { isDatabaseUnavailable } from '../../db/errors'
import { DomainError } from '../../errors'
import { resolveConnection } from '../../platform-connection/connection'
import type { RankGoal } from '../../ranks/rules'
import { ensureMember } from '../../members/actions'
import { drive } from '../dispatch/execute'
import { leaseSecondsFor, newWork } from '../dispatch/dispatcher'
import { mendLine, mendLineLater, takeUp, type Claimer } from '../dispatch/queries'
import { findOperation, type OperationRow } from '../queries'
import { deadlineMessage, hasEnded, type OperationKind } from '../rules'
import { lookUpTarget, newOperationId } from './resolve-target'
import { acceptAwaited, giveUp, startOperation, type Acceptance, type NewOperation } from './queries'
import { assertAccepted, assertRoom, onQueue } from './preconditions'

export interface RankChanged {
  /** False when the member already stood where the change leads. */
  readonly changed: boolean
  readonly auditId: string | null
}

/**
 * Sets, promotes or demotes, and answers when the platform has it; makes a member of the account if it is none. The
 * connection is checked before the rank is looked up.
 * @throws DomainError `member_not_found`, `rank_not_found`, `rank_not_assignable`, `rank_limit_reached`,
 *   `member_not_in_group`, one of the platform connection's errors, or an outcome of the scheduler (spec, Scheduled
 *   platform operation outcomes)
 */
export async function changeRank(ctx: Ctx, userId: number, goal: RankGoal): Promise<RankChanged> {
  await prepareMember(ctx, userId)
  const target = goal.kind === 'set' ? await lookUpTarget(ctx, goal) : null
  return changeNow(ctx, `rank.${goal.kind}`, userId, target?.unique_id ?? null)
}

/** Makes a member of the account if it is none; the connection is read meanwhile, and its refusal comes first. */
export async function prepareMember(ctx: Ctx, userId: number): Promise<void> {
  const [connection, member] = await Promise.allSettled([resolveConnection(ctx), ensureMember(ctx, userId)])
  if (connection.status === 'rejected') throw connection.reason
  if (member.status === 'rejected') throw member.reason
}

/** What is stored in the transaction that accepts an operation: both or neither. */
export type Besides = (tx: TxCtx) => Promise<void>

/** A move to a suspended rank. */
export interface SuspensionMove {
  readonly operationId: string
  readonly userId: number
  readonly targetUniqueId: number
}

/**
 * Moves a member to a suspended rank, and answers when the platform has it. The suspension's record is made by `besides`.
 * @throws DomainError as `changeRank`, or what `besides` throws
 */
export function suspendRank(ctx: Ctx, move: SuspensionMove, besides: Besides): Promise<RankChanged> {
  return changeNow(ctx, 'rank.suspend', move.userId, move.targetUniqueId, move.operationId, besides)
}

/**
 * Lets AutoRank decide from what is true now, on the platform and in the record, and answers when the platform has it.
 * @throws DomainError as `changeRank`
 */
export async function autoRank(ctx: Ctx, userId: number): Promise<RankChanged> {
  await resolveConnection(ctx)
  return changeNow(ctx, 'rank.auto', userId, null)
}

function changeNow(
  ctx: Ctx,
  kind: OperationKind,
  userId: number,
  targetUniqueId: number | null,
  operationId = newOperationId(),
  besides?: Besides,
): Promise<RankChanged> {
  const operation: NewOperation = {
    operationId,
    kind,
    userId,
    targetUniqueId,
    awaited: true,
    deadlineSeconds: ctx.settings.rankChangeWaitMs / 1_000,
  }
  return ctx.endings ? throughQueue(ctx, ctx.endings, operation, besides) : atOnce(ctx, operation, besides)
}

/** Queues the operation and waits for its end, holding no connection. */
async function throughQueue(
  ctx: Ctx,
  endings: Endings,
  operation: NewOperation,
  besides?: Besides,
): Promise<RankChanged> {
  const { operationId } = operation
  await assertRoom(ctx)
  const expectation = endings.expect(operationId)
  const refused = await accepted(ctx, operation, besides)
  if (refused && !mayHaveBeenAccepted(refused)) {
    expectation.forget()
    throw refused
  }
  let row: OperationRow | null = null
  const ended = await expectation.within(ctx.settings.rankChangeWaitMs, async () => {
    row = await findOperation(ctx, operationId)
    return row === null || hasEnded(row.status)
  })
  if (ended) return row ? outcomeOf(ctx, row) : Promise.reject(refused ?? erasedMeanwhile())
  return stopWaiting(ctx, operationId)
}

/** Nothing else takes an operation away while somebody waits for it. */
function erasedMeanwhile(): DomainError {
  return new DomainError('member_not_found', 'The account was erased before its rank was changed.')
}

/** Queues the operation. @returns why not; null: it was accepted */
async function accepted(ctx: Ctx, operation: NewOperation, besides?: Besides): Promise<Error | null> {
  try {
    const acceptance = await onQueue(() =>
      besides ? inTransaction(ctx, (tx) => acceptWith(tx, operation, besides)) : acceptAwaited(ctx, operation),
    )
    assertAccepted(acceptance)
    if (acceptance.first_in_line === false) await mendLineLater(ctx, operation.operationId)
    return null
  } catch (error) {
    return error as Error
  }
}

async function acceptWith(tx: TxCtx, operation: NewOperation, besides: Besides): Promise<Acceptance> {
  const acceptance = await acceptAwaited(tx, operation)
  assertAccepted(acceptance)
  await besides(tx)
  return acceptance
}

/** The database's answer was lost, not necessarily what it answers: nobody is told of an error while the change may run. */
function mayHaveBeenAccepted({ cause }: Error): boolean {
  return isDatabaseUnavailable(cause)
}

/** The time is up: what was not sent never will be; what was sent goes on, and is named. */
async function stopWaiting(ctx: Ctx, operationId: string): Promise<RankChanged> {
  if (await giveUp(ctx, operationId)) {
    throw new DomainError('deadline-cancelled-before-dispatch', deadlineMessage)
  }
  const row = await findOperation(ctx, operationId)
  if (row && hasEnded(row.status)) return outcomeOf(ctx, row)
  const message =
    'The change was sent and the platform has not said what became of it. Read the member, or the operation, before repeating it.'
  throw await outcomePending(ctx, operationId, message)
}

/** 504 `outcome-pending-check-status`; the operation is named to who may still read it. */
export async function outcomePending(ctx: Ctx, operationId: string, message: string): Promise<DomainError> {
  return new DomainError('outcome-pending-check-status', message, await referenceTo(ctx, operationId))
}

/** What became of an operation that has ended. @throws DomainError its error */
export async function outcomeOf(ctx: Ctx, row: OperationRow): Promise<RankChanged> {
  if (row.result) return row.result
  const code = row.error_code ?? 'internal_error'
  const { retry_after_seconds: retryAfterSeconds } = row
  throw new DomainError(code, row.error_message ?? 'The rank change failed.', {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(errorStatus[code] === 504 && ctx.endings ? await referenceTo(ctx, row.operation_id) : {}),
  })
}

/** The operation is named unless the caller's access was revoked meanwhile, or cannot be verified (spec). */
export async function referenceTo(ctx: Ctx, operationId: string): Promise<{ operationId?: string }> {
  if (!ctx.requires) return { operationId }
  const isStillAdmitted = await authorizeKey(ctx, ctx.actor.id, ctx.requires).then(
    () => true,
    () => false,
  )
  return isStillAdmitted ? { operationId } : {}
}

/** This process, where it works on an operation without a worker. */
const ownId = `api ${randomUUID()}`
const RETAKE_MS = 50

const claimerOf = ({ settings }: Ctx): Claimer => ({
  workerId: ownId,
  leaseSeconds: leaseSecondsFor(settings.platformTimeoutMs),
})

/**
 * Waits for the end of an operation that goes on whether or not somebody waits; without a scheduler it is worked on here.
 * @returns the operation at its end; null: it has not ended within `waitMs`
 */
export async function followOperation(ctx: Ctx, operationId: string, waitMs: number): Promise<OperationRow | null> {
  let row: OperationRow | null = null
  const hasCome = async (): Promise<boolean> => {
    row = await findOperation(ctx, operationId)
    return row === null || hasEnded(row.status)
  }
  if (ctx.endings) {
    const expectation = ctx.endings.expect(operationId)
    if (await hasCome()) expectation.forget()
    else if (!(await expectation.within(waitMs, hasCome))) return null
    return row
  }
  const until = performance.now() + waitMs
  while (!(await hasCome())) {
    if (performance.now() > until) return null
    const claimed = await takeUp(ctx, operationId, claimerOf(ctx))
    if (claimed) await workHere(ctx, claimed)
    else await sleep(RETAKE_MS)
  }
  return row
}

/** In the name of whoever asked for it, as a worker would. */
async function workHere(ctx: Ctx, operation: OperationRow): Promise<void> {
  const { actor_kind: kind, actor_id: id, request_id: requestId } = operation
  await drive(newWork({ ...ctx, actor: { kind, id }, requestId }, operation, claimerOf(ctx), 'connection'))
  await mendLine(ctx, operation.operation_id)
}

/** SCHEDULER=off: the same operation, worked on here and now. */
async function atOnce(ctx: Ctx, operation: NewOperation, besides?: Besides): Promise<RankChanged> {
  const claimer = claimerOf(ctx)
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  let claimed: OperationRow | null = await start(ctx, operation, until, besides)
  for (;;) {
    if (claimed) await drive(newWork(ctx, claimed, claimer, 'connection'))
    const row = await findOperation(ctx, operation.operationId)
    if (!row) throw erasedMeanwhile()
    if (hasEnded(row.status)) return outcomeOf(ctx, row)
    if (performance.now() > until) return stopWaitingAtOnce(ctx, operation.operationId)
    await sleep(RETAKE_MS)
    claimed = await takeUp(ctx, operation.operationId, claimer)
  }
}

async function start(ctx: Ctx, operation: NewOperation, until: number, besides?: Besides): Promise<OperationRow> {
  for (;;) {
    const row = await (besides ? startWith(ctx, operation, besides) : startOperation(ctx, operation, claimerOf(ctx)))
    if (row) return row
    if (performance.now() > until) {
      throw new DomainError(
        'dependency_unavailable',
        'Another rank change of this member is still running. Retry shortly.',
        { retryAfterSeconds: 1 },
      )
    }
    await sleep(RETAKE_MS)
  }
}

function startWith(ctx: Ctx, operation: NewOperation, besides: Besides): Promise<OperationRow | null> {
  return inTransaction(ctx, async (tx) => {
    const row = await startOperation(tx, operation, claimerOf(ctx))
    if (row) await besides(tx)
    return row
  })
}

async function stopWaitingAtOnce(ctx: Ctx, operationId: string): Promise<RankChanged> {
  return stopWaiting(ctx, operationId).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'outcome-pending-check-status') throw error
    throw new DomainError('platform_cloud_timeout', error.message, { cause: error })
  })
}
