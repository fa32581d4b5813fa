// Waits for the end of a suspension.
import { inTransaction, type Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { outcomePendingError } from '../../operations/enqueue/submit-and-wait'
import { waitForOperation } from '../../operations/enqueue/wait'
import { findSuspension, type SuspensionRow } from './queries'
import { startRestores } from './restore'

/**
 * Waits for the move to the suspended rank, then for the restore.
 * @throws DomainError 504 after `rankChangeWaitMs`, or the error of the restore
 */
export async function waitForEnd(ctx: Ctx, suspensionId: string): Promise<SuspensionRow> {
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  for (;;) {
    const row = await findSuspension(ctx, suspensionId)
    if (!row) throw new Error(`the suspension ${suspensionId} was deleted while its end was awaited`)
    if (row.state === 'ended') return requireRestored(row)
    const leftMs = until - performance.now()
    if (leftMs <= 0 || row.operation_id === null) throw await stillRestoring(ctx, row)
    // moved meanwhile: restore now, not in the next sweep
    if (row.state === 'active') await startRestore(ctx, row)
    else await waitForOperation(ctx, row.operation_id, leftMs)
  }
}

async function startRestore(ctx: Ctx, { suspension_id: suspensionId }: SuspensionRow): Promise<void> {
  const scope = { communityId: ctx.community.communityId, suspensionId }
  await inTransaction(ctx, (tx) => startRestores(tx, scope, 1))
}

function requireRestored(row: SuspensionRow): SuspensionRow {
  if (row.outcome !== 'unrestored') return row
  throw new DomainError(
    row.error_code ?? 'platform_cloud_unavailable',
    'The platform rejected the restore of the rank, which is not tried again. Fix the cause, then set the rank.',
  )
}

async function stillRestoring(ctx: Ctx, { operation_id }: SuspensionRow): Promise<DomainError> {
  const message = 'The restore of the rank has not ended. Read the suspension for its outcome.'
  if (operation_id === null) return new DomainError('platform_cloud_timeout', message)
  return outcomePendingError(ctx, operation_id, message)
}
