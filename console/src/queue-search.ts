// The filters of the queue in the address.
import type { Schema } from './api'

type Status = Schema<'PlatformOperationStatus'>

/** With the name that the screen shows. */
export const operationStatuses: Readonly<Record<Status, string>> = {
  queued: 'waiting',
  dispatching: 'running',
  outcome_pending: 'outcome unknown',
  failed: 'failed',
  cancelled: 'cancelled',
  succeeded: 'done',
}

export interface QueueSearch {
  readonly status?: Status
  readonly userId?: string
  /** Not read again and again. */
  readonly paused?: true
}

const isStatus = (text: string): text is Status => Object.hasOwn(operationStatuses, text)

/** What is not of the screen is left out. */
export function queueSearchOf({ status, userId, paused }: Record<string, unknown>): QueueSearch {
  return {
    ...(typeof status === 'string' && isStatus(status) ? { status } : {}),
    // the router reads digits as a number
    ...(/^\d+$/.test(String(userId)) ? { userId: String(userId) } : {}),
    ...(paused === true ? { paused } : {}),
  }
}
