// SQL of the platform's rate limits. Not one of src/limits: the platform gives the number, and its answers correct the
// count.
import type { Db } from '../../../context'
import { statement } from '../../../db/statements'
import type { ObservedLimits } from '../../limits'
import { CALLS_PER_OPERATION } from '../../rules'

const platformCallsStatement = statement(
  'record_platform_calls',
  `update platform_budget b set
     per_minute = coalesce(:perMinute?, b.per_minute),
     used = greatest(b.used + :calls - ${CALLS_PER_OPERATION}, coalesce(coalesce(:perMinute?, b.per_minute) - :remaining?, 0), 0),
     throttles = case when :throttled then b.throttles + 1 else 0 end,
     blocked_until = greatest(b.blocked_until, now() + make_interval(secs =>
       coalesce(:blockedSeconds?::float8, case when :throttled then least(60, 2 ^ least(b.throttles, 6)) else 0 end)))
   from platform_connection c
   where c.community_id = :communityId and b.owner = (platform_budget_of(c)).owner`,
)

export async function recordPlatformCalls(
  db: Db,
  communityId: string,
  calls: number,
  limits: ObservedLimits,
): Promise<void> {
  await platformCallsStatement(db, { communityId, calls, ...limits })
}
