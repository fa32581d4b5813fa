// What AutoRank would do with a member now, and why.
import { useQuery } from '@tanstack/react-query'
import { answerOf, api, messageOf, type Schema } from './api'

type Explanation = Schema<'AutoRankExplanation'>

const reasons: Readonly<Partial<Record<Explanation['reason'], string>>> = {
  already_there: 'the rank is that of the experience',
  below_ladder: 'the experience reaches no threshold',
  not_connected: 'the community is not connected to the platform',
  disabled: 'AutoRank is off',
  no_ladder: 'no rank has a threshold',
  not_in_group: 'the member is not in the group',
  outside_ladder: 'the rank has no threshold and is above the lowest that has one',
  demotion_not_allowed: 'the rank of the experience is lower, and AutoRank does not demote',
  suspended: 'the member is suspended',
  blacklisted: 'the account, or a group it is in, is on the blacklist',
  rank_ambiguous: 'the member holds several ranks',
  rank_out_of_bounds: 'the ranks are out of your bounds',
  platform_cloud_reconnect_required: 'the platform refuses the credential of the community',
}

/** The reason in words; a newer server may have more reasons. */
export const reasonOf = (reason: Explanation['reason']): string => reasons[reason] ?? reason

const outcomes = { unchanged: 'Keeps the rank', skipped: 'Does not apply' } as const

function textOf({ outcome, reason, target, next }: Explanation): string {
  const now =
    outcome === 'move'
      ? `Will give the rank ${target?.name ?? ''} with the next change of the experience or the next sync.`
      : `${outcomes[outcome]}: ${reasonOf(reason)}.`
  return next === null ? now : `${now} ${next.rank.name} needs ${next.experienceMissing} more experience.`
}

export function AutoRankText({ userId }: { readonly userId: string }) {
  const { data, error } = useQuery({
    // each act reads the member again
    queryKey: ['member', userId, 'auto-rank'],
    queryFn: async () =>
      (await answerOf(api.GET('/v2/members/{userId}/auto-rank', { params: { path: { userId } } }))).data,
  })
  if (error) return <>{messageOf(error)}</>
  return <>{data ? textOf(data) : ''}</>
}
