// Requests to join the group, which only the platform stores.
import type { Ctx } from '../context'
import { cursorScope, fromCursor, toCursor } from '../db/paging'
import type { JoinRequest } from '../platform/platform'
import { callPlatform } from '../platform-connection/connection'

export interface JoinRequests {
  readonly requests: readonly JoinRequest[]
  readonly nextCursor: string | null
}

/** A page, whose cursor contains that of the platform. @throws DomainError those of `callPlatform` */
export async function listJoinRequests(
  ctx: Ctx,
  { userId, cursor }: { readonly userId?: number | undefined; readonly cursor?: string | undefined },
): Promise<JoinRequests> {
  const scope = cursorScope(ctx, `join requests ${userId ?? ''}`)
  const after = fromCursor(scope, cursor)
  const pageToken = after && Buffer.from(after.at, 'base64url').toString()
  const filter = userId === undefined ? {} : { userId }
  const { items, nextPageToken } = await callPlatform(ctx, (connection) =>
    ctx.platform.listJoinRequests(connection, { ...filter, pageToken }),
  )
  const next = nextPageToken === null ? null : { at: Buffer.from(nextPageToken).toString('base64url'), id: 'token' }
  return { requests: items, nextCursor: next && toCursor(scope, next) }
}
