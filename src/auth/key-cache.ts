// From the request's headers to a principal. What the database said of a key is remembered until a notice drops it;
// while no notice can be heard, for less than a second. Only facts are remembered: `admit` judges them anew each time.
import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../context'
import { DomainError } from '../errors'
import { hashKey, hashText, keyIdOf } from './keys'
import { KeyProbe, keyName } from './key-probe'
import { findKey, isLegacyKey, touchKeys, type StoredKey } from './queries'
import type { Principal } from './rules'

/** However well the listener hears, nothing is remembered for longer. */
const REMEMBERED_MS = 60_000
/** While the listener is deaf; a change must hold everywhere within one second. */
const REMEMBERED_DEAF_MS = 800
/** More keys than this are not in use at one time; a flood of them must not fill the memory. */
const MOST_REMEMBERED = 20_000
/**
 * That a key is unknown is remembered for so long, so that a caller who keeps sending a revoked one costs no question each time.
 * A key just issued cannot be among them: what is remembered is the hash of the whole key, which nobody could have sent before;
 * and the notice that issuing, importing and changing one cause drops them all.
 */
const UNKNOWN_MS = 5_000
const MOST_UNKNOWN = 5_000

export interface Credentials {
  readonly authorization: string | undefined
  readonly communityId: string | undefined
}

interface Remembered {
  readonly stored: StoredKey
  readonly since: number
}

/** A key whose secret was compared, under the name it is remembered by. */
interface Recognised {
  readonly name: string
  readonly stored: StoredKey
}

/** What the principals need of the listener (db/listener.ts). */
export interface Hearing {
  hears(): boolean
}

export class Principals {
  private readonly remembered = new Map<string, Remembered>()
  /** Headers found good, by their hash: whoever sends them again is spared the look at form and checksum. */
  private readonly recognised = new Map<string, Recognised>()
  /** Hashes of keys nobody has, with their community, and since when. */
  private readonly unknown = new Map<string, number>()
  private readonly asking = new Map<string, Promise<StoredKey | null>>()
  private readonly used = new Map<string, Principal>()
  /** Counts the notices, so that an answer asked for before one is not remembered after it. */
  private notices = 0

  private readonly probe: KeyProbe

  constructor(
    private readonly db: Db,
    private readonly hearing: Hearing,
    private readonly now: () => number = Date.now,
  ) {
    this.probe = new KeyProbe(db)
  }

  /**
   * The principal behind the credentials; without a promise where the key is remembered.
   * @param refusal what a caller beyond its address limit is refused with; null: it is within the limit. Beyond it a key that
   *   this process has not seen costs no lookup of its own; one that exists is refused for less than a second.
   * @throws DomainError `missing_credentials` or `unauthorized` (401), `legacy_key_unsupported` (403), or the refusal
   */
  authenticate(
    { authorization, communityId }: Credentials,
    refusal: () => DomainError | null = () => null,
  ): Principal | Promise<Principal> {
    if (!authorization || !communityId) throw missing()
    const headers = hashText(`${communityId}\n${authorization}`)
    const known = this.recognised.get(headers)
    // good for as long as what the secret was compared with is what is remembered
    if (known && this.recall(known.name) === known.stored) return this.use(known)
    const found = this.recognise(authorization, communityId, refusal)
    const remember = (recognised: Recognised): Principal => {
      if (this.recognised.size >= MOST_REMEMBERED) this.recognised.clear()
      this.recognised.set(headers, recognised)
      return this.use(recognised)
    }
    return found instanceof Promise ? found.then(remember) : remember(found)
  }

  /**
   * The community whose key these credentials were recognised as, from memory; empty for all others, so that a caller without
   * a key cannot choose one. Says nothing of whether the key is still good.
   */
  communityOf({ authorization, communityId }: Credentials): string {
    if (!authorization || !communityId) return ''
    const known = this.recognised.get(hashText(`${communityId}\n${authorization}`))
    return known?.stored.principal.community.communityId ?? ''
  }

  private use({ name, stored }: Recognised): Principal {
    this.used.set(name, stored.principal)
    return stored.principal
  }

