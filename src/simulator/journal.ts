// The role writes that were applied, in the order of their effect, including those whose response was lost.
import { BoundedLog } from './bounded-log'

export interface JournalEntry {
  /** Consecutive from 1; not reset when the journal is cleared. */
  readonly seq: number
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string
  readonly verb: 'assignRole' | 'unassignRole'
  readonly groupId: number
  readonly userId: number
  readonly roleId: number
  /** False when the write had no effect. */
  readonly changed: boolean
  /** The `x-request-id` of the request. */
  readonly requestId: string | null
}

const keptEntries = 200_000

/** The last 200,000 writes. */
export class Journal {
  private readonly log = new BoundedLog<JournalEntry>(keptEntries)
  private last = 0

  record(write: Omit<JournalEntry, 'seq' | 'at'>): void {
    this.last += 1
    this.log.push({ seq: this.last, at: new Date().toISOString(), ...write })
  }

  /** The entries after `seq`, oldest first. Default: all. */
  after(seq = 0): readonly JournalEntry[] {
    const entries = this.log.entries()
    const first = entries[0]?.seq ?? 0
    return entries.slice(Math.max(seq - first + 1, 0))
  }

  clear(): void {
    this.log.clear()
  }
}
