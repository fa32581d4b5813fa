// Accounts of accepted rank changes that the platform could not be asked about at acceptance: found out by a job, until the
// deadline.
import { createHash } from 'node:crypto'
import { findCommunity } from '../../communities/queries'
import { inTransaction, type Ctx } from '../../context'
import { enqueueLater, type JobPayloads } from '../../job-queue'
import { DomainError, type ErrorCode } from '../../errors'
import { ensureMember, resolveUserId } from '../../members/actions'
import type { DispatchBase } from '../dispatch/dispatcher'
import { mendLineLater } from '../dispatch/queries'
import { failUnresolved, findUnresolved, releaseResolved, supersedeResolved } from './queries'

/** The platform may answer later. */
const temporary: readonly ErrorCode[] = [
  'platform_cloud_rate_limited',
  'platform_cloud_timeout',
  'platform_cloud_unavailable',
  'platform_cloud_refresh_pending',
]
/** Asynchronous operations wait for a repaired connection, as they do at dispatch. */
const repairable: readonly ErrorCode[] = [
  'platform_cloud_configuration_unavailable',
  'platform_cloud_credentials_invalid',
  'platform_cloud_not_configured',
  'platform_cloud_reconnect_required',
]
const MAX_PAUSE_SECONDS = 10

/** Whether the platform is away or throttling. */
export const isTemporary = (error: unknown): boolean => error instanceof DomainError && temporary.includes(error.code)

/** What an operation by username has in place of a user id until it is resolved: negative, the same for the same name. */
export function placeholderOf(username: string): number {
  const digest = createHash('sha256').update(username.toLowerCase()).digest()
  return -1 - digest.readUIntBE(0, 6)
}

/** Finds out the account of an operation and lets it be dispatched; plans another attempt while the platform does not say. */
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
      ctx.log.warn({ code: error.code }, 'the account of an operation could not be resolved yet')
      const runAt = new Date(Date.now() + 1_000 * Math.min(MAX_PAUSE_SECONDS, 2 ** attempt))
      return enqueueLater(ctx.db, 'resolve-account', { ...payload, attempt: attempt + 1 }, runAt)
    }
    await failUnresolved(ctx, operationId, error)
    await mendLineLater(ctx, operationId)
  }
}

/** Puts the operation into the member's line, where its time of acceptance says. */
async function release(ctx: Ctx, operationId: string, userId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (await releaseResolved(tx, operationId, userId)) await supersedeResolved(tx, operationId)
  })
  await mendLineLater(ctx, operationId)
}
