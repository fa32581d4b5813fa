// A retry is a new operation with the target of the old one.
import { insertAuditEntry } from '../../audit/queries'
import { requirementFor } from '../../auth/effects'
import { assertMay, type Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { fingerprintOf } from '../../idempotency/fingerprint'
import { assertQueueNotFull, assertQueueOpen, assertSchedulerOn } from '../enqueue/preconditions'
import { countAccepted, countsWhenAccepted, enqueueDecided } from '../enqueue/decided'
import type { Acceptance, NewOperation } from '../enqueue/queries'
import { newOperationId } from '../enqueue/resolve-target'
import { findOperation, type OperationRow, type OperationWithHistory } from '../queries'
import { hasEnded, isJoinKind } from '../rules'
import { effectOf, newlyQueued, requireOperation } from '../submit-async/actions'
import { deleteExpiredIdempotencyKey, findIdempotencyKey } from '../submit-async/queries'
import { whyNotRetriable } from './rules'

const DEADLINE_SECONDS = 300

/**
 * A target that was resolved is kept, so that a promotion is not applied twice. A second retry is rejected until 24
 * hours after the end of the first.
 * @throws DomainError 404 `operation_not_found`, 403 `insufficient_scope` or `rank_out_of_bounds`, 409
 * `operation_not_retriable`, 429 `queue-full`, 503
 */
export async function retryOperation(ctx: Ctx, operationId: string): Promise<Effect<OperationWithHistory>> {
  assertSchedulerOn(ctx)
  const ended = await requireOperation(ctx, operationId)
  assertMay(ctx, requirementFor(effectOf(ended.kind)))
  const problem = whyNotRetriable(ended)
  if (problem !== null) throw notRetriable(ended, problem)
  await assertQueueNotFull(ctx)
  const key = keyOf(operationId)
  await deleteExpiredIdempotencyKey(ctx, key)
  return commitOnce(ctx, async (tx) => {
    const queued = await enqueueDecided(tx, retryOf(tx, ended))
    if (queued.outcome !== 'queued') throw await refusalOf(tx, ended, queued)
    await insertAuditEntry(tx, {
      action: 'operations.retry',
      userId: ended.user_id,
      before: { operationId },
      after: { operationId: queued.operation.operation_id },
    })
    await countAccepted(tx, queued)
    return newlyQueued(queued.operation)
  })
}

/** With a space, so that no caller can send it. */
const keyOf = (operationId: string): string => `retry ${operationId}`

function retryOf(ctx: Ctx, ended: OperationRow): NewOperation {
  const { caller } = ctx
  const { operation_id, kind, user_id, target_unique_id } = ended
  return {
    operationId: newOperationId(),
    kind,
    userId: user_id,
    // AutoRank decides from the current experience
    targetUniqueId: kind === 'rank.auto' ? null : target_unique_id,
    awaited: false,
    countsTake: countsWhenAccepted(ctx),
    // an account that asks to join needs no member record
    checked: !isJoinKind(kind),
    deadlineSeconds: DEADLINE_SECONDS,
    requires: 'requirement' in caller ? requirementFor(effectOf(kind)) : null,
    // one retry for all callers
    idempotency: {
      key: keyOf(operation_id),
      fingerprint: fingerprintOf(operation_id),
      owner: '',
    },
  }
}

async function refusalOf(
  ctx: Ctx,
  ended: OperationRow,
  acceptance: Exclude<Acceptance, { outcome: 'queued' }>,
): Promise<DomainError> {
  if (acceptance.outcome === 'refused') {
    assertQueueOpen(ctx, acceptance, 'asynchronous')
    if (acceptance.problem) return acceptance.problem
    const missing = acceptance.refusal === 'no-target' ? 'target rank' : 'member'
    return notRetriable(ended, `The ${missing} no longer exists, so the operation cannot be retried.`)
  }
  const again = await findIdempotencyKey(ctx, keyOf(ended.operation_id))
  const row = again && (await findOperation(ctx, again.operationId))
  if (!row) return notRetriable(ended, `Another retry of ${ended.operation_id} is in progress.`)
  const next = hasEnded(row.status) && row.status !== 'succeeded' ? ' Retry that one.' : ''
  const said = `The operation ${ended.operation_id} was retried already, as ${row.operation_id} (${row.status}).${next}`
  return notRetriable(ended, said, { retriedAs: row.operation_id })
}

const notRetriable = ({ status }: OperationRow, message: string, details: object = {}): DomainError =>
  new DomainError('operation_not_retriable', message, { details: { status, ...details } })
