// Open Cloud has no look-up by name, but shows who is in the group.
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../context'
import { callPlatform } from '../../platform-connection/connection'
import type { Connection, PlatformUser } from '../../platform/platform'
import { listExistingMembers } from '../queries'
import { CallLimit } from './call-limit'

/** Of 100 members. A larger group is read in part. */
const MAX_PAGES = 5
/** Accounts of the group that are no members here; each costs a call. */
const MAX_USERS = 100
const CONCURRENCY = 5
const SCAN_EVERY_MS = 600_000
const LOG_READS_PER_MINUTE = 1

/** By the name in lower case. */
type Names = ReadonlyMap<string, PlatformUser>

interface Scan {
  readonly at: number
  readonly names: Promise<Names>
}

const scans = new LRUCache<string, Scan>({ max: 100 })

/** Null also where a part of the group was not read. */
export async function findInGroup(ctx: Ctx, username: string): Promise<PlatformUser | null> {
  const { communityId } = ctx.community
  const at = ctx.now().getTime()
  const last = scans.get(communityId)
  const isUsable = last !== undefined && at - last.at < SCAN_EVERY_MS
  const scan = isUsable ? last : { at, names: callPlatform(ctx, (connection) => scanGroup(ctx, connection)) }
  if (!isUsable) remember(communityId, scan)
  return (await scan.names).get(username.toLowerCase()) ?? null
}

/** A failed scan is not kept. */
function remember(communityId: string, scan: Scan): void {
  scans.set(communityId, scan)
  scan.names.catch(() => scans.delete(communityId))
}

async function scanGroup(ctx: Ctx, connection: Connection): Promise<Names> {
  const names = new Map<string, PlatformUser>()
  // an OAuth token reads 10 users a minute
  if (connection.credential.kind === 'oauth') return names
  const strangers = await listStrangers(ctx, connection)
  const next = strangers.values()
  const worker = async (): Promise<void> => {
    for (const userId of next) {
      const user = await ctx.platform.getUser(connection, userId)
      if (user) names.set(user.username.toLowerCase(), user)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return names
}

async function listStrangers(ctx: Ctx, connection: Connection): Promise<number[]> {
  const strangers: number[] = []
  let token: string | null = null
  for (let page = 0; page < MAX_PAGES && strangers.length < MAX_USERS; page++) {
    const { items, nextPageToken } = await ctx.platform.listMembers(connection, token)
    const userIds = items.map(({ userId }) => userId)
    const known = new Set(await listExistingMembers(ctx, userIds))
    strangers.push(...userIds.filter((userId) => !known.has(userId)))
    token = nextPageToken
    if (token === null) break
  }
  return strangers.slice(0, MAX_USERS)
}

const logReads = new CallLimit()

/** An account in the newest entries of the log that still has the name. Null also where the log is not read. */
export async function findInAuditLog(ctx: Ctx, username: string): Promise<PlatformUser | null> {
  if (!logReads.take(ctx.community.communityId, LOG_READS_PER_MINUTE, ctx.now())) return null
  return callPlatform(ctx, async (connection) => {
    const named = await ctx.platform.listNamesInAuditLog(connection)
    const found = named.find((one) => one.username.toLowerCase() === username.toLowerCase())
    const user = found ? await ctx.platform.getUser(connection, found.userId) : null
    return user?.username.toLowerCase() === username.toLowerCase() ? user : null
  })
}
