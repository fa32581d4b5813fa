// A batch as its answer shows it.
import type { Schema } from '../../contract/types'
import type { Settled, StoredEntry } from './queries'
import { messageOf } from './rules'

/** The batch with the outcome of every entry, and the outcome at a glance. */
export function toAnswer({ batchId, createdAt, entries, replayed }: Settled): Schema<'AwardBatchAnswer'> {
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
