// `subscription`: set.
import { setSubscription } from '../../communities/actions'
import type { Ctx } from '../../context'
import { duration, planName, time } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface SetFlags {
  readonly plan: string
  readonly trial?: boolean
  readonly until?: string
  readonly for?: number
}

/** Adds the noun. */
export function addSubscription(noun: AddNoun): void {
  noun('subscription', 'what a community has bought, and what it tries').communityVerb<SetFlags>({
    verb: 'set',
    says: 'set or end the subscription or the trial of a community; without an end it lasts until further notice',
    flags: [
      required('--plan <plan|none>', 'the plan (see plan list), or none to end it', planName),
      optional('--trial', 'the trial, which adds to the subscription'),
      optional('--until <time>', 'when it ends, such as 2027-01-31T18:00:00Z', time).conflicts('for'),
      optional('--for <duration>', 'how long it lasts from now, such as 30d', duration(1)),
    ],
    examples: [
      '--community cmt_… --plan pro',
      '--community cmt_… --plan pro --trial --for 30d',
      '--community cmt_… --plan none',
    ],
    run: set,
  })
}

async function set(ctx: Ctx, flags: SetFlags): Promise<Answer> {
  const kind = flags.trial ? 'trial' : 'subscription'
  const plan = flags.plan === 'none' ? null : flags.plan
  const endsIn = flags.for === undefined ? null : new Date(ctx.now().getTime() + flags.for * 1_000).toISOString()
  const endsAt = flags.until ?? endsIn
  if (plan === null && endsAt !== null) throw new UsageError('--plan none ends it now; leave --until and --for away')
  await setSubscription(ctx, kind, plan, endsAt)
  const { communityId } = ctx.community
  return {
    json: { communityId, kind, plan, endsAt },
    human: {
      fields: [['community', communityId], [kind, plan ?? 'none'], ...(plan === null ? [] : [untilField(endsAt)])],
    },
  }
}

const untilField = (endsAt: string | null) => ['until', endsAt ?? 'further notice'] as const
