// Erasure requests as printed.
import type { RequestRow } from './queries'

/** `waiting`: postponed by a hold. */
export function toRequest({ notification_id, user_id, received_at, completed_at, held, erased }: RequestRow) {
  const status = completed_at !== null ? ('done' as const) : held ? ('waiting' as const) : ('queued' as const)
  return {
    notificationId: notification_id,
    status,
    userId: user_id === null ? null : String(user_id),
    receivedAt: received_at,
    completedAt: completed_at,
    erased,
  }
}
