// Looks up keys from addresses above their limit in batches: each is refused without a lookup of its own the first time.
import type { Db } from '../context'
import { findExistingKeys } from './queries'

/** A key that exists is refused for at most this long. */
const PROBE_MS = 500
const MAX_PENDING = 1_000
const MAX_EXISTING = 20_000

export type KeyName = readonly [communityId: string, keyId: string]

export class KeyProbe {
  /** Names of keys that were found once; they may have been revoked since. */
  private readonly existing = new Set<string>()
  private pending = new Map<string, KeyName>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly db: Db) {}

  /** Whether a key was found before, so that it deserves a lookup of its own. */
  isKnown(name: string): boolean {
    return this.existing.has(name)
  }

  noteExisting(name: string): void {
    if (this.existing.size >= MAX_EXISTING) this.existing.clear()
    this.existing.add(name)
  }

  /** Looks the key up within PROBE_MS, in one statement with others. Keys beyond MAX_PENDING are dropped. */
  probe(name: string, key: KeyName): void {
    if (this.pending.size < MAX_PENDING) this.pending.set(name, key)
    this.timer ??= setTimeout(() => void this.flush(), PROBE_MS).unref()
  }

  private async flush(): Promise<void> {
    const keys = [...this.pending.values()]
    this.pending = new Map()
    this.timer = null
    // after a failure the next request probes the key again
    const found = await findExistingKeys(this.db, keys).catch(() => [])
    for (const [communityId, keyId] of found) this.noteExisting(keyName(communityId, keyId))
  }
}

/** The cache name of a key. */
export const keyName = (communityId: string, keyId: string): string => `${communityId} ${keyId}`
