// What AutoRank would do with a member now, and why.
import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Schema } from './api'
import { ErrorNote } from './patterns/error-note'
import { catalogue, textsOf, useTexts } from './patterns/texts'

type Explanation = Schema<'AutoRankExplanation'>

const texts = catalogue('auto-rank', {
  move: 'Will give the rank {rank} with the next change of the experience or the next sync.',
  unchanged: 'Keeps the rank: {why}.',
  skipped: 'Does not apply: {why}.',
  next: '{rank} needs {missing} more experience.',
})

const reasons = catalogue('auto-rank-reasons', {
  threshold_met: 'the experience reaches another rank',
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
  writes_paused: 'somebody has paused the changes of the group',
})

/** The reason in words; a newer server may have more reasons. */
export const reasonOf = (reason: string): string =>
  Object.hasOwn(reasons.english, reason) ? textsOf(reasons)(reason as keyof typeof reasons.english) : reason

export function AutoRankText({ userId }: { readonly userId: string }) {
  const t = useTexts(texts)
  const { data, error, refetch } = useQuery({
    // each act reads the member again
    queryKey: ['member', userId, 'auto-rank'],
    queryFn: async () =>
      (await answerOf(api.GET('/v2/members/{userId}/auto-rank', { params: { path: { userId } } }))).data,
  })
  if (data === undefined) return <ErrorNote error={error} onAgain={() => void refetch()} />
  const { outcome, reason, target, next }: Explanation = data
  const now = outcome === 'move' ? t('move', { rank: target?.name ?? '' }) : t(outcome, { why: reasonOf(reason) })
  return <>{next === null ? now : `${now} ${t('next', { rank: next.rank.name, missing: next.experienceMissing })}`}</>
}
