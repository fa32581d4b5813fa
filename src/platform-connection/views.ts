// The connection in the form of the contract.
import type { Schema } from '../contract/types'
import type { ConnectionRow } from './queries'

export function toPlatformConnection(
  connection: ConnectionRow | null,
  pausedAt: string | null,
  alarmedAt: string | null,
): Schema<'PlatformConnection'> {
  const connected = connection?.status === 'connected' && pausedAt !== null ? 'paused' : connection?.status
  return {
    state: connected ?? 'none',
    groupId: connection && String(connection.group_id),
    connectedAt: connection && connection.connected_at,
    pausedAt,
    alarmedAt,
  }
}
