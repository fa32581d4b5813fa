// SQL for the explanation of AutoRank.
import type { Ctx } from '../../context'
import { columns, statement, type RowOf } from '../../db/statements'
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
