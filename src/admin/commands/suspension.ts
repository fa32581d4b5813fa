// `suspension`: add, lift, list.
import { liftSuspension, suspendMember } from '../../accounts/actions'
import { listSuspensions } from '../../accounts/queries'
import type { Ctx } from '../../context'
import { duration, futureTime, positiveId, reason } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface UserFlags {
  readonly user: number
}
type AddFlags = UserFlags & { readonly until?: string; readonly for?: number; readonly reason?: string }
type Row = Awaited<ReturnType<typeof listSuspensions>>[number]

const userFlag = () => required('--user <id>', 'the member, by its global user id', positiveId)

/** Adds the noun. */
export function addSuspension(noun: AddNoun): void {
  noun('suspension', 'whose rank stays as it is for a while')
    .communityVerb<AddFlags>({
      verb: 'add',
      says: 'suspend a member: until it ends, the API, AutoRank and retries leave the rank as it is',
      flags: [
        userFlag(),
        optional('--until <time>', 'when it ends, such as 2027-01-31T18:00:00Z', futureTime).conflicts('for'),
        optional('--for <duration>', 'how long it lasts, such as 7d', duration(1)),
        optional('--reason <text>', 'why', reason),
      ],
      examples: [
        '--community cmt_… --user 90210 --for 7d --reason "left a raid"',
        '--community cmt_… --user 90210 --until 2027-01-31T18:00:00Z',
      ],
      help: 'A rank change that is queued meets the suspension when its turn comes, and fails with member_suspended.',
      run: add,
    })
    .communityVerb<UserFlags>({
      verb: 'lift',
      says: "end a member's suspension before its time",
      flags: [userFlag()],
      examples: ['--community cmt_… --user 90210'],
      run: lift,
    })
    .communityVerb({
      verb: 'list',
      says: 'the suspensions with those that ended, newest first',
      examples: ['--community cmt_…'],
      run: listAll,
    })
}

async function add(ctx: Ctx, { user, reason, ...flags }: AddFlags): Promise<Answer> {
  const endsAt = endOf(flags, ctx.now())
  const suspensionId = await suspendMember(ctx, { userId: user, reason: reason ?? null, endsAt })
  return {
    json: { suspensionId, userId: String(user), endsAt },
    human: {
      fields: [
        ['suspension', suspensionId],
        ['user', user],
        ['ends', endsAt],
      ],
    },
  }
}

function endOf({ until, for: seconds }: Pick<AddFlags, 'until' | 'for'>, now: Date): string {
  if (until !== undefined) return until
  if (seconds !== undefined) return new Date(now.getTime() + seconds * 1_000).toISOString()
  throw new UsageError('suspend for how long? Give --for 7d, or --until TIME')
}

async function lift(ctx: Ctx, { user }: UserFlags): Promise<Answer> {
  const lifted = await liftSuspension(ctx, user)
  return {
    json: { userId: String(user), lifted },
    human: { fields: [['user', user]], note: lifted ? 'Its rank may be changed again.' : 'It was not suspended.' },
  }
}

async function listAll(ctx: Ctx): Promise<Answer> {
  const rows = await listSuspensions(ctx)
  return {
    json: { suspensions: rows.map((row) => toJson(row, ctx.now())) },
    human: {
      table: {
        columns: ['SUSPENSION', 'USER', 'STATE', 'ADDED', 'ENDS', 'REASON'],
        rows: rows.map((row) => [
          row.suspension_id,
          row.user_id,
          stateOf(row, ctx.now()),
          row.created_at,
          row.ends_at,
          row.reason,
        ]),
      },
      ...(rows.length === 0 ? { note: 'Nobody is suspended.' } : {}),
    },
  }
}

function stateOf({ lifted_at, ends_at }: Row, now: Date): 'lifted' | 'over' | 'live' {
  if (lifted_at !== null) return 'lifted'
  return Date.parse(ends_at) <= now.getTime() ? 'over' : 'live'
}

function toJson(row: Row, now: Date) {
  return {
    suspensionId: String(row.suspension_id),
    userId: String(row.user_id),
    state: stateOf(row, now),
    reason: row.reason,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    liftedAt: row.lifted_at,
  }
}
