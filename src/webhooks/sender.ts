// What a worker does for webhooks until it stops: makes messages of what is new, and sends what is due.
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../error-message'
import { deliver, type DeliveryBase } from './delivery/actions'
import { claimLines, type ClaimedRow } from './delivery/queries'
import { tellNews } from './feed/actions'

export interface Deliveries {
  /** Takes up nothing more, waits a moment for what is on its way, and gives the rest back. */
  stop(): Promise<void>
}

/** Messages on their way at once, but for those that have waited for long: they cost a socket each and hold up nobody. */
const AT_ONCE = 64
const SLOW_MS = 2_000
const MOST_AT_ONCE = 512
/** What is on its way when the process stops may take so long to end. */
const STOP_MS = 3_000

/** How patient it is; tests are less. */
export interface Patience {
  /** Between two looks at what is new or due. */
  readonly tickMs: number
  /** For a message and its answer. */
  readonly timeoutMs: number
  /** A line is taken from a worker that has not spoken for so long: well after its message must have been answered. */
  readonly leaseSeconds: number
}

const usual: Patience = { tickMs: 1_000, timeoutMs: 15_000, leaseSeconds: 30 }

/** Starts making and sending messages. */
export function startDeliveries(base: DeliveryBase, patience: Patience = usual): Deliveries {
  const pump = new Pump(base, patience)
  const running = Promise.all([pump.tell(), pump.send()])
  return {
    async stop() {
      await pump.stop()
      await running
    },
  }
}

class Pump {
  /** What is on its way. */
  private readonly underWay = new Map<Promise<void>, { readonly since: number; readonly cut: AbortController }>()
  private readonly stopping = new AbortController()
  private wake: () => void = () => undefined

  constructor(
    private readonly base: DeliveryBase,
    private readonly patience: Patience,
  ) {}

  /** Makes messages of new entries, once a tick. */
  async tell(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const made = await this.unlessAway(() => tellNews(this.base.db, this.stopping.signal), 0)
      if (made > 0) this.wake()
      await sleep(this.patience.tickMs, undefined, { signal: this.stopping.signal }).catch(() => undefined)
    }
  }

  /** Sends what is due whenever something may be: a message was made, one came to its end, or a tick is over. */
  async send(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const woken = this.woken()
      const places = this.places()
      const claimed = places > 0 ? await this.unlessAway(() => this.claim(places), []) : []
      for (const row of claimed) this.launch(row)
      if (claimed.length < places || places === 0) await woken
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.wake()
    const all = Promise.all(this.underWay.keys())
    await Promise.race([all, sleep(STOP_MS, undefined, { ref: false })])
    for (const { cut } of this.underWay.values()) cut.abort()
    await Promise.all(this.underWay.keys())
  }

  private claim(places: number): Promise<ClaimedRow[]> {
    return claimLines(this.base.db, places, this.patience.leaseSeconds)
  }

  private launch(row: ClaimedRow): void {
    const { base, patience } = this
    const cut = new AbortController()
    const delivery = deliver(base, row, patience.timeoutMs, cut.signal)
      // its line is taken up again when the lease is over
      .catch((error: unknown) => base.log.warn({ reason: reasonOf(error) }, 'a webhook message could not be settled'))
      .finally(() => {
        this.underWay.delete(delivery)
        this.wake()
      })
    this.underWay.set(delivery, { since: Date.now(), cut })
  }

  /** How many more may go on their way: an endpoint that does not answer must not take the place of those that do. */
  private places(): number {
    const slowBefore = Date.now() - SLOW_MS
    const quick = [...this.underWay.values()].filter(({ since }) => since > slowBefore).length
    return Math.max(0, Math.min(AT_ONCE - quick, MOST_AT_ONCE - this.underWay.size))
  }

  /** Settles at the next wake, or after a tick. */
  private woken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.patience.tickMs)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** The next tick is a second away: whatever the database could not do now, it may do then. */
  private async unlessAway<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.base.log.warn({ reason: reasonOf(error) }, 'webhooks wait for the database')
      return otherwise
    }
  }
}
