// The filters of the queue in the address.
import type { Schema } from './api'

type Status = Schema<'PlatformOperationStatus'>

/** The name that the screen shows for each status. */
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
  /** The list is not read again and again. */
  readonly paused?: true
}

const isStatus = (text: string): text is Status => Object.hasOwn(operationStatuses, text)

/** The filters of an address; what is none of the screen is left out. */
export function queueSearchOf({ status, userId, paused }: Record<string, unknown>): QueueSearch {
  return {
    ...(typeof status === 'string' && isStatus(status) ? { status } : {}),
    // the router reads digits as a number
    ...(/^\d+$/.test(String(userId)) ? { userId: String(userId) } : {}),
    ...(paused === true ? { paused } : {}),
  }
}
