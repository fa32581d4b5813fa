// A job resolves accounts until the deadline.
import { createHash } from 'node:crypto'
import { findCommunity } from '../../communities/queries'
import { inTransaction, type Ctx } from '../../context'
import { enqueueLater, type JobPayloads } from '../../db/job-queue'
import { DomainError, type ErrorCode } from '../../base/errors'
import { ensureMember, resolveUserId } from '../../members/actions'
import type { DispatchBase } from '../dispatch/dispatcher'
import { failUnresolved, findUnresolved, releaseResolved, supersedeResolved } from './queries'

const temporary: readonly ErrorCode[] = [
  'platform_cloud_rate_limited',
  'platform_cloud_timeout',
  'platform_cloud_unavailable',
  'platform_cloud_refresh_pending',
  'platform_names_unavailable',
]
/** A person can repair the connection meanwhile, as during the dispatch. */
const repairable: readonly ErrorCode[] = [
  'platform_cloud_configuration_unavailable',
  'platform_cloud_credentials_invalid',
  'platform_cloud_not_configured',
  'platform_cloud_reconnect_required',
]
const MAX_PAUSE_SECONDS = 10

export const isTemporary = (error: unknown): boolean => error instanceof DomainError && temporary.includes(error.code)

/** Of an unresolved username: negative, and the same for the same name. */
export function placeholderUserId(username: string): number {
  const digest = createHash('sha256').update(username.toLowerCase()).digest()
  return -1 - digest.readUIntBE(0, 6)
}

export async function resolveAccount(base: DispatchBase, payload: JobPayloads['resolve-account']): Promise<void> {
  const { communityId, operationId, attempt = 0 } = payload
  const community = await findCommunity(base.db, communityId)
  if (!community) return
  const actor = { kind: 'job', id: 'resolve-account' } as const
  const ctx: Ctx = { ...base, community, actor, requestId: null, log: base.log.child({ communityId, operationId }) }
  const operation = await findUnresolved(ctx, operationId)
  if (!operation) return
  try {
    const { username, user_id } = operation
    const userId = username === null ? user_id : await resolveUserId(ctx, { userId: username, by: 'username' }, 'write')
    await ensureMember(ctx, userId)
    await release(ctx, operationId, userId)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (isTemporary(error) || repairable.includes(error.code)) {
      ctx.log.warn({ code: error.code }, 'the account could not be resolved; another attempt is scheduled')
      const runAt = new Date(ctx.now().getTime() + 1_000 * Math.min(MAX_PAUSE_SECONDS, 2 ** attempt))
      return enqueueLater(ctx.db, 'resolve-account', { ...payload, attempt: attempt + 1 }, runAt)
    }
    await failUnresolved(ctx, operationId, error)
  }
}

/** The rank change keeps its original position in the member's queue. */
async function release(ctx: Ctx, operationId: string, userId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (await releaseResolved(tx, operationId, userId)) await supersedeResolved(tx, operationId, userId)
  })
}
