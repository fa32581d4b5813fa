// Authenticates requests with cached API keys. A key is cached until an `access_changed` notice of its community.
import { hash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../context'
import { DomainError } from '../base/errors'
import { hashKey, keyIdOf } from './keys'
import { KeyProbe, keyName } from './key-probe'
import { findKey, isLegacyKey, touchKeys, type StoredKey } from './queries'
import type { Principal } from './rules'

/** While notices arrive. */
const TTL_MS = 60_000
/** While no notices arrive, changes must still take effect within one second. */
const TTL_WITHOUT_NOTICES_MS = 800
const MAX_KEYS = 20_000
/** Entries are hashes of whole keys, so a new key cannot be among them. */
const UNKNOWN_TTL_MS = 5_000
const MAX_UNKNOWN = 5_000

export interface Credentials {
  readonly authorization: string | undefined
  readonly communityId: string | undefined
}

interface CachedKey {
  readonly stored: StoredKey
  readonly since: number
}

interface VerifiedKey {
  readonly name: string
  readonly stored: StoredKey
}

export interface NoticeSource {
  isLive(): boolean
}

export class KeyCache {
  private readonly keys = new LRUCache<string, CachedKey>({ max: MAX_KEYS })
  /** By the hash of the headers, so that repeated headers skip parsing and the checksum. */
  private readonly verified = new LRUCache<string, VerifiedKey>({ max: MAX_KEYS })
  /** When a key was not found, by community and hash of the key. */
  private readonly unknown = new LRUCache<string, number>({ max: MAX_UNKNOWN })
  /** Concurrent requests with one key share a query. */
  private readonly lookups = new Map<string, Promise<StoredKey | null>>()
  private readonly used = new Map<string, Principal>()
  /** A result must not be cached if an invalidation came after its lookup began. */
  private invalidations = 0
  private readonly probe: KeyProbe

  constructor(
    private readonly db: Db,
    private readonly notices: NoticeSource,
    private readonly now: () => number = Date.now,
  ) {
    this.probe = new KeyProbe(db)
  }

  /**
   * Returns a promise only when the key is not cached.
   * @param refusal the error above the address limit, else null. Above it, unseen keys are refused, and looked up in
   * batches.
   * @throws DomainError `missing_credentials` or `unauthorized` (401), `legacy_key_unsupported` (403), or the refusal
   */
  authenticate(
    { authorization, communityId }: Credentials,
    refusal: () => DomainError | null = () => null,
  ): Principal | Promise<Principal> {
    if (!authorization || !communityId) throw missing()
    const headers = hashHeaders(communityId, authorization)
    const known = this.verified.get(headers)
    // only while the compared key is still the cached one
    if (known && this.cached(known.name) === known.stored) return this.use(known)
    const found = this.verify(authorization, communityId, refusal)
    const remember = (key: VerifiedKey): Principal => {
      this.verified.set(headers, key)
      return this.use(key)
    }
    return found instanceof Promise ? found.then(remember) : remember(found)
  }

  /** The community of credentials that were verified before, else ''. They may be invalid by now. */
  communityOf({ authorization, communityId }: Credentials): string {
    if (!authorization || !communityId) return ''
    const known = this.verified.get(hashHeaders(communityId, authorization))
    return known?.stored.principal.community.communityId ?? ''
  }

  /** @param communityId `*`: all */
  invalidate(communityId: string): void {
    this.invalidations++
    this.unknown.clear()
    this.verified.clear()
    if (communityId === '*') return this.keys.clear()
    for (const name of [...this.keys.keys()]) if (name.startsWith(`${communityId} `)) this.keys.delete(name)
  }

  /** Stores `last_used_at`. To be called once a minute. */
  async flushUsage(): Promise<void> {
    if (this.used.size === 0) return
    const keys = [...this.used.values()].map(({ community, keyId }) => [community.communityId, keyId] as const)
    this.used.clear()
    await touchKeys(this.db, keys)
  }

  private use({ name, stored }: VerifiedKey): Principal {
    this.used.set(name, stored.principal)
    return stored.principal
  }

  private verify(
    authorization: string,
    communityId: string,
    refusal: () => DomainError | null,
  ): VerifiedKey | Promise<VerifiedKey> {
    const key = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]
    const keyId = key === undefined ? null : keyIdOf(key)
    if (key === undefined || !/^cmt_[a-z2-7]{20}$/.test(communityId)) throw unauthorized()
    if (keyId === null) return this.refuseUnknownFormat(key, communityId, refusal)
    const name = keyName(communityId, keyId)
    const stored = this.cached(name)
    if (stored) return compared(name, stored, key)
    const refused = this.probe.isKnown(name) ? null : refusal()
    if (refused) {
      this.probe.probe(name, [communityId, keyId])
      throw refused
    }
    const found = this.unlessUnknown(communityId, key, () => this.lookUp(name, communityId, keyId))
    return found.then((one) => compared(name, one, key))
  }

  private cached(name: string): StoredKey | null {
    const entry = this.keys.get(name)
    if (!entry) return null
    return this.isFresh(entry.since, TTL_MS) ? entry.stored : null
  }

  private isFresh(since: number, ttlMs: number): boolean {
    return this.now() - since < (this.notices.isLive() ? ttlMs : TTL_WITHOUT_NOTICES_MS)
  }

  /** Null without a look-up when the key was unknown a moment ago (UNKNOWN_TTL_MS). */
  private async unlessUnknown<T>(communityId: string, key: string, lookUp: () => Promise<T | null>): Promise<T | null> {
    const name = `${communityId} ${hashKey(key).toString('base64')}`
    const unknownSince = this.unknown.get(name)
    if (unknownSince !== undefined && this.isFresh(unknownSince, UNKNOWN_TTL_MS)) return null
    const { invalidations } = this
    const since = this.now()
    const result = await lookUp()
    if (result !== null || invalidations !== this.invalidations) return result
    this.unknown.set(name, since)
    return null
  }

  private lookUp(name: string, communityId: string, keyId: string): Promise<StoredKey | null> {
    const running = this.lookups.get(name)
    if (running) return running
    const lookup = this.fetch(name, communityId, keyId).finally(() => this.lookups.delete(name))
    this.lookups.set(name, lookup)
    return lookup
  }

  private async fetch(name: string, communityId: string, keyId: string): Promise<StoredKey | null> {
    const { invalidations } = this
    const since = this.now()
    const stored = await findKey(this.db, communityId, keyId)
    if (stored) this.probe.noteExisting(name)
    if (stored && invalidations === this.invalidations) this.keys.set(name, { stored, since })
    return stored
  }

  /** A wrong checksum is refused without a query; other formats may be keys of the first version. */
  private async refuseUnknownFormat(
    key: string,
    communityId: string,
    refusal: () => DomainError | null,
  ): Promise<never> {
    const refused = refusal()
    if (refused) throw refused
    const isLegacy = async (): Promise<true | null> => (await isLegacyKey(this.db, communityId, hashKey(key))) || null
    if (!key.startsWith('cmk_') && (await this.unlessUnknown(communityId, key, isLegacy))) {
      throw new DomainError(
        'legacy_key_unsupported',
        'Keys of the first version are not supported. Ask the operator for a new one.',
      )
    }
    throw unauthorized()
  }
}

/** As text: Node takes three times as long for a buffer per digest. */
const hashHeaders = (communityId: string, authorization: string): string =>
  hash('sha256', `${communityId}\n${authorization}`, 'binary')

function compared(name: string, stored: StoredKey | null, key: string): VerifiedKey {
  if (!stored || !timingSafeEqual(stored.keyHash, hashKey(key))) throw unauthorized()
  return { name, stored }
}

function missing(): DomainError {
  return new DomainError('missing_credentials', 'Send Authorization: Bearer <API key> and X-Community-Id.', {
    challenge: 'Bearer',
  })
}

function unauthorized(): DomainError {
  return new DomainError(
    'unauthorized',
    'The API key is not valid for this community. Check both, or ask the operator.',
    {
      challenge: 'Bearer error="invalid_token"',
    },
  )
}
