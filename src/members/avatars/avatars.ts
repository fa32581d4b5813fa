// Pictures of accounts, in the memory of one process. The platform is asked in batches, one at a time, in turn for each
// community that waits, and within limits of its own: no call of the queue or of a connection is used up.
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { errorMessage } from '../../base/error-message'
import { FairQueue } from '../../base/fair-queue'
import { FailureLog, type Logger } from '../../base/logger'
import { MAX_FOUND, type AvatarSource, type Found, type Picture } from '../../platform/http-avatars'
import { PlatformFailure } from '../../platform/platform'
import { CallLimit } from '../names/call-limit'

/** About 4,000 pictures. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_KEPT = 50_000
const KEPT_MS = 6 * 60 * 60_000
/** Of an account without a picture. */
const NONE_MS = 10 * 60_000
/** Until the platform is asked again for one that is not drawn. */
const LATER_MS = 30_000

/** So that the pictures of one page are asked for together. */
const BATCH_MS = 20
const PARALLEL_FILES = 8
const CALLS_PER_MINUTE = 60
/** Of one community: about ten long lists. */
const ACCOUNTS_PER_MINUTE = 1_000
/** Accounts that wait, of all communities. */
const MAX_WAITING = 5_000
/** After a failure without `Retry-After`. */
const PAUSE_MS = 30_000
const MAX_PAUSE_MS = 60 * 60_000

/** A browser opens six connections, and those that wait for pictures do not carry what the person does. */
const WAIT_MS = 1_000
/** After one waited in vain, none waits. */
const SLOW_MS = 5_000

interface Loading {
  readonly userId: number
  readonly ended: Promise<void>
  readonly end: () => void
}

export class Avatars {
  private readonly kept: LRUCache<number, { readonly picture: Picture | null }>
  private readonly loading = new Map<number, Loading>()
  private readonly queue = new FairQueue<Loading>()
  private readonly limit = new CallLimit()
  private readonly failures = new FailureLog()
  private isReading = false
  private pausedUntil = 0
  private slowUntil = 0

  constructor(
    private readonly source: AvatarSource,
    private readonly log: Logger,
    private readonly now: () => Date,
  ) {
    this.kept = new LRUCache({
      max: MAX_KEPT,
      maxSize: MAX_BYTES,
      sizeCalculation: ({ picture }) => (picture?.bytes.length ?? 0) + 1,
      // an outdated picture is read again even if the clock does not move within a millisecond
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
    })
  }

  /**
   * Of an account that the community holds, which the caller checks.
   * @returns null: it has none; undefined: it is not known yet
   */
  async pictureOf(communityId: string, userId: number): Promise<Picture | null | undefined> {
    const known = this.kept.get(userId)
    if (known) return known.picture
    const loading = this.loading.get(userId) ?? this.load(communityId, userId)
    if (loading === null || performance.now() < this.slowUntil) return undefined
    const isLate = await Promise.race([loading.ended.then(() => false), sleep(WAIT_MS, true, { ref: false })])
    if (isLate) this.slowUntil = performance.now() + SLOW_MS
    return this.kept.get(userId)?.picture
  }

  /** Also one that is under way. */
  forget(userId: number): void {
    this.kept.delete(userId)
    const loading = this.loading.get(userId)
    if (loading) this.end(loading)
  }

  forgetAll(): void {
    this.kept.clear()
    for (const loading of [...this.loading.values()]) this.end(loading)
  }

  /** Null: not now. */
  private load(communityId: string, userId: number): Loading | null {
    if (this.isPaused() || this.queue.size >= MAX_WAITING) return null
    if (!this.limit.take(`accounts of ${communityId}`, ACCOUNTS_PER_MINUTE, this.now())) return null
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const loading = { userId, ended, end }
    this.loading.set(userId, loading)
    this.queue.push(communityId, loading, performance.now())
    if (!this.isReading) void this.readAll()
    return loading
  }

  private async readAll(): Promise<void> {
    this.isReading = true
    await sleep(BATCH_MS)
    while (this.queue.size > 0) {
      const batch = this.takeBatch()
      try {
        if (!this.isPaused() && this.limit.take('calls', CALLS_PER_MINUTE, this.now())) await this.readBatch(batch)
      } catch (error) {
        this.pause(error)
      }
      for (const loading of batch) this.end(loading)
    }
    this.isReading = false
  }

  private takeBatch(): Loading[] {
    const batch: Loading[] = []
    for (let taken = this.queue.take(); taken; taken = batch.length < MAX_FOUND ? this.queue.take() : null) {
      taken.done(0)
      if (this.isWanted(taken.item)) batch.push(taken.item)
    }
    return batch
  }

  private async readBatch(batch: readonly Loading[]): Promise<void> {
    if (batch.length === 0) return
    const found = await this.source.find(batch.map(({ userId }) => userId))
    const left = [...batch]
    const readInTurn = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift())
        await this.readOne(next, found.get(next.userId) ?? 'none')
    }
    await Promise.all(Array.from({ length: PARALLEL_FILES }, readInTurn)).finally(() => left.splice(0))
  }

  private async readOne(loading: Loading, found: Found): Promise<void> {
    if (found === 'later') return this.keep(loading, null, LATER_MS)
    const picture = found === 'none' ? null : await this.source.read(found.url)
    this.keep(loading, picture, picture === null ? NONE_MS : KEPT_MS)
  }

  private keep(loading: Loading, picture: Picture | null, ttl: number): void {
    if (this.isWanted(loading)) this.kept.set(loading.userId, { picture }, { ttl })
    this.end(loading)
  }

  /** False: it was forgotten meanwhile. */
  private isWanted(loading: Loading): boolean {
    return this.loading.get(loading.userId) === loading
  }

  private end(loading: Loading): void {
    loading.end()
    if (this.isWanted(loading)) this.loading.delete(loading.userId)
  }

  private isPaused(): boolean {
    return this.now().getTime() < this.pausedUntil
  }

  private pause(error: unknown): void {
    const seconds = error instanceof PlatformFailure ? error.retryAfterSeconds : null
    const ms = seconds === null ? PAUSE_MS : Math.min(seconds * 1_000, MAX_PAUSE_MS)
    this.pausedUntil = this.now().getTime() + ms
    const fields = { reason: errorMessage(error), seconds: ms / 1_000 }
    this.failures.report(this.log, 'warn', 'avatars', fields, 'the platform gives no pictures of accounts for a while')
  }
}
