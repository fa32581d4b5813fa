// The current encryption key, and previous ones during a rotation.
import { createHmac } from 'node:crypto'

export const KEY_ID_BYTES = 8

export interface Keys {
  /** 32 bytes. */
  readonly current: Buffer
  /** For decryption only. */
  readonly previous: readonly Buffer[]
}

/** Does not reveal the key. */
export function keyIdOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('key id').digest().subarray(0, KEY_ID_BYTES)
}

/** For digests and MACs that outlive a rotation, which keeps this key in erasure_digest_key. */
export function digestKeyOf(encryptionKey: Buffer): Buffer {
  return createHmac('sha256', encryptionKey).update('erasure request').digest()
}

export class Keyring implements Keys {
  private keys: Keys
  private hasSeenIds = false

  constructor(
    current: Buffer,
    previous: readonly Buffer[] = [],
    /** Reads keys that another process may have changed. */
    private readonly load: (() => Keys) | null = null,
  ) {
    this.keys = { current, previous }
  }

  get current(): Buffer {
    return this.keys.current
  }

  get previous(): readonly Buffer[] {
    return this.keys.previous
  }

  /** The current key first. */
  all(): Buffer[] {
    return [this.current, ...this.previous]
  }

  find(id: Buffer): Buffer | null {
    this.hasSeenIds = true
    const named = (key: Buffer): boolean => keyIdOf(key).equals(id)
    const known = this.all().find(named)
    if (known || !this.load) return known ?? null
    this.reload()
    return this.all().find(named) ?? null
  }

  /** The previous release cannot read ids, so they are written only with a second key, or after an id was read. */
  get writesIds(): boolean {
    return this.hasSeenIds || this.previous.length > 0
  }

  reload(): void {
    if (this.load) this.keys = this.load()
  }

  describe(): string {
    const [current, ...previous] = this.all().map((key) => keyIdOf(key).toString('hex'))
    return previous.length === 0 ? `${current}` : `${current} (accepted besides: ${previous.join(', ')})`
  }
}
