// A rank as the contract and the audit trail show it.
import type { Schema } from '../contract/types'
import type { RankRow } from './queries'
import { isAssignable, type RankFacts, type RankIdentity } from './rules'

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

/** The contract's RankSummary. */
export function toRankSummary({
  unique_id,
  rank_id,
  name,
}: Omit<RankFacts, 'auto_rank_experience'>): Schema<'RankSummary'> {
  return { uniqueId: unique_id, rankId: rank_id, name }
}

/** A rank's identity in an audit entry. */
export const toIdentity = ({ unique_id, rank_id, name }: RankIdentity) => ({
  uniqueId: unique_id,
  rankId: rank_id,
  name,
})

/** A rank's AutoRank threshold in an audit entry. */
export const toThreshold = (experience: number | null) => ({ autoRank: experience === null ? null : { experience } })
