// SQL for the explanation of AutoRank.
import type { Ctx } from '../../context'
import { query } from '../../db/statements'
import { autoRankFacts } from '../../ranks/queries'
import type { RankFacts } from '../../ranks/rules'
import { rankChangeBlocks } from '../../rank-changes/queries'
import type { RankChangeBlocks } from '../../rank-changes/rules'

export interface AutoRankFactsRow extends RankChangeBlocks {
  readonly user_id: number
  readonly experience: number
  readonly rank_unique_id: number | null
  readonly ranks: readonly RankFacts[]
}

const findStatement = query<AutoRankFactsRow>(
  'find_auto_rank_facts',
  `select m.user_id, m.experience, m.rank_unique_id, ${rankChangeBlocks('m.community_id', 'm.user_id')}, ${autoRankFacts} as ranks
   from member m where m.community_id = $1 and m.user_id = $2`,
)

export async function findAutoRankFacts(ctx: Ctx, userId: number): Promise<AutoRankFactsRow | null> {
  const [row] = await findStatement(ctx.db, [ctx.community.communityId, userId])
  return row ?? null
}
