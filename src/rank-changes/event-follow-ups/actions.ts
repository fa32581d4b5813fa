// Rank changes that follow from an event: waits for them, or executes them in a process without a scheduler.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx, CompletionNotifier } from '../../context'
import { execute } from '../dispatch/execute'
import { leaseSecondsFor, newExecution } from '../dispatch/dispatcher'
import { promoteNext, claimById, type Claimer } from '../dispatch/queries'
import { findOperation, type OperationRow } from '../queries'
import { hasEnded } from '../rules'
import { hasLiveFollowUps, listDueFollowUps, listOperationsById } from './queries'

/**
 * Waits until the rank changes have ended, at most for the wait time of a caller. Holds no database connection.
 * @returns the operations at that time, by user id
 */
export async function waitForFollowUps(
  ctx: Ctx,
  eventId: string,
  operationIds: readonly string[],
): Promise<OperationRow[]> {
  if (operationIds.length === 0) return []
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  await (ctx.completionNotifier
    ? waitForNotifications(ctx, ctx.completionNotifier, operationIds)
    : executeUntil(ctx, eventId, until))
  return listOperationsById(ctx, operationIds)
}

async function waitForNotifications(
  ctx: Ctx,
  completionNotifier: CompletionNotifier,
  operationIds: readonly string[],
): Promise<void> {
  const waiters = operationIds.map((operationId) => ({ operationId, waiter: completionNotifier.register(operationId) }))
  // a read after the registration: changes that ended before it sent no notification to this waiter
  const rows = await listOperationsById(ctx, operationIds).catch(() => [])
  const ended = new Set(rows.filter(({ status }) => hasEnded(status)).map(({ operation_id }) => operation_id))
  await Promise.all(
    waiters.map(async ({ operationId, waiter }) => {
      if (ended.has(operationId)) return waiter.cancel()
      await waiter.wait(ctx.settings.rankChangeWaitMs, async () => {
        const row = await findOperation(ctx, operationId)
        return row === null || hasEnded(row.status)
      })
    }),
  )
}

/** Rank changes executed in parallel; each uses a database connection part of the time. */
const CONCURRENCY = 4
const CLAIM_RETRY_MS = 50
const processWorkerId = `event ${randomUUID()}`

async function executeUntil(ctx: Ctx, eventId: string, until: number): Promise<void> {
  while (await executeDueFollowUps(ctx, eventId, until)) {
    if (performance.now() > until) return
    await sleep(CLAIM_RETRY_MS)
  }
}

/**
 * SCHEDULER=off: executes the event's due rank changes.
 * @param until deadline for new claims, in terms of `performance.now()`
 * @returns whether any has not ended
 */
export async function executeDueFollowUps(ctx: Ctx, eventId: string, until: number): Promise<boolean> {
  for (;;) {
    const due = performance.now() > until ? [] : await listDueFollowUps(ctx, eventId, CONCURRENCY)
    const executed = await Promise.all(due.map((operation) => executeFollowUp(ctx, operation)))
    // the rest is claimed by other processes
    if (!executed.includes(true)) return hasLiveFollowUps(ctx, eventId)
  }
}

/** @returns false if this or another rank change of the member is claimed */
async function executeFollowUp(ctx: Ctx, operation: OperationRow): Promise<boolean> {
  const { operation_id: operationId, actor_kind: kind, actor_id: id, request_id: requestId } = operation
  const claimer: Claimer = { workerId: processWorkerId, leaseSeconds: leaseSecondsFor(ctx.settings.platformTimeoutMs) }
  const claimed = await claimById(ctx, operationId, claimer)
  if (!claimed) return false
  await execute(newExecution({ ...ctx, actor: { kind, id }, requestId }, claimed, claimer, 'connection'))
  await promoteNext(ctx, operationId)
  return true
}
