// Keys from addresses above their limit are looked up in batches; each is refused at first.
import { LRUCache } from 'lru-cache'
import type { Db } from '../context'
import { findExistingKeys } from './queries'

const PROBE_MS = 500
const MAX_PENDING = 1_000
const MAX_EXISTING = 20_000

export type KeyName = readonly [communityId: string, keyId: string]

export class KeyProbe {
  /** Keys that existed once. */
  private readonly existing = new LRUCache<string, true>({ max: MAX_EXISTING })
  private pending = new Map<string, KeyName>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly db: Db) {}

  isKnown(name: string): boolean {
    return this.existing.has(name)
  }

  noteExisting(name: string): void {
    this.existing.set(name, true)
  }

  probe(name: string, key: KeyName): void {
    if (this.pending.size < MAX_PENDING) this.pending.set(name, key)
    this.timer ??= setTimeout(() => void this.flush(), PROBE_MS).unref()
  }

  private async flush(): Promise<void> {
    const keys = [...this.pending.values()]
    this.pending = new Map()
    this.timer = null
    const found = await findExistingKeys(this.db, keys).catch(() => [])
    for (const [communityId, keyId] of found) this.noteExisting(keyName(communityId, keyId))
  }
}

export const keyName = (communityId: string, keyId: string): string => `${communityId} ${keyId}`
