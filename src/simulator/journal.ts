// Applied writes in order, including those whose response was lost.
import { BoundedLog } from './bounded-log'

export interface JournalEntry {
  readonly seq: number
  readonly at: string
  readonly verb: 'assignRole' | 'unassignRole' | 'acceptJoinRequest' | 'declineJoinRequest'
  readonly groupId: number
  readonly userId: number
  /** Null means a join request. */
  readonly roleId: number | null
  readonly requestedAt?: string | undefined
  readonly changed: boolean
  readonly requestId: string | null
}

const keptEntries = 200_000

/** It keeps 200,000 writes. */
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
