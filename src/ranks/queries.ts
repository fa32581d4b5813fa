// All SQL on rank_change: the record of each change on the platform, written before its first call.
import { sql } from 'kysely'
import type { Ctx, Db } from '../context'

/** A process at work renews its lease before each platform call; past it another may take the change over. */
const LEASE_SECONDS = 30

export interface RankChangeRow {
  readonly community_id: string
  readonly rank_change_id: number
  readonly user_id: number
  readonly target_unique_id: number | null
  readonly sent: boolean
}

const lease = sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`

/**
 * Starts a change of the member's rank; null while another one runs. A change whose process died is ended first:
 * the new one reads the roles as they are and so heals what was left.
 */
export async function claimRankChange(ctx: Ctx, userId: number, kind: string): Promise<number | null> {
  const { communityId } = ctx.community
  await ctx.db
    .updateTable('rank_change')
    .set({ status: 'failed', error_code: 'superseded', finished_at: sql`now()` })
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .where('status', '=', 'started')
    .where('lease_until', '<', sql<string>`now()`)
    .execute()
  const row = await ctx.db
    .insertInto('rank_change')
    .values({
      community_id: communityId,
      user_id: userId,
      kind,
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.id,
      request_id: ctx.requestId,
      lease_until: lease,
    })
    .onConflict((conflict) => conflict.columns(['community_id', 'user_id']).where('status', '=', 'started').doNothing())
    .returning('rank_change_id')
    .executeTakeFirst()
  return row?.rank_change_id ?? null
}

/** Notes the target, and that a write is about to be sent; renews the lease. */
export async function noteSending(ctx: Ctx, rankChangeId: number, targetUniqueId: number): Promise<void> {
  await ctx.db
    .updateTable('rank_change')
    .set({ target_unique_id: targetUniqueId, sent: true, lease_until: lease })
    .where('community_id', '=', ctx.community.communityId)
    .where('rank_change_id', '=', rankChangeId)
    .where('status', '=', 'started')
    .execute()
}

/** Ends a change; `errorCode` null means it succeeded. */
export async function finishRankChange(ctx: Ctx, rankChangeId: number, errorCode: string | null): Promise<void> {
  await ctx.db
    .updateTable('rank_change')
    .set({ status: errorCode === null ? 'succeeded' : 'failed', error_code: errorCode, finished_at: sql`now()` })
    .where('community_id', '=', ctx.community.communityId)
    .where('rank_change_id', '=', rankChangeId)
    .where('status', '=', 'started')
    .execute()
}

/** Takes one change over from a process that died; null when none is left. Looks across communities: a job's view. */
export async function takeOverRankChange(db: Db): Promise<RankChangeRow | null> {
  const { rows } = await sql<RankChangeRow>`
    update rank_change c set lease_until = ${lease}
    from (
      select community_id, rank_change_id from rank_change
      where status = 'started' and lease_until < now()
      order by lease_until limit 1 for update skip locked
    ) dead
    where c.community_id = dead.community_id and c.rank_change_id = dead.rank_change_id
    returning c.community_id, c.rank_change_id, c.user_id, c.target_unique_id, c.sent`.execute(db)
  return rows[0] ?? null
}
