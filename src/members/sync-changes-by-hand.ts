// Reads the changes by hand from the group's audit log: syncs the members, and raises the alarm of the group.
import type { Ctx } from '../context'
import { toConnectionError, resolveConnection } from '../platform-connection/connection'
import { findAuditLogMark, markAuditLog, postponeAuditLog, type AuditLogMark } from '../platform-connection/queries'
import { raiseAlarm } from '../platform-connection/alarm/actions'
import { MINUTE_MS } from '../platform-connection/alarm/rules'
import { lacksPermission } from '../platform/failures'
import type { Connection, GroupChange } from '../platform/platform'
import { rankHeld } from '../ranks/rules'
import { loadRanksFor } from './actions'
import { listExistingMembers } from './queries'
import { storeMemberRank } from './profile/queries'

const PAGE_SIZE = 1_000
/** Each can cost a platform call, so the others follow in the next run. */
const CHANGES_PER_RUN = 100
const RETRY_REFUSED_SECONDS = 3_600
const EPOCH = new Date(0)

/**
 * Stores current ranks, and the absence of those who were removed. The first run only records the end of the log.
 * @returns members read from the platform
 * @throws DomainError the platform's error
 */
export async function syncChangesByHand(ctx: Ctx): Promise<number> {
  const mark = await findAuditLogMark(ctx)
  if (!mark || mark.is_refused) return 0
  const connection = await resolveConnection(ctx)
  try {
    return await syncSince(ctx, connection, mark)
  } catch (error) {
    if (!lacksPermission(error)) throw await toConnectionError(ctx, connection, error)
    ctx.log.debug({ reason: error.message }, "the credential lacks the permission to read the group's audit log")
    await postponeAuditLog(ctx, mark, RETRY_REFUSED_SECONDS)
    return 0
  }
}

async function syncSince(ctx: Ctx, connection: Connection, mark: AuditLogMark): Promise<number> {
  if (mark.seen_at === null) {
    const [newest] = await ctx.platform.listGroupChanges(connection, { limit: 1 })
    await markAuditLog(ctx, mark, newest?.at ?? EPOCH)
    return 0
  }
  const seenAt = new Date(mark.seen_at)
  const after = new Date(seenAt.getTime() - MINUTE_MS)
  const changes = await ctx.platform.listGroupChanges(connection, { limit: PAGE_SIZE, after })
  await raiseAlarm(ctx, changes, seenAt)
  const batch = oldestOf(changes.filter(({ at }) => at > seenAt))
  const last = batch.at(-1)
  if (!last) return 0
  // the server removes nobody
  const foreign = batch.filter(
    ({ action, actorUserId }) =>
      actorUserId !== mark.owner_user_id || action === 'RemoveMember' || action === 'BanMember',
  )
  const userIds = await listExistingMembers(ctx, [...new Set(foreign.map(({ userId }) => userId))])
  for (const userId of userIds) await refreshRank(ctx, connection, userId)
  await markAuditLog(ctx, mark, last.at)
  return userIds.length
}

/** The mark is a time, so equal times are not split. */
function oldestOf(changes: readonly GroupChange[]): GroupChange[] {
  const oldestFirst = [...changes].sort((one, other) => one.at.getTime() - other.at.getTime())
  const end = oldestFirst[CHANGES_PER_RUN - 1]?.at
  return end === undefined ? oldestFirst : oldestFirst.filter(({ at }) => at <= end)
}

async function refreshRank(ctx: Ctx, connection: Connection, userId: number): Promise<void> {
  const membership = await ctx.platform.getMembership(connection, userId)
  const rank = membership ? rankHeld(await loadRanksFor(ctx, membership), membership.roles) : null
  await storeMemberRank(ctx, userId, rank?.unique_id ?? null, membership?.roles ?? [])
}
