// Batches in the shape of the contract.
import type { Schema } from '../../contract/types'
import type { BatchResult, StoredEntry } from './queries'
import { messageOf } from './rules'

export function toAnswer({ batchId, createdAt, entries, replayed }: BatchResult): Schema<'AwardBatchAnswer'> {
  const failed = entries.filter(({ error }) => error !== undefined).length
  return {
    data: { batchId, createdAt, entries: entries.map(toOutcome) },
    meta: { succeeded: entries.length - failed, failed, replayed },
  }
}

function toOutcome({ error, ...entry }: StoredEntry, index: number): Schema<'BatchEntryOutcome'> {
  if (!error) return { index, status: 'succeeded', ...entry }
  return { index, status: 'failed', ...entry, error: { code: error.code, message: messageOf(error) } }
}
