// `suspension keep-rank`.
import { timeAfter } from '../../base/time'
import type { Ctx } from '../../context'
import { keepRank } from '../../moderation/suspensions/actions'
import { toSuspension } from '../../moderation/suspensions/views'
import { duration, futureTime, reason } from '../arguments'
import { UsageError } from '../failure'
import { account } from '../names'
import type { Answer } from '../output'
import { optional } from '../options'
import { memberFlag, type Noun } from '../verbs'

interface KeepFlags {
  readonly user: number
  readonly until?: string
  readonly for?: number
  readonly reason?: string
}

export function addVerbs(noun: Noun): void {
  noun.communityVerb<KeepFlags>({
    verb: 'keep-rank',
    summary: 'block rank changes of a member for a time, without moving it to the suspended rank',
    flags: [
      memberFlag('write'),
      optional('--until <time>', 'end time, such as 2027-01-31T18:00:00Z', futureTime).conflicts('for'),
      optional('--for <duration>', 'duration from now, such as 7d', duration(1)),
      optional('--reason <text>', 'the reason', reason),
    ],
    examples: ['--user 90210 --for 7d --reason "left a raid"'],
    help: 'Rank changes of the member fail with member_suspended until the end. suspension lift ends it early.',
    run: keep,
  })
}

async function keep(ctx: Ctx, { user, until, for: seconds, reason }: KeepFlags): Promise<Answer> {
  const endsAt = seconds === undefined ? until : timeAfter(ctx.now(), seconds)
  if (endsAt === undefined) throw new UsageError('the end is missing; give --for 7d, or --until TIME')
  const row = await keepRank(ctx, { userId: user, reason: reason ?? null, endsAt })
  return {
    json: toSuspension(row),
    human: {
      fields: {
        suspension: row.suspension_id,
        user: account(row.user_id),
        state: row.state,
        ends: row.ends_at,
        reason: row.reason,
      },
    },
  }
}
