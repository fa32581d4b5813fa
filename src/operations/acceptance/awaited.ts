// Rank changes that a caller waits for: through the queue, or here and now, and what the caller is told in the end.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorStatus } from '../../../generated/errors'
import { authorizeKey } from '../../auth/actions'
import type { Ctx, Endings } from '../../context'
import { isDatabaseUnavailable } from '../../db/errors'
import { DomainError } from '../../errors'
import { resolveConnection } from '../../group/connection'
import type { RankGoal } from '../../group/rules'
import { ensureMember } from '../../profiles/actions'
import { drive } from '../dispatch/drive'
import { leaseSecondsFor, newWork } from '../dispatch/pump'
import { takeUp, type Claimer } from '../dispatch/queries'
import { findOperation, type OperationRow } from '../queries'
import { deadlineMessage, hasEnded, type OperationKind } from '../rules'
import { lookUpTarget, newOperationId } from './preparation'
import { acceptAwaited, giveUp, startOperation, type NewOperation } from './queries'
import { assertAccepted, assertRoom, onQueue } from './refusals'

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
  // who is no member yet becomes one while the connection is read, whose refusal comes first
  const [connection, member] = await Promise.allSettled([resolveConnection(ctx), ensureMember(ctx, userId)])
  if (connection.status === 'rejected') throw connection.reason
  if (member.status === 'rejected') throw member.reason
  const target = goal.kind === 'set' ? await lookUpTarget(ctx, goal) : null
  return changeNow(ctx, `rank.${goal.kind}`, userId, target?.unique_id ?? null)
}

/**
 * Lets AutoRank decide from what is true now, on the platform and in the record, and answers when the platform has it.
 * @throws DomainError as `changeRank`
 */
export async function autoRank(ctx: Ctx, userId: number): Promise<RankChanged> {
  await resolveConnection(ctx)
  return changeNow(ctx, 'rank.auto', userId, null)
}

function changeNow(ctx: Ctx, kind: OperationKind, userId: number, targetUniqueId: number | null): Promise<RankChanged> {
  const operation: NewOperation = {
    operationId: newOperationId(),
    kind,
    userId,
    targetUniqueId,
    awaited: true,
    deadlineSeconds: ctx.settings.rankChangeWaitMs / 1_000,
  }
  return ctx.endings ? throughQueue(ctx, ctx.endings, operation) : atOnce(ctx, operation)
}

/** Queues the operation and waits for its end, holding no connection. */
async function throughQueue(ctx: Ctx, endings: Endings, operation: NewOperation): Promise<RankChanged> {
  const { operationId } = operation
  await assertRoom(ctx)
  const expectation = endings.expect(operationId)
  const refused = await accepted(ctx, operation)
  if (refused && !mayHaveBeenAccepted(refused)) {
    expectation.forget()
    throw refused
  }
  let row: OperationRow | null = null
  const ended = await expectation.within(ctx.settings.rankChangeWaitMs, async () => {
    row = await findOperation(ctx, operationId)
    return row === null || hasEnded(row.status)
  })
  if (ended) return row ? outcomeOf(ctx, row) : Promise.reject(refused ?? new Error('an accepted operation is gone'))
  return stopWaiting(ctx, operationId)
}

/** Queues the operation. @returns why not; null: it was accepted */
async function accepted(ctx: Ctx, operation: NewOperation): Promise<Error | null> {
  try {
    assertAccepted(await onQueue(() => acceptAwaited(ctx, operation)))
    return null
  } catch (error) {
    return error as Error
  }
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
  throw new DomainError(
    'outcome-pending-check-status',
    'The change was sent and the platform has not said what became of it. Read the member, or the operation, before repeating it.',
    await referenceTo(ctx, operationId),
  )
}

async function outcomeOf(ctx: Ctx, row: OperationRow): Promise<RankChanged> {
  if (row.result) return row.result
  const code = row.error_code ?? 'internal_error'
  const { retry_after_seconds: retryAfterSeconds } = row
  throw new DomainError(code, row.error_message ?? 'The rank change failed.', {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(errorStatus[code] === 504 && ctx.endings ? await referenceTo(ctx, row.operation_id) : {}),
  })
}

/** The operation is named unless the caller's access was revoked meanwhile, or cannot be verified (spec). */
async function referenceTo(ctx: Ctx, operationId: string): Promise<{ operationId?: string }> {
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

/** SCHEDULER=off: the same operation, worked on here and now. */
async function atOnce(ctx: Ctx, operation: NewOperation): Promise<RankChanged> {
  const claimer: Claimer = { workerId: ownId, leaseSeconds: leaseSecondsFor(ctx.settings.platformTimeoutMs) }
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  let claimed: OperationRow | null = await start(ctx, operation, claimer, until)
  for (;;) {
    if (claimed) await drive(newWork(ctx, claimed, claimer, 'connection'))
    const row = await findOperation(ctx, operation.operationId)
    if (row && hasEnded(row.status)) return outcomeOf(ctx, row)
    if (performance.now() > until) return stopWaitingAtOnce(ctx, operation.operationId)
    await sleep(RETAKE_MS)
    claimed = await takeUp(ctx, operation.operationId, claimer)
  }
}

async function start(ctx: Ctx, operation: NewOperation, claimer: Claimer, until: number): Promise<OperationRow> {
  for (;;) {
    const row = await startOperation(ctx, operation, claimer)
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

async function stopWaitingAtOnce(ctx: Ctx, operationId: string): Promise<RankChanged> {
  return stopWaiting(ctx, operationId).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'outcome-pending-check-status') throw error
    throw new DomainError('platform_cloud_timeout', error.message, { cause: error })
  })
}
