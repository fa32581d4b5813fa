// Ranks as the contract and the audit log show them.
import type { Schema } from '../contract/types'
import type { ListedRank } from './queries'
import { isAssignable, isRank } from './rules'
import { type RankIdentity } from './comparison'

export function toRank(row: ListedRank): Schema<'Rank'> {
  return {
    uniqueId: row.unique_id,
    rankId: row.rank_id,
    name: row.name,
    memberCount: row.member_count,
    autoRank: row.auto_rank_experience === null ? null : { experience: row.auto_rank_experience },
    assignable: isAssignable(row) && row.given_by_people !== true,
    managed: isRank(row),
    givenByPeople: row.given_by_people,
    powers: row.powers && [...row.powers],
  }
}

export function toRankSummary({ unique_id, rank_id, name }: RankIdentity): Schema<'RankSummary'> {
  return { uniqueId: unique_id, rankId: rank_id, name }
}

export const toIdentity = ({ unique_id, rank_id, name }: RankIdentity) => ({
  uniqueId: unique_id,
  rankId: rank_id,
  name,
})

export const toThreshold = (experience: number | null) => ({ autoRank: experience === null ? null : { experience } })
