// Rank changes that an event owes: waiting for them, and working them off in a process that has no scheduler.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx, Endings } from '../../context'
import { drive } from '../dispatch/execute'
import { leaseSecondsFor, newWork } from '../dispatch/dispatcher'
import { mendLine, takeUp, type Claimer } from '../dispatch/queries'
import { findOperation, type OperationRow } from '../queries'
import { hasEnded } from '../rules'
import { hasLive, listDue, listOperationsById } from './queries'

/**
 * Waits for the end of an event's rank changes, holding no connection, or until the time of a caller who waits is up. What
 * has not ended by then goes on.
 * @returns the operations as they stand then, by user id
 */
export async function awaitOwed(ctx: Ctx, eventId: string, operationIds: readonly string[]): Promise<OperationRow[]> {
  if (operationIds.length === 0) return []
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  await (ctx.endings ? listenFor(ctx, ctx.endings, operationIds) : workOffUntil(ctx, eventId, until))
  return listOperationsById(ctx, operationIds)
}

async function listenFor(ctx: Ctx, endings: Endings, operationIds: readonly string[]): Promise<void> {
  const expected = operationIds.map((operationId) => ({ operationId, expectation: endings.expect(operationId) }))
  // they are committed, and may have ended before anybody listened: what is read from here on is not missed
  const rows = await listOperationsById(ctx, operationIds).catch(() => [])
  const ended = new Set(rows.filter(({ status }) => hasEnded(status)).map(({ operation_id }) => operation_id))
  await Promise.all(
    expected.map(async ({ operationId, expectation }) => {
      if (ended.has(operationId)) return expectation.forget()
      await expectation.within(ctx.settings.rankChangeWaitMs, async () => {
        const row = await findOperation(ctx, operationId)
        return row === null || hasEnded(row.status)
      })
    }),
  )
}

/** Rank changes worked on side by side, each with a connection of its own now and then. */
const AT_ONCE = 4
const RETAKE_MS = 50
const ownId = `owed ${randomUUID()}`

async function workOffUntil(ctx: Ctx, eventId: string, until: number): Promise<void> {
  while (await workOffDue(ctx, eventId, until)) {
    if (performance.now() > until) return
    await sleep(RETAKE_MS)
  }
}

/**
 * SCHEDULER=off: works on the event's rank changes that are due, a few at a time.
 * @param until on performance's clock, when to take up no more
 * @returns whether any has not ended
 */
export async function workOffDue(ctx: Ctx, eventId: string, until: number): Promise<boolean> {
  for (;;) {
    const due = performance.now() > until ? [] : await listDue(ctx, eventId, AT_ONCE)
    const worked = await Promise.all(due.map((operation) => workOff(ctx, operation)))
    // what others have in hand is theirs
    if (!worked.includes(true)) return hasLive(ctx, eventId)
  }
}

/** @returns false when the operation, or another one of the member, is in somebody's hands */
async function workOff(ctx: Ctx, operation: OperationRow): Promise<boolean> {
  const { operation_id: operationId, actor_kind: kind, actor_id: id, request_id: requestId } = operation
  const claimer: Claimer = { workerId: ownId, leaseSeconds: leaseSecondsFor(ctx.settings.platformTimeoutMs) }
  const claimed = await takeUp(ctx, operationId, claimer)
  if (!claimed) return false
  await drive(newWork({ ...ctx, actor: { kind, id }, requestId }, claimed, claimer, 'connection'))
  await mendLine(ctx, operationId)
  return true
}
