// Synchronous rank changes.
import { errorStatus } from '../../../generated/errors'
import { authorityOf } from '../../auth/actions'
import { confirmWith } from '../../auth/takes/rules'
import { boundedCaller, type Ctx, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { isDatabaseUnavailable, mayBeStored } from '../../db/errors'
import { errorMessage } from '../../base/error-message'
import { DomainError } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { ensureMember } from '../../members/actions'
import { notConfigured } from '../../platform-connection/errors'
import type { RankGoal } from '../../ranks/rules'
import { findOperation, resultWithRoles, type OperationRow, type RolesWritten } from '../queries'
import { deadlineMessage, hasEnded, LONGEST_DEADLINE_SECONDS } from '../rules'
import { assertAccepted, assertAvailable, assertQueueNotFull, mapQueueErrors, operationIdOf } from './preconditions'
import { enqueueDecided } from './decided'
import { cancelIfUnsent, enqueueOne, type Acceptance, type NewOperation } from './queries'
import { newOperationId, resolveTargetRank } from './resolve-target'
import { waitForOperation } from './wait'

export interface RankChanged {
  readonly changed: boolean
  readonly auditId: string | null
  readonly roles?: RolesWritten
}

/**
 * Returns once the platform has applied the change.
 * @throws DomainError `member_not_found`, `rank_not_found`, `rank_not_assignable`, `rank_limit_reached`,
 * `member_not_in_group`, a platform connection error, or an outcome (spec, Scheduled platform operation outcomes)
 */
export function changeRank(ctx: Ctx, userId: number, goal: RankGoal): Promise<RankChanged> {
  const targetUniqueId = 'rankUniqueId' in goal ? goal.rankUniqueId : null
  const targetRankId = 'rankId' in goal ? goal.rankId : null
  const operation = { kind: `rank.${goal.kind}`, userId, targetUniqueId, targetRankId, checked: true } as const
  return submitAndWait(ctx, { ...operation, operationId: newOperationId() }, (tx, awaited) =>
    enqueueChecked(tx, awaited, goal),
  )
}

/** If the member or the ranks are missing, they are created or synced, and the operation is queued again. */
async function enqueueChecked(ctx: Ctx, operation: NewOperation, goal: RankGoal): Promise<Acceptance> {
  for (let attempt = 0; ; attempt++) {
    const acceptance = await enqueueDecided(ctx, operation)
    if (acceptance.outcome !== 'refused' || attempt === 2) return acceptance
    assertAvailable(ctx, acceptance)
    if (acceptance.refusal === 'no-member') await ensureMember(ctx, operation.userId)
    if (acceptance.refusal === 'no-target' && goal.kind === 'set') await resolveTargetRank(ctx, goal)
  }
}

export type InSameTransaction = (tx: TxCtx) => Promise<void>

export type NamedOperation = Pick<NewOperation, 'kind' | 'operationId' | 'userId' | 'targetUniqueId'>

/**
 * Queues the operation once per Idempotency-Key, and returns once the platform has applied it.
 * @param ids with which a repeated request finds the result
 * @param inSameTransaction for example stores a suspension
 * @throws DomainError as `changeRank`, or an error of `inSameTransaction`
 */
export async function commitAndWait<Ids extends object>(
  ctx: Ctx,
  change: NamedOperation,
  ids: Ids,
  inSameTransaction: InSameTransaction = () => Promise.resolve(),
): Promise<Effect<Ids>> {
  await submitAndWait(ctx, change, async (_, operation) => {
    const accepted: Acceptance[] = []
    await commitOnce(ctx, async (tx) => {
      const queued = await enqueueDecided(tx, operation)
      assertAccepted(tx, queued)
      await inSameTransaction(tx)
      accepted.push(queued)
      return ids
    })
    return accepted[0] as Acceptance
  })
  // also when the answer to the commit was lost: the rank change has ended
  return ids as Effect<Ids>
}

/**
 * Returns once the platform has applied the change.
 * @throws DomainError as `changeRank`
 */
export function autoRank(ctx: Ctx, userId: number): Promise<RankChanged> {
  return submitAndWait(
    ctx,
    { kind: 'rank.auto', userId, targetUniqueId: null, operationId: newOperationId() },
    enqueueOne,
  )
}

/**
 * AutoRank decides by the experience and the roles at its execution, so it changes nothing that was done meanwhile. At
 * most one is queued for a member and a caller.
 * @returns its operation; null if it cannot be queued
 * @throws an error of the database: the commit may have succeeded although its answer was lost
 */
export async function queueAutoRank(ctx: Ctx, userId: number): Promise<string | null> {
  const operation: NewOperation = {
    operationId: newOperationId(),
    kind: 'rank.auto',
    userId,
    targetUniqueId: null,
    awaited: false,
    reuses: true,
    mustRun: true,
    deadlineSeconds: LONGEST_DEADLINE_SECONDS,
  }
  try {
    const operationId = operationIdOf(await enqueueOne(ctx, operation))
    ctx.rankChanges.dispatch?.()
    return operationId
  } catch (failure) {
    if (isDatabaseUnavailable(failure)) throw failure
    ctx.log.warn({ userId, reason: errorMessage(failure) }, 'AutoRank could not be queued after an award')
    return null
  }
}

async function submitAndWait(
  ctx: Ctx,
  change: Omit<NewOperation, 'awaited' | 'deadlineSeconds'>,
  enqueue: (ctx: Ctx, operation: NewOperation) => Promise<Acceptance>,
): Promise<RankChanged> {
  if (ctx.community.connection === 'none') throw notConfigured()
  await assertQueueNotFull(ctx)
  const waitMs = ctx.settings.rankChangeWaitMs
  const operation: NewOperation = { ...change, awaited: true, deadlineSeconds: waitMs / 1_000 }
  let lost: Error | null = null
  const row = await waitForOperation(ctx, operation.operationId, waitMs, async () => {
    try {
      assertAccepted(ctx, await mapQueueErrors(ctx, () => enqueue(ctx, operation)))
    } catch (error) {
      // the commit may have succeeded although its response was lost
      if (!(error instanceof Error) || !mayBeStored(error.cause ?? error)) throw error
      lost = error
    }
  })
  if (row === null && lost) throw lost as Error
  return outcomeOf(ctx, operation.operationId, row)
}

export async function awaitRankChange(ctx: Ctx, operationId: string): Promise<RankChanged> {
  return outcomeOf(ctx, operationId, await waitForOperation(ctx, operationId, ctx.settings.rankChangeWaitMs))
}

function outcomeOf(ctx: Ctx, operationId: string, row: OperationRow | null | 'pending'): Promise<RankChanged> {
  if (row === 'pending') return stopWaiting(ctx, operationId)
  return row ? resultOf(ctx, row) : Promise.reject(memberErased())
}

function memberErased(): DomainError {
  return new DomainError('member_not_found', 'The account was erased before its rank was changed.')
}

/** The rank change is cancelled unless a write was sent. Otherwise it continues, and the error names it. */
async function stopWaiting(ctx: Ctx, operationId: string): Promise<RankChanged> {
  if (await cancelIfUnsent(ctx, operationId)) throw notStarted(ctx)
  const row = await findOperation(ctx, operationId)
  if (row && hasEnded(row.status)) return resultOf(ctx, row)
  const message =
    'The change was sent, but its outcome is unknown. Read the member or the operation before you repeat it.'
  throw await outcomePendingError(ctx, operationId, message)
}

function notStarted({ rankChanges }: Ctx): DomainError {
  if (rankChanges.scheduler) return new DomainError('deadline-cancelled-before-dispatch', deadlineMessage)
  const message = 'Another rank change of this member is still running, so nothing was sent. Retry in a second.'
  return new DomainError('server_busy', message, { retryAfterSeconds: 1 })
}

/** 504 `outcome-pending-check-status`, with the operation id if the caller may still read it. */
export async function outcomePendingError(ctx: Ctx, operationId: string, message: string): Promise<DomainError> {
  if (!ctx.rankChanges.scheduler) return new DomainError('platform_cloud_timeout', message)
  return new DomainError('outcome-pending-check-status', message, await operationReference(ctx, operationId))
}

export async function resultOf(ctx: Ctx, row: OperationRow): Promise<RankChanged> {
  const outcome = resultWithRoles(row)
  if (outcome) return outcome
  const code = row.error_code ?? 'internal_error'
  const { retry_after_seconds: retryAfterSeconds } = row
  throw new DomainError(code, row.error_message ?? 'The rank change failed.', {
    ...(row.roles_written && { details: { committed: ['rank'] satisfies Schema<'CommittedPart'>[] } }),
    ...(code === 'rate_limit_exceeded' && { details: detailsOfExcess(ctx, retryAfterSeconds ?? 0) }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(errorStatus[code] === 504 && ctx.rankChanges.scheduler ? await operationReference(ctx, row.operation_id) : {}),
  })
}

/** As `tooManyTakes` has them, which an operation does not store. */
const detailsOfExcess = ({ caller }: Ctx, seconds: number) => ({
  limit: boundedCaller(caller)?.takesPerHour ?? 0,
  remaining: 0,
  resetMs: seconds * 1_000,
  ...confirmWith(caller),
})

/** The id is absent if the caller's access was revoked or cannot be verified (spec). */
async function operationReference(ctx: Ctx, operationId: string): Promise<{ operationId?: string }> {
  const isAuthorized = await authorityOf(ctx).then(
    () => true,
    () => false,
  )
  return isAuthorized ? { operationId } : {}
}
