// `suspension`: add, lift.
import type { Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { timeAfter } from '../../base/time'
import { createSuspension, keepRank, liftSuspensionOf, suspended } from '../../moderation/suspensions/actions'
import type { SuspensionRow } from '../../moderation/suspensions/queries'
import { toSuspension } from '../../moderation/suspensions/views'
import { duration, futureTime, reason } from '../arguments'
import { UsageError } from '../failure'
import { account, rankNamed } from '../names'
import type { Answer } from '../output'
import { optional } from '../options'
import { memberFlag, type AddNoun } from '../verbs'

interface EndFlags {
  readonly until?: string
  readonly for?: number
}
type AddFlags = EndFlags & { user: number; reason?: string; rank?: string; keepRank?: true }
type LiftFlags = { readonly user: number; readonly reason?: string }

const endFlags = () => [
  optional('--until <time>', 'end time, such as 2027-01-31T18:00:00Z', futureTime).conflicts('for'),
  optional('--for <duration>', 'duration from now, such as 7d', duration(1)),
]

export function addNouns(noun: AddNoun): void {
  noun('suspension')
    .communityVerb<AddFlags>({
      verb: 'add',
      summary: 'move a member to the suspended rank for a time, and restore its rank afterwards',
      flags: [
        memberFlag('write'),
        ...endFlags(),
        optional('--reason <text>', 'the reason', reason),
        optional('--rank <rank>', "the suspended rank, by its name or unique id, instead of the community's"),
        optional('--keep-rank', 'keep the rank, but block other rank changes').conflicts('rank'),
      ],
      examples: [
        '--community cmt_… --user 90210 --for 7d --reason "left a raid"',
        '--community cmt_… --user 90210 --until 2027-01-31T18:00:00Z --keep-rank',
      ],
      help: 'Other rank changes of the member fail with member_suspended during the suspension.',
      run: add,
    })
    .communityVerb<LiftFlags>({
      verb: 'lift',
      summary: "end a member's suspension early, and restore its rank",
      flags: [memberFlag('write'), optional('--reason <text>', 'the reason', reason)],
      examples: ['--community cmt_… --user 90210', '--community cmt_… --user 90210 --reason "appeal accepted"'],
      run: lift,
    })
}

async function add(ctx: Ctx, { user, reason, rank, keepRank: keeps, ...flags }: AddFlags): Promise<Answer> {
  const endsAt = endOf(flags, ctx.now())
  if (endsAt === undefined) throw new UsageError('the end is missing; give --for 7d, or --until TIME')
  const request = { userId: user, reason: reason ?? null, endsAt }
  const rankUniqueId = rank === undefined ? undefined : await rankNamed(ctx, rank)
  const made = keeps
    ? keepRank(ctx, request)
    : createSuspension(ctx, { ...request, rankUniqueId }).then((ids) => suspended(ctx, ids))
  return one(await made.catch((error: unknown) => Promise.reject(describeFlags(error) as Error)))
}

/** References to API requests become flags. */
function describeFlags(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'suspended_rank_not_set') return error
  return new UsageError(
    'the community has no suspended rank; set it with community set --suspended-rank RANK, or give --rank or --keep-rank',
  )
}

function endOf({ until, for: seconds }: EndFlags, now: Date): string | undefined {
  return seconds === undefined ? until : timeAfter(now, seconds)
}

async function lift(ctx: Ctx, { user, reason }: LiftFlags): Promise<Answer> {
  const row = await liftSuspensionOf(ctx, user, reason ?? null)
  if (!row) return { json: { userId: String(user), lifted: false }, human: { note: 'It was not suspended.' } }
  const answer = one(row)
  return { json: { userId: String(user), lifted: true, suspension: answer.json }, human: answer.human }
}

function one(row: SuspensionRow): Answer {
  return {
    json: toSuspension(row),
    human: {
      fields: [
        ['suspension', row.suspension_id],
        ['user', account(row.user_id)],
        ['state', stateOf(row)],
        ['suspended rank', row.suspended_name ?? row.suspended_unique_id],
        ['former rank', row.former_name ?? row.former_unique_id],
        ['ends', row.ends_at],
        ['reason', row.reason],
      ],
    },
  }
}

const stateOf = ({ state, outcome }: SuspensionRow): string => (outcome === null ? state : `${state}, ${outcome}`)
