// Keys that an address beyond its limit sent and this process has not seen: refused without a lookup, then looked up together.
import type { Db } from '../context'
import { findExistingKeys } from './queries'

/** A key that exists is refused for no longer than this. */
const PROBE_MS = 500
/** Bounds of one statement and of the memory. */
const MAX_PENDING = 1_000
const MAX_EXISTING = 20_000

export type KeyName = readonly [communityId: string, keyId: string]

export class KeyProbe {
  /** Names of keys that were once found in the database; whether they still are valid, the database says. */
  private readonly existing = new Set<string>()
  private pending = new Map<string, KeyName>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly db: Db) {}

  /** Whether a lookup of this key is worth a statement of its own. */
  isKnown(name: string): boolean {
    return this.existing.has(name)
  }

  noteExisting(name: string): void {
    if (this.existing.size >= MAX_EXISTING) this.existing.clear()
    this.existing.add(name)
  }

  /** Looks the key up soon, in one statement with the others; of more than 1,000 the rest is dropped. */
  probe(name: string, key: KeyName): void {
    if (this.pending.size < MAX_PENDING) this.pending.set(name, key)
    this.timer ??= setTimeout(() => void this.look(), PROBE_MS).unref()
  }

  private async look(): Promise<void> {
    const keys = [...this.pending.values()]
    this.pending = new Map()
    this.timer = null
    // a failure is no answer: the next request has the key looked up again
    const found = await findExistingKeys(this.db, keys).catch(() => [])
    for (const [communityId, keyId] of found) this.noteExisting(keyName(communityId, keyId))
  }
}

/** What a key is remembered by. */
export const keyName = (communityId: string, keyId: string): string => `${communityId} ${keyId}`
