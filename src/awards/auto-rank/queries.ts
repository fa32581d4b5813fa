// SQL for the explanation and the preview of AutoRank.
import type { Ctx, TxCtx } from '../../context'
import { sql } from 'kysely'
import { columns, integers, statement, type RowOf } from '../../db/statements'
import { rankChangeBlocks } from '../../operations/queries'
import { autoRankFacts } from '../../ranks/queries'
import type { RankFacts } from '../../ranks/rules'

const findStatement = statement(
  'find_auto_rank_facts',
  `select m.user_id, m.experience, m.rank_unique_id, m.role_ids, m.unfinished_role_ids as unfinished,
     ${rankChangeBlocks('m.community_id', 'm.user_id')},
     ${autoRankFacts} as "ranks!"
   from member m where m.community_id = :communityId and m.user_id = :userId`,
  columns<{ readonly ranks: readonly RankFacts[] }>(),
)

export type AutoRankFactsRow = RowOf<typeof findStatement>

export async function findAutoRankFacts(ctx: Ctx, userId: number): Promise<AutoRankFactsRow | null> {
  const [row] = await findStatement(ctx.db, { communityId: ctx.community.communityId, userId })
  return row ?? null
}

/** @returns false while another transaction previews in the community */
export async function tryToPreview({ db, community }: TxCtx): Promise<boolean> {
  const name = `preview ${community.communityId}`
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(db)
  return rows[0]?.free === true
}

/** The largest groups; `total` counts the members of all. */
const MAX_GROUPS = 20_000

const grouped = (members: string): string => `select m.rank_unique_id, m.role_ids as "role_ids!",
    m.unfinished_role_ids as "unfinished!", width_bucket(m.experience, :steps::bigint[]) as "reached!", m.blacklisted as "blacklisted!", m.suspended as "suspended!",
    count(*) as "members!", (sum(count(*)) over ())::bigint as "total!"
  from ${members} group by 1, 2, 3, 4, 5, 6 order by count(*) desc limit ${MAX_GROUPS}`

/** Blocked members are read alone: a look-up for each member takes many times as long. */
const groupsStatement = statement(
  'group_members_for_preview',
  `with listed as (
     select user_id from live_suspension where community_id = :communityId
     union select user_id from live_blacklist_entry where community_id = :communityId and user_id is not null
   ), blocked as (
     select m.*, ${rankChangeBlocks(':communityId', 'm.user_id')} from listed
     cross join lateral (select * from member where community_id = :communityId and user_id = listed.user_id limit 1) m
   )
   (${grouped('(select *, false as blacklisted, false as suspended from member where community_id = :communityId) m')})
   union all (${grouped('blocked m')})`,
)

export async function groupMembers(tx: TxCtx, steps: readonly number[]) {
  return groupsStatement(tx.db, { communityId: tx.community.communityId, steps: integers(steps) })
}
