// Operator actions on rank changes: pause, resume, retry.
import { createHash } from 'node:crypto'
import { insertAuditEntries, insertAuditEntry } from '../../audit/queries'
import { requireCommunity, type Base } from '../../communities/actions'
import { inTransaction, type Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { newOperationId } from '../enqueue/resolve-target'
import { enqueueOne, type Acceptance, type NewOperation } from '../enqueue/queries'
import { deleteExpiredIdempotencyKey, findIdempotencyKey } from '../submit-async/queries'
import { findOperation, type OperationRow } from '../queries'
import { hasEnded, isSuspensionKind } from '../rules'
import { wakeDispatch } from '../sweep/queries'
import { findCommunityOf, readBacklog, switchDeployment, switchLane, type Backlog } from './queries'

export interface SwitchResult extends Backlog {
  readonly changed: boolean
}

/** Queued rank changes wait, and new ones are rejected. Changes with a sent write are completed. */
export function pauseCommunity(ctx: Ctx): Promise<SwitchResult> {
  return switchCommunity(ctx, 'paused')
}

export function resumeCommunity(ctx: Ctx): Promise<SwitchResult> {
  return switchCommunity(ctx, 'open')
}

async function switchCommunity(ctx: Ctx, to: 'paused' | 'open'): Promise<SwitchResult> {
  const changed = await inTransaction(ctx, async (tx) => {
    const isChange = await switchLane(tx, to)
    if (isChange) await insertAuditEntry(tx, entryOf(to, 'community'))
    return isChange
  })
  if (to === 'open') await wakeDispatch(ctx.db)
  return { changed, ...(await readBacklog(ctx.db, ctx.community.communityId)) }
}

function entryOf(to: 'paused' | 'open', of: 'community' | 'deployment') {
  const action = to === 'paused' ? 'operations.pause' : 'operations.resume'
  return { action, before: { of, paused: to !== 'paused' }, after: { of, paused: to === 'paused' } }
}

/** Each community gets an audit entry. */
export function pauseDeployment(base: Base): Promise<SwitchResult> {
  return switchAll(base, 'paused')
}

/** Communities that are paused themselves stay paused. */
export function resumeDeployment(base: Base): Promise<SwitchResult> {
  return switchAll(base, 'open')
}

async function switchAll(base: Base, to: 'paused' | 'open'): Promise<SwitchResult> {
  const { db, log, actor } = base
  const changed = await db.transaction().execute(async (tx) => {
    const isChange = await switchDeployment(tx, to)
    if (isChange) await insertAuditEntries({ ...base, db: tx }, null, entryOf(to, 'deployment'))
    return isChange
  })
  if (changed) {
    const verb = to === 'paused' ? 'paused' : 'resumed'
    log.warn({ operator: actor.id }, `the rank changes of every community were ${verb} by ${actor.id}`)
  }
  if (to === 'open') await wakeDispatch(db)
  return { changed, ...(await readBacklog(db, null)) }
}

/** @throws DomainError 404 `operation_not_found` */
export async function findContextOf(base: Base, operationId: string): Promise<Ctx> {
  const communityId = await findCommunityOf(base.db, operationId)
  if (communityId !== null) return { ...base, community: await requireCommunity(base, communityId) }
  throw new DomainError(
    'operation_not_found',
    `There is no operation ${operationId}; see operations list. Operations are deleted 30 days after their end.`,
  )
}

const RETRY_DEADLINE_SECONDS = 300

/**
 * Targets that the first one had resolved are kept, so that a promotion is not applied twice. A second retry is
 * rejected until 24 hours after the end of the first.
 * @returns the id of the new operation
 * @throws DomainError `validation_failed` if the operation has not ended, succeeded, or was already retried; or the
 * reason why nothing can be queued
 */
export async function retryOperation(ctx: Ctx, operationId: string): Promise<string> {
  const failed = await findOperation(ctx, operationId)
  assertRetriable(failed, operationId)
  // contains a space, so no caller can send it
  const key = `retry ${operationId}`
  const operation = retryOf(failed, { key, fingerprint: createHash('sha256').update(operationId).digest() })
  await deleteExpiredIdempotencyKey(ctx, key)
  await inTransaction(ctx, async (tx) => {
    const queued = await enqueueOne(tx, operation)
    if (queued.outcome !== 'queued') throw await retryRefusal(tx, key, operationId, queued)
    await insertAuditEntry(tx, {
      action: 'operations.retry',
      userId: failed.user_id,
      before: { operationId },
      after: { operationId: operation.operationId },
    })
  })
  return operation.operationId
}

function retryOf(
  { kind, user_id, target_unique_id }: OperationRow,
  idempotency: NewOperation['idempotency'],
): NewOperation {
  return {
    operationId: newOperationId(),
    kind,
    userId: user_id,
    // AutoRank decides from the current experience
    targetUniqueId: kind === 'rank.auto' ? null : target_unique_id,
    awaited: false,
    checked: true,
    deadlineSeconds: RETRY_DEADLINE_SECONDS,
    ...(idempotency && { idempotency }),
  }
}

function assertRetriable(row: OperationRow | null, operationId: string): asserts row is OperationRow {
  if (!row) throw new DomainError('operation_not_found', `There is no operation ${operationId}. See operations list.`)
  if (isSuspensionKind(row.kind)) {
    throw new DomainError(
      'validation_failed',
      `The operation ${operationId} belongs to a suspension; see suspension list. Suspend again or set the rank.`,
    )
  }
  if (row.reversal) {
    throw new DomainError(
      'validation_failed',
      `The operation ${operationId} takes a change back. Make the reversal again: it takes back what is left.`,
    )
  }
  if (row.status === 'succeeded') {
    throw new DomainError('validation_failed', `The operation ${operationId} succeeded; there is nothing to retry.`)
  }
  if (!hasEnded(row.status)) {
    throw new DomainError(
      'validation_failed',
      `The operation ${operationId} is ${row.status} and may still succeed. Wait for its end.`,
    )
  }
}

async function retryRefusal(ctx: Ctx, key: string, operationId: string, acceptance: Acceptance): Promise<DomainError> {
  const refusal = acceptance.outcome === 'refused' ? acceptance.refusal : null
  if (refusal === 'paused') {
    return new DomainError('scheduler-disabled', 'Rank changes are paused. Resume them, then retry.')
  }
  if (refusal === 'no-worker') {
    return new DomainError('scheduler-unavailable', 'No worker is running to send rank changes. Start one, then retry.')
  }
  if (refusal === 'no-member' || refusal === 'no-target') {
    const missing = refusal === 'no-target' ? 'target rank' : 'member'
    return new DomainError('validation_failed', `The ${missing} no longer exists, so the operation cannot be retried.`)
  }
  const again = await findIdempotencyKey(ctx, key)
  const row = again && (await findOperation(ctx, again.operationId))
  if (!row)
    return new DomainError('validation_failed', `Another retry of ${operationId} is in progress. See operations list.`)
  return new DomainError(
    'validation_failed',
    `The operation ${operationId} was retried already, as ${row.operation_id} (${row.status}).` +
      (hasEnded(row.status) && row.status !== 'succeeded' ? ' Retry that one.' : ''),
  )
}
