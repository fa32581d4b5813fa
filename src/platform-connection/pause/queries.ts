// SQL of the pause of the writes to a group.
import type { Ctx, Db, TxCtx } from '../../context'
import { now } from '../../db/expressions'
import { own } from '../../db/own'
import type { PauseReason } from './rules'

/**
 * It is SQL of common tables: they count a rank change of the group when `counts`, unless the writes are paused. The
 * change may be sent when `may_send`; `most` is the number that it goes beyond. A subquery, because a join would count
 * before it filters.
 */
export const groupGuard = (counts: string): string => `group_count as materialized (
  select c.platform_paused_at is not null as is_paused, c.rank_changes_per_minute_limit as most,
    case when ${counts} and c.platform_paused_at is null and c.rank_changes_per_minute_limit is not null then (
      select t.granted from take_changes(c.community_id, 'group', 'rank_changes', 1, 1, c.rank_changes_per_minute_limit, 0, 0) t)
    end as granted
  from community c where c.community_id = :communityId
), group_guard as (
  select not ${counts} or (not is_paused and granted is distinct from 0) as may_send,
    case when granted = 0 then most end as most
  from group_count)`

export interface Pause {
  readonly platform_paused_at: string | null
  readonly platform_pause_reason: PauseReason | null
}

export interface GroupGuard extends Pause {
  readonly rank_changes_per_minute_limit: number | null
  readonly platform_resumed_at: string | null
}

const guard = (ctx: Ctx) =>
  own(ctx)
    .selectFrom('community')
    .select(['rank_changes_per_minute_limit', 'platform_paused_at', 'platform_pause_reason', 'platform_resumed_at'])

export const findGuard = (ctx: Ctx): Promise<GroupGuard> => guard(ctx).executeTakeFirstOrThrow()

export const lockGuard = (tx: TxCtx): Promise<GroupGuard> => guard(tx).forNoKeyUpdate().executeTakeFirstOrThrow()

export async function storePause(tx: TxCtx, reason: PauseReason | null): Promise<Pause> {
  return own(tx)
    .updateTable('community')
    .set({
      platform_paused_at: reason === null ? null : now,
      platform_pause_reason: reason,
      ...(reason === null ? { platform_resumed_at: now } : {}),
    })
    .returning(['platform_paused_at', 'platform_pause_reason'])
    .executeTakeFirstOrThrow()
}

export async function countPaused(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('community')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('platform_paused_at', 'is not', null)
    .where('moved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
