// Enqueues messages from the audit log and sends those due.
import { setTimeout as sleep } from 'node:timers/promises'
import { pause } from '../base/async'
import { errorCode, errorMessage } from '../base/error-message'
import { FailureLog } from '../base/logger'
import { deliver, type DeliveryBase } from './delivery/actions'
import { claimPartitions, type ClaimedRow } from './delivery/queries'
import { enqueueFromAuditLog } from './feed/actions'

export interface WebhookSender {
  /** Waits up to STOP_MS for messages in flight and releases the rest. */
  stop(): Promise<void>
}

/** Messages in flight for longer than SLOW_MS do not count, so they block no others. */
const MAX_QUICK = 64
const SLOW_MS = 2_000
const MAX_IN_FLIGHT = 512
const STOP_MS = 3_000

export interface SenderTimings {
  readonly tickMs: number
  /** Of one attempt. */
  readonly timeoutMs: number
  /** Then another worker may claim the partition; must exceed `timeoutMs`. */
  readonly leaseSeconds: number
}

const defaults: SenderTimings = { tickMs: 1_000, timeoutMs: 15_000, leaseSeconds: 30 }

export function startWebhookSender(base: DeliveryBase, timings: SenderTimings = defaults): WebhookSender {
  const loops = new SenderLoops(base, timings)
  const running = Promise.all([loops.enqueue(), loops.send()])
  return {
    async stop() {
      await loops.stop()
      await running
    },
  }
}

class SenderLoops {
  private readonly inFlight = new Map<Promise<void>, { readonly since: number; readonly cancel: AbortController }>()
  private readonly stopping = new AbortController()
  private readonly failures = new FailureLog()
  private wake: () => void = () => undefined

  constructor(
    private readonly base: DeliveryBase,
    private readonly timings: SenderTimings,
  ) {}

  async enqueue(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const count = await this.orElse(() => enqueueFromAuditLog(this.base.db, this.stopping.signal), 0)
      if (count > 0) this.wake()
      await pause(this.timings.tickMs, this.stopping.signal)
    }
  }

  async send(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const wakeUp = this.nextWakeUp()
      const capacity = this.capacity()
      const claimed = capacity > 0 ? await this.orElse(() => this.claim(capacity), []) : []
      for (const row of claimed) this.launch(row)
      if (claimed.length < capacity || capacity === 0) await wakeUp
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.wake()
    const all = Promise.all(this.inFlight.keys())
    await Promise.race([all, sleep(STOP_MS, undefined, { ref: false })])
    for (const { cancel } of this.inFlight.values()) cancel.abort()
    await Promise.all(this.inFlight.keys())
  }

  private claim(limit: number): Promise<ClaimedRow[]> {
    return claimPartitions(this.base.db, limit, this.timings.leaseSeconds)
  }

  private launch(row: ClaimedRow): void {
    const { base, timings } = this
    const cancel = new AbortController()
    const delivery = deliver(base, row, timings.timeoutMs, cancel.signal)
      // claimed again when the lease expires
      .catch((error: unknown) =>
        base.log.warn({ reason: errorMessage(error) }, 'a webhook message could not be settled'),
      )
      .finally(() => {
        this.inFlight.delete(delivery)
        this.wake()
      })
    this.inFlight.set(delivery, { since: performance.now(), cancel })
  }

  private capacity(): number {
    const slowBefore = performance.now() - SLOW_MS
    const quick = [...this.inFlight.values()].filter(({ since }) => since > slowBefore).length
    return Math.max(0, Math.min(MAX_QUICK - quick, MAX_IN_FLIGHT - this.inFlight.size))
  }

  private nextWakeUp(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.timings.tickMs)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  private async orElse<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const message = 'webhooks could not be processed and are tried again'
      this.failures.report(this.base.log, 'warn', errorCode(error), { reason: errorMessage(error) }, message)
      return fallback
    }
  }
}
