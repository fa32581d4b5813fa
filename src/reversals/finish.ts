// The end of a reversal.
import { insertAuditEntry } from '../audit/queries'
import type { TxCtx } from '../context'
import type { LogError } from './by-hand/read-log'
import { updateReversal, type ReversalRow } from './queries'

export async function finishReversal(tx: TxCtx, reversal: ReversalRow): Promise<void> {
  const { entries, taken_back: takenBack, superseded, impossible } = reversal
  await updateReversal(tx, reversal.reversal_id, { state: 'finished' })
  await auditEnd(tx, reversal, { entries, takenBack, superseded, impossible })
}

export type FailureCode = 'source_not_found' | 'account_of_connection' | LogError

/** Nothing was taken back. */
export async function failReversal(tx: TxCtx, reversal: ReversalRow, errorCode: FailureCode): Promise<void> {
  await updateReversal(tx, reversal.reversal_id, { state: 'failed', errorCode, entries: -reversal.entries })
  await auditEnd(tx, reversal, { errorCode })
}

async function auditEnd(tx: TxCtx, reversal: ReversalRow, outcome: object): Promise<void> {
  const { reversal_id: reversalId, dry_run: dryRun, reason } = reversal
  await insertAuditEntry(tx, { action: 'reversal.finish', after: { reversalId, dryRun, ...outcome }, reason })
}
