// What codes mean, for people who read the command line. `--json` has the codes.
import { errorStatus } from '../../generated/errors'
import { loadContract } from '../contract/document'
import type { Schema } from '../contract/types'

/** A new reason of the contract does not compile without its sentence. */
const autoRankReasons: Readonly<Record<Schema<'AutoRankReason'> | 'profile_fresh', string>> = {
  threshold_met: 'The experience reaches the threshold of another rank.',
  already_there: 'The member has the rank that it earned.',
  below_ladder: 'The experience is below the lowest threshold.',
  not_connected: 'The community is not connected to a group on the platform.',
  disabled: 'AutoRank is off in this community.',
  no_ladder: 'No rank has a threshold.',
  not_in_group: 'The member is not in the group.',
  outside_ladder: "The member's rank has no threshold, and is above the lowest rank that has one.",
  demotion_not_allowed: 'The earned rank is lower, and AutoRank does not demote in this community.',
  suspended: 'The member is suspended.',
  blacklisted: 'The account or one of its groups is blacklisted.',
  rank_ambiguous: 'The member holds several roles, and none is declared to be no rank; see rank set-managed.',
  rank_out_of_bounds: 'The bounds of the key exclude the earned rank or the member.',
  platform_cloud_reconnect_required: "The platform refuses the community's credential; connect it again.",
  writes_paused: 'Somebody paused the writes to the group; see platform resume.',
  profile_fresh: 'The profile was synced a short time ago, so AutoRank did not run.',
}

/** Reasons of a queued rank change that are no error codes. */
const queueReasons: Readonly<Record<string, string>> = {
  'half-applied': 'The platform applied a part of the change; the rest is sent next.',
  'platform-budget': 'The calls to the platform of this minute are used; it is sent in the next minute.',
  'scheduler-disabled': 'Rank changes are paused; see operations resume.',
  'worker-lost': 'The worker that executed it ended; the roles on the platform are read before it goes on.',
}

export function sentenceOf(code: string): string {
  if (code in autoRankReasons) return autoRankReasons[code as keyof typeof autoRankReasons]
  const ofQueue = queueReasons[code]
  if (ofQueue !== undefined) return ofQueue
  if (!(code in errorStatus)) return code
  const { ErrorCode } = (loadContract() as unknown as Explained).components.schemas
  return ErrorCode['x-errors'][code]?.cause ?? code
}

interface Explained {
  readonly components: {
    readonly schemas: {
      readonly ErrorCode: { readonly 'x-errors': Readonly<Record<string, { readonly cause: string }>> }
    }
  }
}
