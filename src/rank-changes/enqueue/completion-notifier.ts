// Waiting for the end of an operation: one LISTEN connection of the process for all who wait, no connection of the pool.
import type { Endings, Expectation } from '../../context'

export const ENDED_CHANNEL = 'platform_operation_ended'

/** In case a notice was lost: the listener was reconnecting, or its database was away. */
const POLL_MS = 1_000

/** What the endings need of the listener (db/listener.ts). */
export interface Notices {
  on(channel: string, hear: (payload: string) => void): void
  onConnected(callback: () => void): void
}

/** Remembers who waits for which operation. Make it before the listener starts. */
export class ListenedEndings implements Endings {
  private readonly waiting = new Map<string, () => void>()

  constructor(notices: Notices) {
    notices.on(ENDED_CHANNEL, (operationId) => this.waiting.get(operationId)?.())
    // whatever ended while nobody listened was not heard: everyone asks once
    notices.onConnected(() => this.waiting.forEach((wake) => wake()))
  }

  expect(operationId: string): Expectation {
    let heard = false
    let wake: (() => void) | null = null
    this.waiting.set(operationId, () => {
      heard = true
      wake?.()
    })
    const nextNotice = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (heard) wake()
      })
    return {
      forget: () => void this.waiting.delete(operationId),
      within: async (ms, poll) => {
        const until = performance.now() + ms
        try {
          for (;;) {
            const left = until - performance.now()
            if (left <= 0) return false
            await nextNotice(Math.min(left, POLL_MS))
            heard = false
            // the database may be away for a moment; the operation is not
            if (await poll().catch(() => false)) return true
          }
        } finally {
          this.waiting.delete(operationId)
        }
      },
    }
  }
}
