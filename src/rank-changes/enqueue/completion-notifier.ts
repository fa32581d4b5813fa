// Notifies waiting callers of the end of rank changes, over the one LISTEN connection of the process.
import type { CompletionNotifier, OperationWaiter } from '../../context'

export const ENDED_CHANNEL = 'platform_operation_ended'

/** Polling interval, in case a notification was lost while the listener reconnected. */
const POLL_MS = 1_000

/** The part of the listener (db/listener.ts) that the notifier uses. */
export interface NotificationSource {
  on(channel: string, callback: (payload: string) => void): void
  onConnected(callback: () => void): void
}

/** Create it before the listener starts. */
export class PostgresCompletionNotifier implements CompletionNotifier {
  private readonly waiters = new Map<string, () => void>()

  constructor(source: NotificationSource) {
    source.on(ENDED_CHANNEL, (operationId) => this.waiters.get(operationId)?.())
    // notifications sent before the connection was made are lost, so every waiter polls
    source.onConnected(() => this.waiters.forEach((wake) => wake()))
  }

  register(operationId: string): OperationWaiter {
    let notified = false
    let wake: (() => void) | null = null
    this.waiters.set(operationId, () => {
      notified = true
      wake?.()
    })
    const nextNotification = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (notified) wake()
      })
    return {
      cancel: () => void this.waiters.delete(operationId),
      wait: async (ms, poll) => {
        const until = performance.now() + ms
        try {
          for (;;) {
            const left = until - performance.now()
            if (left <= 0) return false
            await nextNotification(Math.min(left, POLL_MS))
            notified = false
            // a database outage does not end the wait
            if (await poll().catch(() => false)) return true
          }
        } finally {
          this.waiters.delete(operationId)
        }
      },
    }
  }
}
