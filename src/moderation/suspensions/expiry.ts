// Waiting for the end of a suspension that was lifted or whose time is up.
import type { Ctx } from '../../context'
import { DomainError } from '../../errors'
import { followOperation, outcomePending } from '../../rank-changes/enqueue/submit-and-wait'
import { newOperationId } from '../../rank-changes/enqueue/resolve-target'
import { beginRestoring, findSuspension, type SuspensionRow } from './queries'

/**
 * Waits until the suspension has ended: the move that is still on its way first, then the way back.
 * @throws DomainError 504 when the time is up, or why the platform did not restore the rank; `details.committed` says that the
 *   end of the suspension stands
 */
export async function followRestoring(ctx: Ctx, suspensionId: string): Promise<SuspensionRow> {
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  for (;;) {
    const row = await findSuspension(ctx, suspensionId)
    if (!row) throw new Error(`the suspension ${suspensionId} is gone`)
    if (row.state === 'ended') return endedAs(row)
    const leftMs = until - performance.now()
    if (leftMs <= 0 || row.operation_id === null) throw await stillRestoring(ctx, row)
    // its move came through while somebody waited: the next sweep would see to it as well
    if (row.state === 'active') await begin(ctx, row)
    else await followOperation(ctx, row.operation_id, leftMs)
  }
}

async function begin(ctx: Ctx, { suspension_id: suspensionId }: SuspensionRow): Promise<void> {
  await beginRestoring(ctx.db, [newOperationId()], { communityId: ctx.community.communityId, suspensionId }, ctx)
}

function endedAs(row: SuspensionRow): SuspensionRow {
  if (row.outcome !== 'unrestored') return row
  throw new DomainError(
    row.error_code ?? 'platform_cloud_unavailable',
    'The suspension has ended, and the platform did not take the rank back. Set the rank once the cause is mended.',
    { details: { committed: ['lift'], suspensionId: row.suspension_id } },
  )
}

async function stillRestoring(ctx: Ctx, { suspension_id, operation_id }: SuspensionRow): Promise<DomainError> {
  const message =
    'The suspension is lifted, and the rank is restored as soon as the platform takes it. Read the suspension.'
  const details = { committed: ['lift'], suspensionId: suspension_id }
  if (!ctx.endings || operation_id === null) return new DomainError('platform_cloud_timeout', message, { details })
  return (await outcomePending(ctx, operation_id, message)).withDetails(details)
}
