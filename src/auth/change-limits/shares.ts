// Each process takes shares of the points of a key, and spends them without a query.
import type { ChangeBudget } from '../../context'
import { limitExceeded } from './rules'
import type { Owner, Taken, TakeRequest } from './queries'

/** One process holds at most this part of the number unspent. */
const SHARE_OF_LIMIT = 0.02
const MAX_SHARES = 20_000

interface Share {
  left: number
  spent: number
  slot: number
  /** It is in milliseconds of the monotonic clock. The share must be spent before, because it counts in its slot. */
  endsAt: number
  taking: Promise<void> | null
}

type Take = (request: TakeRequest) => Promise<Taken>

export class PointShares {
  private readonly shares = new Map<string, Share>()

  constructor(
    private readonly takeFrom: Take,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * It returns a promise only when a share is taken.
   * @throws DomainError 403 `change_limit_exceeded` as a rejected promise
   */
  take(owner: Owner, points: number, most: number): ReturnType<ChangeBudget['takePoints']> {
    if (points === 0) return undefined
    const share = this.shareOf(`${owner.communityId} ${owner.owner}`)
    return this.spend(share, points) ? undefined : this.takeWaiting(share, owner, points, most)
  }

  private shareOf(name: string): Share {
    const known = this.shares.get(name)
    if (known) return known
    // what is dropped stays counted
    if (this.shares.size >= MAX_SHARES) this.shares.clear()
    const fresh: Share = { left: 0, spent: 0, slot: 0, endsAt: 0, taking: null }
    this.shares.set(name, fresh)
    return fresh
  }

  private spend(share: Share, points: number): boolean {
    if (points > share.left || share.endsAt <= this.now()) return false
    share.left -= points
    share.spent += points
    return true
  }

  private async takeWaiting(share: Share, owner: Owner, points: number, most: number): Promise<void> {
    for (;;) {
      if (share.taking) await share.taking
      else if (!(await this.takeShare(share, owner, points, most))) throw limitExceeded('points', most)
      if (this.spend(share, points)) return
    }
  }

  /** @returns false when fewer points are left */
  private async takeShare(share: Share, owner: Owner, points: number, most: number): Promise<boolean> {
    let end = (): void => undefined
    share.taking = new Promise((resolve) => (end = resolve))
    try {
      const sentAt = this.now()
      const { left: unspent, slot: unspentSlot, spent } = share
      // nobody spends what is given back
      share.left = 0
      share.spent = 0
      const wanted = Math.max(points, Math.floor(Math.min(most * SHARE_OF_LIMIT, 2 * spent)))
      const request = { ...owner, kind: 'points', needed: points, wanted, most, unspent, unspentSlot } as const
      const { granted, slot, leftMs } = await this.takeFrom(request)
      Object.assign(share, { left: granted, slot, endsAt: sentAt + leftMs })
      return granted > 0
    } finally {
      share.taking = null
      end()
    }
  }
}
