// Erasure requests as printed.
import type { RequestRow } from './queries'

/**
 * `waiting`: postponed by a hold; `closed`: by the operator; `no-data`: the time of a parked request is over.
 */
export type RequestStatus = 'queued' | 'waiting' | 'parked' | 'done' | 'closed' | 'no-data'

export function toRequest(row: RequestRow) {
  return {
    notificationId: row.notification_id,
    status: statusOf(row),
    userId: row.user_id === null ? null : String(row.user_id),
    ...(row.parked_id === null ? {} : { parked: { as: row.parked_as, id: String(row.parked_id), domain: row.domain } }),
    receivedAt: row.received_at,
    completedAt: row.completed_at,
    erased: row.erased,
  }
}

function statusOf({ completed_at, ended_as, parked_id, held }: RequestRow): RequestStatus {
  if (completed_at !== null) return ended_as ?? 'done'
  if (parked_id !== null) return 'parked'
  return held ? 'waiting' : 'queued'
}
