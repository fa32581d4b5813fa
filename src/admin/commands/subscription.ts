// `subscription`: set.
import { setSubscription } from '../../communities/actions'
import type { Ctx } from '../../context'
import { timeAfter } from '../../base/time'
import { duration, planName, time } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required } from '../options'
import type { Noun } from '../verbs'

interface SetFlags {
  readonly plan: string
  readonly trial?: boolean
  readonly until?: string
  readonly for?: number
}

export function addVerbs(noun: Noun): void {
  noun.communityVerb<SetFlags>({
    verb: 'set',
    summary: 'set or end the subscription or trial of a community; unlimited by default',
    flags: [
      required('--plan <plan|none>', 'the plan, or none to end it; see plan list', planName),
      optional('--trial', 'set the trial, which adds to the subscription'),
      optional('--until <time>', 'end time, such as 2027-01-31T18:00:00Z', time).conflicts('for'),
      optional('--for <duration>', 'duration from now, such as 30d', duration(1)),
    ],
    examples: ['--plan pro', '--plan pro --trial --for 30d', '--plan none --yes'],
    confirm: (_, { plan }) => (plan === 'none' ? 'this ends what the community may use through it at once' : null),
    run: set,
  })
}

async function set(ctx: Ctx, flags: SetFlags): Promise<Answer> {
  const kind = flags.trial ? 'trial' : 'subscription'
  const plan = flags.plan === 'none' ? null : flags.plan
  const endsIn = flags.for === undefined ? null : timeAfter(ctx.now(), flags.for)
  const endsAt = flags.until ?? endsIn
  if (plan === null && endsAt !== null) throw new UsageError('--plan none ends it now; omit --until and --for')
  await setSubscription(ctx, kind, plan, endsAt)
  const { communityId } = ctx.community
  return {
    json: { communityId, kind, plan, endsAt },
    human: {
      fields: {
        community: communityId,
        [kind]: plan ?? 'none',
        ...(plan !== null && { until: endsAt ?? 'further notice' }),
      },
    },
  }
}
