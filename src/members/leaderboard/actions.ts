// Places on the leaderboard, and their periodic count.
import { listCommunitiesWithNews, takeNews } from '../../audit/news/queries'
import type { Ctx, Db } from '../../context'
import type { Schema } from '../../contract/types'
import { resolveUserId, unknownMember, type Target } from '../actions'
import { deleteSteps, insertSteps, isStale, readPlace } from './queries'
import { toPlace, type LeaderboardFieldList } from './views'

/** @throws DomainError 404 `member_not_found` */
export async function placeOf(
  ctx: Ctx,
  target: Target,
  { around, fields }: { readonly around?: number; readonly fields?: LeaderboardFieldList },
): Promise<Schema<'LeaderboardPlaceAnswer'>> {
  const userId = await resolveUserId(ctx, target, 'read')
  const rows = await readPlace(ctx, userId, Number(around))
  const own = rows.find((row) => row.user_id === userId)
  if (!own) throw unknownMember(userId)
  const countedAt = rows.find((row) => row.counted_at !== null)?.counted_at ?? null
  return { data: { place: own.place, around: rows.map((row) => toPlace(row, fields)) }, meta: { countedAt } }
}

export async function countLeaderboards(db: Db): Promise<void> {
  for (const communityId of await listCommunitiesWithNews(db, 'leaderboard')) {
    await db.transaction().execute(async (tx) => {
      if (!(await takeNews(tx, communityId, 'leaderboard')) || !(await isStale({ db: tx }, communityId))) return
      await deleteSteps({ db: tx }, communityId)
      await insertSteps({ db: tx }, communityId)
    })
  }
}
