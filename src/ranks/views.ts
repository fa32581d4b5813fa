// How a rank looks outside.
import type { Schema } from '../contract/types'
import type { RankRow } from '../group/queries'
import { isAssignable } from '../group/rules'

/** The contract's Rank of a row. */
export function toRank(row: RankRow): Schema<'Rank'> {
  return {
    uniqueId: row.unique_id,
    rankId: row.rank_id,
    name: row.name,
    memberCount: row.member_count,
    autoRank: row.auto_rank_experience === null ? null : { experience: row.auto_rank_experience },
    assignable: isAssignable(row),
  }
}
