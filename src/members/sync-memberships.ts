// Syncs ranks and roles with OAuth: a token reads 10 accounts a minute, but 90 pages of 100 memberships.
import type { Ctx } from '../context'
import { resolveIds } from '../identities/queries'
import { callPlatform } from '../platform-connection/connection'
import { beginReading, findReading, storeReadingPage } from '../platform-connection/memberships/queries'
import type { MemberPage } from '../platform/platform'
import { rankHeld } from '../ranks/rules'
import { loadRanksFor } from './actions'
import { listMembersSyncedBefore, listStored, markSynced, storeMemberRank } from './profile/queries'

/** A quarter of the calls that a token may make in a minute. The rest follows in the next run. */
const PAGES_PER_RUN = 20
/** Each costs a call. */
const ABSENT_PER_RUN = 20
/** A rank that was stored this long before the page was requested, or later, is newer than the page. */
const NEWER_MS = 5_000

/**
 * Only members of the community are synced, and without names, which a membership lacks.
 * @returns members of the pages read
 * @throws DomainError the platform's error
 */
export async function syncMemberships(ctx: Ctx): Promise<number> {
  const reading = await findReading(ctx)
  if (reading?.credential_kind !== 'oauth') return 0
  if (reading.page === null) await beginReading(ctx)
  let page = reading.page
  let synced = 0
  try {
    for (let count = 0; count < PAGES_PER_RUN; count++) {
      const askedAt = ctx.now()
      const listed = await readPage(ctx, page)
      synced += await storePage(ctx, listed, askedAt)
      page = listed.nextPageToken
      if (page === null) break
    }
  } catch (error) {
    // the platform may refuse the page
    await storeReadingPage(ctx, null)
    throw error
  }
  if (page === null) await syncAbsent(ctx)
  await storeReadingPage(ctx, page)
  return synced
}

interface ListedPage extends MemberPage {
  readonly groupId: number
}

const readPage = (ctx: Ctx, page: string | null): Promise<ListedPage> =>
  callPlatform(ctx, async (connection) => {
    return { ...(await ctx.platform.listMembers(connection, page)), groupId: connection.groupId }
  })

async function storePage(ctx: Ctx, { items, groupId }: ListedPage, askedAt: Date): Promise<number> {
  const ids = items.map(({ userId }) => userId)
  const accounts = await resolveIds(ctx.db, ctx.community.communityId, `group-${groupId}`, ids)
  const roles = new Map(items.map(({ userId, membership }) => [accounts.get(userId) ?? userId, membership.roles]))
  const members = await listStored(ctx, [...roles.keys()], new Date(askedAt.getTime() - NEWER_MS))
  await storeRoles(ctx, new Map(members.map(({ user_id }) => [user_id, roles.get(user_id) ?? []])))
  return members.length
}

async function storeRoles(ctx: Ctx, roles: ReadonlyMap<number, readonly number[]>): Promise<void> {
  if (roles.size === 0) return
  const ranks = await loadRanksFor(ctx, { roles: [...new Set([...roles.values()].flat())] })
  for (const [userId, held] of roles) {
    const rank = held.length === 0 ? null : rankHeld(ranks, held)
    await storeMemberRank(ctx, userId, rank?.unique_id ?? null, held)
  }
  await markSynced(ctx, [...roles.keys()])
}

/** Members that no page had have left, or joined while the pages were read. */
async function syncAbsent(ctx: Ctx): Promise<void> {
  for (const userId of await listMembersSyncedBefore(ctx, ABSENT_PER_RUN)) {
    const membership = await callPlatform(ctx, (connection) => ctx.platform.getMembership(connection, userId))
    await storeRoles(ctx, new Map([[userId, membership?.roles ?? []]]))
  }
}
