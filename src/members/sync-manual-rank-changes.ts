// Ranks changed on the platform by hand: found in the group's audit log, and stored as they are now.
import type { Ctx } from '../context'
import { explain, resolveConnection } from '../platform-connection/connection'
import { findAuditLogMark, markAuditLog, postponeAuditLog, type AuditLogMark } from '../platform-connection/queries'
import { PlatformFailure, type Connection, type RoleChange } from '../platform/platform'
import { highestOf, ranksCovering } from './actions'
import { listKnownMembers, storeMemberRank } from './queries'

/** Changes read at a time, and those dealt with in one run: each may cost a call. The rest is for the next run. */
const READ_AT_ONCE = 1_000
const CHANGES_PER_RUN = 100
/** When a credential without the permission is tried again. */
const REFUSED_FOR_SECONDS = 3_600
/** Where the log begins for who found it empty. */
const BEFORE_ALL = new Date(0)

/**
 * Stores the rank of every member whose roles somebody else than this community's credential changed since the last run.
 * The first run only remembers where the log ends. A credential that may not read the log is left alone for an hour.
 * @returns how many members were read again
 * @throws DomainError one of the platform errors
 */
export async function refreshDrifted(ctx: Ctx): Promise<number> {
  const mark = await findAuditLogMark(ctx)
  if (!mark || mark.is_refused) return 0
  const connection = await resolveConnection(ctx)
  try {
    return await readOn(ctx, connection, mark)
  } catch (error) {
    if (!lacksPermission(error)) throw await explain(ctx, connection, error)
    ctx.log.debug({ reason: error.message }, "the credential may not read the group's audit log")
    await postponeAuditLog(ctx, mark, REFUSED_FOR_SECONDS)
    return 0
  }
}

function lacksPermission(error: unknown): error is PlatformFailure {
  return error instanceof PlatformFailure && error.kind === 'credentials' && !error.authenticationFailed
}

async function readOn(ctx: Ctx, connection: Connection, mark: AuditLogMark): Promise<number> {
  if (mark.seen_at === null) {
    const [newest] = await ctx.platform.listRoleChanges(connection, { limit: 1 })
    await markAuditLog(ctx, mark, newest?.at ?? BEFORE_ALL)
    return 0
  }
  const after = new Date(mark.seen_at)
  const changes = await ctx.platform.listRoleChanges(connection, { limit: READ_AT_ONCE, after })
  const batch = oldestOf(changes)
  const last = batch.at(-1)
  if (!last) return 0
  const foreign = batch.filter(({ actorUserId }) => actorUserId !== mark.owner_user_id)
  const userIds = await listKnownMembers(ctx, [...new Set(foreign.map(({ userId }) => userId))])
  for (const userId of userIds) await refreshRank(ctx, connection, userId)
  await markAuditLog(ctx, mark, last.at)
  return userIds.length
}

/** The oldest changes, oldest first; those of one moment stay together, because the mark is a moment. */
function oldestOf(changes: readonly RoleChange[]): RoleChange[] {
  const oldestFirst = [...changes].sort((one, other) => one.at.getTime() - other.at.getTime())
  const end = oldestFirst[CHANGES_PER_RUN - 1]?.at
  return end === undefined ? oldestFirst : oldestFirst.filter(({ at }) => at <= end)
}

async function refreshRank(ctx: Ctx, connection: Connection, userId: number): Promise<void> {
  const membership = await ctx.platform.getMembership(connection, userId)
  const rank = membership ? highestOf(await ranksCovering(ctx, membership), membership) : null
  await storeMemberRank(ctx, userId, rank?.unique_id ?? null)
}
