// Accepts reversals, which a job carries out (take-back.ts).
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx } from '../context'
import type { Schema } from '../contract/types'
import { enqueue } from '../db/job-queue'
import { DomainError, invalid, orNotFound } from '../base/errors'
import { platformIdIn, randomBase32 } from '../base/ids'
import { timeOf } from '../base/time'
import { commitOnce, type Effect } from '../idempotency/actions'
import { findConnection } from '../platform-connection/queries'
import { kindsOfCaller } from './author'
import {
  deleteOlderDryRuns,
  deleteReversal,
  findReversal,
  insertReversal,
  lockReversal,
  type ReversalRow,
} from './queries'
import { MAX_DRY_RUNS, noRoom, priorityOf, roomOf } from './room'
import { findStored } from './stored'

const MAX_AGE_MS = 31 * 24 * 3_600_000

/** @throws DomainError 400 for a window that is missing, empty, too old, or of a source without one */
export async function createReversal(
  ctx: Ctx,
  request: Schema<'ReversalRequest'>,
): Promise<Effect<{ readonly reversal: ReversalRow }>> {
  const { source, sourceId, reason = null, dryRun = false } = request
  const given = {
    reversalId: `rev_${randomBase32(20)}`,
    dryRun,
    source,
    sourceId,
    reason,
    kinds: kindsOfCaller(ctx),
    ...windowOf(request, ctx.now()),
  }
  if (source === 'account') await assertByHand(ctx, sourceId)
  return commitOnce(ctx, async (tx) => {
    // before the insert, whose count the others of the community wait for
    if (dryRun) await deleteOlderDryRuns(tx, MAX_DRY_RUNS - 1)
    const reversal = await insertReversal(tx, given)
    const stored = await findStored(tx)
    if (roomOf(stored, tx.actor.kind) < 0) throw noRoom(stored)
    const { reversalId, from, to } = given
    await insertAuditEntry(tx, {
      action: 'reversal.create',
      reason,
      ...(source === 'account' && { userId: Number(sourceId) }),
      after: { reversalId, dryRun, source, ...(source === 'account' ? {} : { sourceId }), from, to },
    })
    await enqueue(tx.db, 'take-back', { communityId: tx.community.communityId, reversalId }, priorityOf(reversal))
    return { reversal }
  })
}

/**
 * What was taken back stays so: the audit log has it.
 * @throws DomainError 409 `reversal_in_progress` while something is taken back, 403 for a key that did not ask for it
 */
export function removeReversal(ctx: Ctx, reversalId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const reversal = orNotFound(await lockReversal(tx, reversalId), 'reversal_not_found')
    if (ctx.actor.kind === 'key' && (reversal.actor_kind !== 'key' || reversal.actor_id !== ctx.actor.id))
      throw new DomainError(
        'insufficient_scope',
        'A key deletes the reversals that it asked for. Sign in as a person to delete those of others.',
      )
    await tx.assertUnchanged?.(tx)
    if (reversal.completed_at === null && !reversal.dry_run)
      throw new DomainError(
        'reversal_in_progress',
        'The reversal is under way, and nothing was deleted. Delete it when its state is finished or failed.',
      )
    await insertAuditEntry(tx, { action: 'reversal.delete', before: { reversalId, dryRun: reversal.dry_run } })
    await deleteReversal(tx, reversalId)
  })
}

export async function requireReversal(ctx: Ctx, reversalId: string): Promise<ReversalRow> {
  return orNotFound(await findReversal(ctx, reversalId), 'reversal_not_found')
}

/** The log of the group shows the changes of this server under the account of the credential. */
async function assertByHand(ctx: Ctx, sourceId: string): Promise<void> {
  const at = '/body/sourceId'
  const userId = platformIdIn(sourceId)
  if (userId === null)
    throw invalid(at, 'pattern', 'must be the id of an account, as the audit log of the group shows it')
  const connection = await findConnection(ctx.db, ctx.community.communityId)
  if (connection?.owner_user_id !== userId) return
  throw invalid(
    at,
    'not',
    'must not be the account of the platform credential: the log of the group does not tell its changes from those of the server',
  )
}

const authors: readonly string[] = ['key', 'person', 'operator', 'job', 'account']

interface Window {
  readonly from: string | null
  readonly to: string | null
}

function windowOf({ source, from, to }: Schema<'ReversalRequest'>, now: Date): Window {
  const isAuthor = authors.includes(source)
  if (!isAuthor) {
    if (from !== undefined) throw invalid('/body/from', 'not', `must be absent for the source ${source}`)
    if (to !== undefined) throw invalid('/body/to', 'not', `must be absent for the source ${source}`)
    return { from: null, to: null }
  }
  if (from === undefined) throw invalid('/body/from', 'required', `must be present for the source ${source}`)
  const end = Math.min(now.getTime(), to === undefined ? Infinity : Date.parse(to))
  const begin = Date.parse(from)
  if (begin < now.getTime() - MAX_AGE_MS) throw invalid('/body/from', 'minimum', 'must be at most 31 days ago')
  if (begin > end) throw invalid('/body/from', 'maximum', 'must not be after the end of the window')
  return { from, to: to !== undefined && Date.parse(to) <= now.getTime() ? to : timeOf(now) }
}
