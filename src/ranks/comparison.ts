// What a sync of the group's roles changed. Pure.
import type { RankFacts } from './rules'

export type RankIdentity = Pick<RankFacts, 'unique_id' | 'rank_id' | 'name'>

export interface RankDifference<Before, After> {
  readonly added: readonly After[]
  readonly changed: readonly { readonly before: Before; readonly after: After }[]
  readonly removed: readonly Before[]
}

export function compareRanks<Before extends RankIdentity, After extends RankIdentity>(
  before: readonly Before[],
  after: readonly After[],
): RankDifference<Before, After> {
  const known = new Map(before.map((rank) => [rank.unique_id, rank]))
  const kept = new Set(after.map((rank) => rank.unique_id))
  return {
    added: after.filter((rank) => !known.has(rank.unique_id)),
    changed: after.flatMap((rank) => {
      const was = known.get(rank.unique_id)
      return was && (was.name !== rank.name || was.rank_id !== rank.rank_id) ? [{ before: was, after: rank }] : []
    }),
    removed: before.filter((rank) => !kept.has(rank.unique_id)),
  }
}
