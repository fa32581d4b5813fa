// Only the platform stores requests to join the group.
import type { Ctx } from '../../context'
import { cursorScope, fromCursor, toCursor } from '../../db/paging'
import { DomainError } from '../../base/errors'
import { releaseKey, type Effect } from '../../idempotency/actions'
import type { JoinRequest } from '../../platform/platform'
import type { Decided } from './rules'
import { callPlatform } from '../../platform-connection/connection'
import { newOperationId } from '../enqueue/resolve-target'
import { awaitRankChange, commitAndWait } from '../enqueue/submit-and-wait'
import { findOperation } from '../queries'
import { hasEnded } from '../rules'

export interface JoinRequests {
  readonly requests: readonly JoinRequest[]
  readonly nextCursor: string | null
}

/** The cursor contains that of the platform. @throws DomainError as `callPlatform` */
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

export interface DecisionIds {
  readonly operationId: string
}

/**
 * Returns once the platform shows the decision. `decided` reads the result.
 * @throws DomainError 404 `join_request_not_found`; 409 `join_request_accepted`, `join_request_refused`,
 * `join_request_gone`, `member_blacklisted`; as `changeRank`
 */
export async function decideJoinRequest(
  ctx: Ctx,
  userId: number,
  verb: 'accept' | 'decline',
): Promise<Effect<DecisionIds>> {
  const ids = { operationId: newOperationId() }
  const operation = { kind: `join.${verb}`, userId, targetUniqueId: null, ...ids } as const
  return releasing(ctx, ids, () => commitAndWait(ctx, operation, ids))
}

/** For a repeated request, the decision may still run. @throws DomainError as the first one */
export function decided(ctx: Ctx, ids: DecisionIds): Promise<Decided> {
  return releasing(ctx, ids, async () => {
    const { changed, auditId } = await awaitRankChange(ctx, ids.operationId)
    const row = await findOperation(ctx, ids.operationId)
    if (!row) throw new DomainError('operation_not_found', 'The account was erased since.')
    return { userId: row.user_id, decision: row.kind === 'join.accept' ? 'accepted' : 'declined', changed, auditId }
  })
}

/** After a definite failure, a repeated request with the same key is a new attempt. */
async function releasing<T>(ctx: Ctx, ids: DecisionIds, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const row = await findOperation(ctx, ids.operationId)
    if (!row || hasEnded(row.status)) await releaseKey(ctx, ids)
    throw error
  }
}
