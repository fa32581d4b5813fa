// SQL for AutoRank's explanation: all that AutoRank decides by, in one statement.
import type { Ctx } from '../../context'
import { query } from '../../db/statements'
import { autoRankFacts } from '../../ranks/queries'
import type { RankFacts } from '../../ranks/rules'
import { bars } from '../../rank-changes/queries'
import type { Bars } from '../../rank-changes/rules'

/** A member as AutoRank sees it. */
export interface AutoRankFactsRow extends Bars {
  readonly user_id: number
  readonly experience: number
  readonly rank_unique_id: number | null
  /** The ladder and the rank held, lowest first. */
  readonly ranks: readonly RankFacts[]
}

const findStatement = query<AutoRankFactsRow>(
  'find_auto_rank_facts',
  `select m.user_id, m.experience, m.rank_unique_id, ${bars('m.community_id', 'm.user_id')}, ${autoRankFacts} as ranks
   from member m where m.community_id = $1 and m.user_id = $2`,
)

/** What AutoRank decides by, of the member as stored; null: there is no such member. */
export async function findAutoRankFacts(ctx: Ctx, userId: number): Promise<AutoRankFactsRow | null> {
  const [row] = await findStatement(ctx.db, [ctx.community.communityId, userId])
  return row ?? null
}
