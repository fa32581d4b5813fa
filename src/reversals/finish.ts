// The end of a reversal.
import { insertAuditEntry } from '../audit/queries'
import type { TxCtx } from '../context'
import type { LogError } from './by-hand/read-log'
import { deleteItems, hasItemsFailedWith, updateReversal, type ReversalRow } from './queries'

/** As of an operation whose author has lost the right to it. */
export const UNAUTHORIZED = 'actor-authorization-revoked'

export async function finishReversal(tx: TxCtx, reversal: ReversalRow): Promise<void> {
  const { reversal_id: reversalId, entries, taken_back: takenBack, superseded, impossible } = reversal
  const isCutShort = await hasItemsFailedWith(tx, reversalId, UNAUTHORIZED)
  const end = isCutShort ? ({ state: 'failed', errorCode: UNAUTHORIZED } as const) : ({ state: 'finished' } as const)
  await updateReversal(tx, reversalId, end)
  await auditEnd(tx, reversal, {
    entries,
    takenBack,
    superseded,
    impossible,
    ...(isCutShort && { errorCode: UNAUTHORIZED }),
  })
}

export type FailureCode =
  'source_not_found' | 'account_of_connection' | 'storage_limit_reached' | typeof UNAUTHORIZED | LogError

/** Nothing was taken back. */
export async function failReversal(tx: TxCtx, reversal: ReversalRow, errorCode: FailureCode): Promise<void> {
  await deleteItems(tx, reversal.reversal_id)
  await updateReversal(tx, reversal.reversal_id, { state: 'failed', errorCode, entries: -reversal.entries })
  await auditEnd(tx, reversal, { errorCode })
}

async function auditEnd(tx: TxCtx, reversal: ReversalRow, outcome: object): Promise<void> {
  const { reversal_id: reversalId, dry_run: dryRun, reason, source, source_id: sourceId } = reversal
  await insertAuditEntry(tx, {
    action: 'reversal.finish',
    // the reason is about the account, whose erasure finds the entry by it
    ...(source === 'account' && /^[0-9]+$/.test(sourceId) && { userId: Number(sourceId) }),
    after: { reversalId, dryRun, ...outcome },
    reason,
  })
}
