// A lock that waiters of several communities get in rotation: long screenings run one at a time.

/** Per community. */
const MAX_WAITING = 4

export class TooManyWaiting extends Error {}

export class FairLock {
  private isHeld = false
  private readonly waiting = new Map<string, (() => void)[]>()

  /** Followed by `release`. @throws TooManyWaiting */
  async acquire(communityId: string): Promise<void> {
    if (!this.isHeld) {
      this.isHeld = true
      return
    }
    const queue = this.waiting.get(communityId) ?? []
    if (queue.length >= MAX_WAITING) throw new TooManyWaiting('too many screenings are waiting')
    this.waiting.set(communityId, queue)
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  release(): void {
    const [next] = this.waiting
    if (!next) {
      this.isHeld = false
      return
    }
    const [communityId, queue] = next
    const start = queue.shift()
    this.waiting.delete(communityId)
    if (queue.length > 0) this.waiting.set(communityId, queue)
    start?.()
  }
}
