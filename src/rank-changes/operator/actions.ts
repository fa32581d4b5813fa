// What an operator does to the dispatch of rank changes: pause it, let it go, and ask again for what failed.
import { createHash } from 'node:crypto'
import { insertAuditEntries, insertAuditEntry } from '../../audit/queries'
import { requireCommunity, type Base } from '../../communities/actions'
import { inTransaction, type Ctx } from '../../context'
import { DomainError } from '../../errors'
import { newOperationId } from '../enqueue/resolve-target'
import {
  acceptIntent,
  findIntent,
  forgetIntent,
  type Intent,
  type IntentAcceptance,
  type NewIntent,
} from '../submit-async/queries'
import { findOperation, type OperationRow } from '../queries'
import { hasEnded, isOfSuspension } from '../rules'
import { wakeDispatch } from '../sweep/queries'
import { findCommunityOf, readBacklog, switchDeployment, switchLane, type Backlog } from './queries'

/** How a switch stands now, and what that means for what there is to do. */
export interface Switched extends Backlog {
  /** False: it stood so already. */
  readonly changed: boolean
}

/** Jobs added when a pause is over; each goes on until nothing is left. */
const WOKEN = 8

/** Holds what the community has queued, and refuses what is new; what was sent already is brought to its end. */
export function pauseCommunity(ctx: Ctx): Promise<Switched> {
  return switchCommunity(ctx, 'paused')
}

/** Lets the community's rank changes go again. */
export function resumeCommunity(ctx: Ctx): Promise<Switched> {
  return switchCommunity(ctx, 'open')
}

async function switchCommunity(ctx: Ctx, to: 'paused' | 'open'): Promise<Switched> {
  const changed = await inTransaction(ctx, async (tx) => {
    const isChange = await switchLane(tx, to)
    if (isChange) await insertAuditEntry(tx, entryOf(to, 'community'))
    return isChange
  })
  if (to === 'open') await wakeDispatch(ctx.db, WOKEN)
  return { changed, ...(await readBacklog(ctx.db, ctx.community.communityId)) }
}

/** What a switch leaves in the audit trail. @param of whose switch it was */
function entryOf(to: 'paused' | 'open', of: 'community' | 'deployment') {
  const action = to === 'paused' ? 'operations.pause' : 'operations.resume'
  return { action, before: { of, paused: to !== 'paused' }, after: { of, paused: to === 'paused' } }
}

/** As `pauseCommunity`, for every community: the trail of each says so, and the log. */
export function pauseDeployment(base: Base): Promise<Switched> {
  return switchAll(base, 'paused')
}

/** Lets rank changes go again, but for communities that are paused themselves. */
export function resumeDeployment(base: Base): Promise<Switched> {
  return switchAll(base, 'open')
}

async function switchAll(base: Base, to: 'paused' | 'open'): Promise<Switched> {
  const { db, log, actor } = base
  const changed = await db.transaction().execute(async (tx) => {
    const isChange = await switchDeployment(tx, to)
    if (isChange) await insertAuditEntries({ ...base, db: tx }, null, entryOf(to, 'deployment'))
    return isChange
  })
  if (changed) {
    const does = to === 'paused' ? 'paused' : 'resumed'
    log.warn({ operator: actor.id }, `the rank changes of every community were ${does} by ${actor.id}`)
  }
  if (to === 'open') await wakeDispatch(db, WOKEN)
  return { changed, ...(await readBacklog(db, null)) }
}

/**
 * The context of an operation's community, from the operation's id alone.
 * @throws DomainError 404 `operation_not_found`
 */
export async function findContextOf(base: Base, operationId: string): Promise<Ctx> {
  const communityId = await findCommunityOf(base.db, operationId)
  if (communityId !== null) return { ...base, community: await requireCommunity(base, communityId) }
  throw new DomainError(
    'operation_not_found',
    `There is no operation ${operationId}; see operations list. Operations are forgotten 30 days after their end.`,
  )
}

const RETRY_DEADLINE_SECONDS = 300

/**
 * Asks again for what an operation that failed or was cancelled was to do, as a new operation of the operator's. What the
 * first one had resolved stays resolved, so that a promotion that did happen is not followed by another; and a second retry
 * is refused, until 24 hours after the end of the first.
 * @returns the id of the new operation
 * @throws DomainError `validation_failed` when it has not ended, has succeeded, or was retried already; or why nothing is
 *   accepted now
 */
export async function retryOperation(ctx: Ctx, operationId: string): Promise<string> {
  const failed = await findOperation(ctx, operationId)
  assertRetriable(failed, operationId)
  const operation = retryOf(failed)
  // a key that no caller can give: theirs have no spaces
  const intent: Intent = {
    key: `retry ${operationId}`,
    fingerprint: createHash('sha256').update(operationId).digest(),
    supersede: false,
  }
  await forgetIntent(ctx, intent.key)
  await inTransaction(ctx, async (tx) => {
    const acceptance = await acceptIntent(tx, operation, intent)
    if (acceptance.accepted === null) throw await refusalOf(tx, intent, operationId, acceptance)
    await insertAuditEntry(tx, {
      action: 'operations.retry',
      userId: failed.user_id,
      before: { operationId },
      after: { operationId: operation.operationId },
    })
  })
  return operation.operationId
}

function retryOf({ kind, user_id, target_unique_id }: OperationRow): NewIntent {
  return {
    operationId: newOperationId(),
    kind,
    userId: user_id,
    unresolved: false,
    username: null,
    // AutoRank decides anew, from the experience there is now
    targetUniqueId: kind === 'rank.auto' ? null : target_unique_id,
    deadlineSeconds: RETRY_DEADLINE_SECONDS,
  }
}

function assertRetriable(row: OperationRow | null, operationId: string): asserts row is OperationRow {
  if (!row) throw new DomainError('operation_not_found', `There is no operation ${operationId}.`)
  if (isOfSuspension(row.kind)) {
    throw new DomainError(
      'validation_failed',
      `The operation ${operationId} belongs to a suspension; see suspension list, and suspend again or set the rank.`,
    )
  }
  if (row.status === 'succeeded') {
    throw new DomainError('validation_failed', `The operation ${operationId} succeeded; there is nothing to retry.`)
  }
  if (!hasEnded(row.status)) {
    throw new DomainError(
      'validation_failed',
      `The operation ${operationId} is ${row.status}: it has not ended, and may still happen. Wait for its end.`,
    )
  }
}

async function refusalOf(
  ctx: Ctx,
  intent: Intent,
  operationId: string,
  { paused, working, is_member, has_target }: IntentAcceptance,
): Promise<DomainError> {
  if (paused) {
    return new DomainError('scheduler-disabled', 'Rank changes are paused; resume them first, then retry.')
  }
  if (!working) {
    return new DomainError('scheduler-unavailable', 'No worker is running to send rank changes; start one, then retry.')
  }
  if (!is_member || !has_target) {
    const gone = is_member ? 'rank it was to give' : 'member'
    return new DomainError('validation_failed', `The ${gone} is no longer there; the operation cannot be retried.`)
  }
  const again = await findIntent(ctx, intent.key)
  const row = again && (await findOperation(ctx, again.operationId))
  if (!row) return new DomainError('validation_failed', `Another retry of ${operationId} is being made; see it listed.`)
  return new DomainError(
    'validation_failed',
    `The operation ${operationId} was retried already, as ${row.operation_id} (${row.status}).` +
      (hasEnded(row.status) && row.status !== 'succeeded' ? ' Retry that one.' : ''),
  )
}
