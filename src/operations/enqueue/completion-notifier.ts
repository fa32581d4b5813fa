// The LISTEN connection of the process notifies waiting callers.
import type { CompletionNotifier, OperationWaiter, RankChangeMode } from '../../context'

const ENDED_CHANNEL = 'platform_operation_ended'

/** Callers also poll, in case a notification was lost while the listener reconnected. */
const POLL_MS = 1_000

export interface NotificationSource {
  on(channel: string, callback: (payload: string) => void): void
  onConnected(callback: () => void): void
}

/** To be made before the listener starts. */
export function listeningNotifier(source: NotificationSource): CompletionNotifier {
  const wakers = new Map<string, () => void>()
  source.on(ENDED_CHANNEL, (operationId) => wakers.get(operationId)?.())
  // notifications sent before the connection was made are lost
  source.onConnected(() => wakers.forEach((wake) => wake()))
  return { register: (operationId) => makeWaiter(operationId, POLL_MS, wakers) }
}

const POLL_WITHOUT_LISTENER_MS = 200

export const pollingMode: RankChangeMode = {
  scheduler: true,
  notifier: { register: (operationId) => makeWaiter(operationId, POLL_WITHOUT_LISTENER_MS, new Map()) },
  dispatch: null,
}

function makeWaiter(operationId: string, pollMs: number, wakers: Map<string, () => void>): OperationWaiter {
  let notified = false
  let wake: (() => void) | null = null
  wakers.set(operationId, () => {
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
    cancel: () => void wakers.delete(operationId),
    wait: async (ms, poll) => {
      const until = performance.now() + ms
      try {
        for (;;) {
          const left = until - performance.now()
          if (left <= 0) return false
          await nextNotification(Math.min(left, pollMs))
          notified = false
          // a database outage does not end the wait
          if (await poll().catch(() => false)) return true
        }
      } finally {
        wakers.delete(operationId)
      }
    },
  }
}
