// Every role write that was applied, in the order of its effect, whether or not its answer reached anybody.
import { BoundedLog } from './bounded-log'

export interface JournalEntry {
  /** Counts up by one from 1, and goes on after the journal is emptied. */
  readonly seq: number
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string
  readonly verb: 'assignRole' | 'unassignRole'
  readonly groupId: number
  readonly userId: number
  readonly roleId: number
  /** False when it was held already, or not held. */
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

  /** The entries behind `seq`, oldest first; all of them when absent. */
  after(seq = 0): readonly JournalEntry[] {
    const entries = this.log.entries()
    const first = entries[0]?.seq ?? 0
    return entries.slice(Math.max(seq - first + 1, 0))
  }

  clear(): void {
    this.log.clear()
  }
}
