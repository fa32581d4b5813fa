// Long screenings run one at a time, with communities in rotation.

/** Per community. */
const MAX_WAITING = 4

export class TooManyWaiting extends Error {}

export class Turns {
  private isTaken = false
  private readonly waiting = new Map<string, (() => void)[]>()

  /** Followed by `leave`. @throws TooManyWaiting */
  async enter(communityId: string): Promise<void> {
    if (!this.isTaken) {
      this.isTaken = true
      return
    }
    const queue = this.waiting.get(communityId) ?? []
    if (queue.length >= MAX_WAITING) throw new TooManyWaiting('too many screenings are waiting')
    this.waiting.set(communityId, queue)
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  leave(): void {
    const [next] = this.waiting
    if (!next) {
      this.isTaken = false
      return
    }
    const [communityId, queue] = next
    const start = queue.shift()
    this.waiting.delete(communityId)
    if (queue.length > 0) this.waiting.set(communityId, queue)
    start?.()
  }
}