  private recognise(
    authorization: string,
    communityId: string,
    refusal: () => DomainError | null,
  ): Recognised | Promise<Recognised> {
    const key = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]
    const keyId = key === undefined ? null : keyIdOf(key)
    if (key === undefined || !/^cmt_[a-z2-7]{20}$/.test(communityId)) throw unauthorized()
    if (keyId === null) return this.refuseUnknownForm(key, communityId, refusal)
    const name = keyName(communityId, keyId)
    const stored = this.recall(name)
    if (stored) return compared(name, stored, key)
    const refused = this.probe.isKnown(name) ? null : refusal()
    if (refused) {
      this.probe.probe(name, [communityId, keyId])
      throw refused
    }
    const asked = this.unlessUnknown(communityId, key, () => this.ask(name, communityId, keyId))
    return asked.then((found) => compared(name, found, key))
  }

  /** Drops what is remembered of a community; `*` drops everything. */
  forget(communityId: string): void {
    this.notices++
    this.unknown.clear()
    this.recognised.clear()
    if (communityId === '*') return this.remembered.clear()
    for (const name of this.remembered.keys()) if (name.startsWith(`${communityId} `)) this.remembered.delete(name)
  }

  /** Writes when the keys were last used; call once a minute. */
  async flushUses(): Promise<void> {
    if (this.used.size === 0) return
    const keys = [...this.used.values()].map(({ community, keyId }) => [community.communityId, keyId] as const)
    this.used.clear()
    await touchKeys(this.db, keys)
  }

  private recall(name: string): StoredKey | null {
    const entry = this.remembered.get(name)
    if (!entry) return null
    return this.isFresh(entry.since, REMEMBERED_MS) ? entry.stored : null
  }

  private isFresh(since: number, rememberedMs: number): boolean {
    return this.now() - since < (this.hearing.hears() ? rememberedMs : REMEMBERED_DEAF_MS)
  }

  /** The answer to a question about a key; null, unasked, when it was null a moment ago. */
  private async unlessUnknown<T>(communityId: string, key: string, ask: () => Promise<T | null>): Promise<T | null> {
    const name = `${communityId} ${hashKey(key).toString('base64')}`
    const unknownSince = this.unknown.get(name)
    if (unknownSince !== undefined && this.isFresh(unknownSince, UNKNOWN_MS)) return null
    const { notices } = this
    const since = this.now()
    const answer = await ask()
    if (answer !== null || notices !== this.notices) return answer
    if (this.unknown.size >= MOST_UNKNOWN) this.unknown.clear()
    this.unknown.set(name, since)
    return null
  }

  /** One question at a time per key, however many requests wait for the answer. */
  private ask(name: string, communityId: string, keyId: string): Promise<StoredKey | null> {
    const asked = this.asking.get(name)
    if (asked) return asked
    const question = this.askDatabase(name, communityId, keyId).finally(() => this.asking.delete(name))
    this.asking.set(name, question)
    return question
  }

  private async askDatabase(name: string, communityId: string, keyId: string): Promise<StoredKey | null> {
    const { notices } = this
    const since = this.now()
    const stored = await findKey(this.db, communityId, keyId)
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear()
    if (stored) this.probe.noteExisting(name)
    if (stored && notices === this.notices) this.remembered.set(name, { stored, since })
    return stored
  }

  /** A key of ours with a wrong checksum is refused unasked; anything else may be a key of the first version. */
  private async refuseUnknownForm(key: string, communityId: string, refusal: () => DomainError | null): Promise<never> {
    const refused = refusal()
    if (refused) throw refused
    const ask = async (): Promise<true | null> => (await isLegacyKey(this.db, communityId, hashKey(key))) || null
    if (!key.startsWith('cmk_') && (await this.unlessUnknown(communityId, key, ask))) {
      throw new DomainError(
        'legacy_key_unsupported',
        'Keys of the first version are not supported. Ask the operator for a new one.',
      )
    }
    throw unauthorized()
  }
}

/** @throws DomainError `unauthorized` when nobody has the key, or its secret is another */
function compared(name: string, stored: StoredKey | null, key: string): Recognised {
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
