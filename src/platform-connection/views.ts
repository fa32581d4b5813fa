// The connection in the form of the contract.
import type { Schema } from '../contract/types'
import type { Pause } from './pause/queries'
import type { ConnectionRow } from './queries'

export function toPlatformConnection(
  connection: ConnectionRow | null,
  { platform_paused_at: pausedAt, platform_pause_reason: pauseReason }: Pause,
): Schema<'PlatformConnection'> {
  const connected = connection?.status === 'connected' && pausedAt !== null ? 'paused' : connection?.status
  return {
    state: connected ?? 'none',
    groupId: connection && String(connection.group_id),
    connectedAt: connection && connection.connected_at,
    pausedAt,
    pauseReason,
  }
}
