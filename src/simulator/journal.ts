// Applied writes in order, including those whose response was lost.
import { BoundedLog } from './bounded-log'

export interface JournalEntry {
  /** From 1; not reset when the journal is cleared. */
  readonly seq: number
  /** RFC 3339 in UTC, with milliseconds. */
  readonly at: string
  readonly verb: 'assignRole' | 'unassignRole' | 'acceptJoinRequest' | 'declineJoinRequest'
  readonly groupId: number
  readonly userId: number
  /** Null: of a join request. */
  readonly roleId: number | null
  /** The time of the join request. */
  readonly requestedAt?: string | undefined
  /** False when the write had no effect. */
  readonly changed: boolean
  /** `x-request-id`. */
  readonly requestId: string | null
}

const keptEntries = 200_000

export class Journal {
  private readonly log = new BoundedLog<JournalEntry>(keptEntries)
  private last = 0

  record(write: Omit<JournalEntry, 'seq' | 'at'>): void {
    this.last += 1
    this.log.push({ seq: this.last, at: new Date().toISOString(), ...write })
  }

  after(seq = 0): readonly JournalEntry[] {
    const entries = this.log.entries()
    const first = entries[0]?.seq ?? 0
    return entries.slice(Math.max(seq - first + 1, 0))
  }

  clear(): void {
    this.log.clear()
  }
}
