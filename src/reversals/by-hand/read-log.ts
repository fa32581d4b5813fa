// Reads the changes of a window from the audit log of the group.
import { DomainError } from '../../base/errors'
import type { Ctx } from '../../context'
import { callPlatform } from '../../platform-connection/connection'
import { lacksPermission } from '../../platform/failures'
import type { GroupChange } from '../../platform/platform'

export type LogError = 'platform_not_connected' | 'platform_log_unreadable' | 'too_many_entries'

/**
 * @returns the newest first, or why they cannot be read
 * @throws DomainError the platform's error, which may pass
 */
export async function readChangesInGroup(
  ctx: Ctx,
  from: Date,
  most: number,
): Promise<readonly GroupChange[] | LogError> {
  const after = new Date(from.getTime() - 1)
  try {
    return await callPlatform(ctx, async (connection) => {
      try {
        return (await ctx.platform.listAllGroupChanges(connection, after, most)) ?? 'too_many_entries'
      } catch (error) {
        if (lacksPermission(error)) return 'platform_log_unreadable'
        throw error
      }
    })
  } catch (error) {
    if (isUnconnected(error)) return 'platform_not_connected'
    throw error
  }
}

const isUnconnected = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'platform_cloud_not_configured' || error.code === 'platform_cloud_reconnect_required')
